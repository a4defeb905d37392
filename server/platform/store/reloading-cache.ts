import type { Bus, Change } from './bus.ts'

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 10_000

/**
 * Loads data that is held in memory in full, now and after each change of its kind on the bus, and passes it to
 * `use`. A failed reload (the database is unreachable) is retried until it succeeds. The returned function reloads,
 * and resolves when something at least as new is in use. Throws what `read` and `use` throw.
 */
export async function reloadingCache<T>(parts: {
  bus: Bus
  kind: Change['kind']
  warn: (message: string) => void
  read: () => Promise<T>
  use: (loaded: T) => void
}): Promise<() => Promise<void>> {
  const { bus, kind, warn, read, use } = parts
  let begun = 0
  let inUse = 0

  async function reload() {
    const version = ++begun
    const loaded = await read()
    // A reload that began later has newer rows, which must not be overwritten.
    if (version < inUse) return
    inUse = version
    use(loaded)
  }

  let retry: ReturnType<typeof setTimeout> | undefined

  async function reloadUntilDone(retryMs: number): Promise<void> {
    clearTimeout(retry)
    try {
      await reload()
    } catch (error) {
      warn(`${kind} could not be reloaded: ${error}`)
      clearTimeout(retry)
      // The timer does not keep the process alive.
      retry = setTimeout(() => void reloadUntilDone(Math.min(MAX_RETRY_MS, retryMs * 2)), retryMs).unref()
    }
  }

  bus.subscribe([kind], () => reloadUntilDone(FIRST_RETRY_MS))
  await reload()
  return reload
}
