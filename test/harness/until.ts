/** What must come has come by then, on however busy a machine: the one limit of all tests that wait. */
const LIMIT_MS = 30_000

type Truthy<T> = Exclude<T, false | 0 | '' | null | undefined>

/**
 * Waits for what must come by itself, and returns it: the first result of `condition` that is true. Throws when it has not
 * come after `ms` milliseconds.
 */
export async function until<T>(condition: () => T | Promise<T>, ms = LIMIT_MS): Promise<Truthy<T>> {
  for (const end = Date.now() + ms; ; await Bun.sleep(5)) {
    const result = await condition()
    if (result) return result as Truthy<T>
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${condition}`)
  }
}
