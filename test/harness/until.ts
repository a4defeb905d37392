import { setTimeout } from 'node:timers/promises'

/** How long tests wait for what must come: longer than a machine with much else to do needs. Only failures take this long. */
export const PATIENCE_MS = 60_000
/** How long a test or a hook may take that waits several times, or starts servers. */
export const LIMIT_MS = 4 * PATIENCE_MS

type Truthy<T> = Exclude<T, false | 0 | '' | null | undefined>

/**
 * Waits for what must come by itself, and returns it: the first result of `condition` that is true. Throws when it has not
 * come after `ms` milliseconds.
 */
export async function until<T>(condition: () => T | Promise<T>, ms = PATIENCE_MS): Promise<Truthy<T>> {
  for (const end = Date.now() + ms; ; await setTimeout(5)) {
    const result = await condition()
    if (result) return result as Truthy<T>
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${condition}`)
  }
}
