import type { Bus, Change } from './bus.ts'

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 10_000

/**
 * Reads what is held in memory in full, now and after each change that the bus tells of, and hands it to `use`. A change
 * that cannot be read (the database is away) is tried again until it can. The result reads it again, and resolves when
 * something at least as new is in use. Throws what `read` and `use` throw.
 */
export async function keepLoaded<T>(parts: {
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
    const mine = ++begun
    const loaded = await read()
    // A reload that began later has newer rows: what it has put into use must not be overwritten.
    if (mine < inUse) return
    inUse = mine
    use(loaded)
  }

  let retry: ReturnType<typeof setTimeout> | undefined

  async function follow(retryMs: number): Promise<void> {
    clearTimeout(retry)
    try {
      await reload()
    } catch (error) {
      warn(`${kind} were not reloaded: ${error}`)
      clearTimeout(retry)
      // A process that ends does not wait for it.
      retry = setTimeout(() => void follow(Math.min(MAX_RETRY_MS, retryMs * 2)), retryMs).unref()
    }
  }

  bus.subscribe((change) => {
    if (change.kind === kind) void follow(FIRST_RETRY_MS)
  })
  await reload()
  return reload
}
