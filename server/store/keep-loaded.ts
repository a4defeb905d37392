import type { Bus, Change } from './bus.ts'

/**
 * Reads what is held in memory in full, now and after each change that the bus tells of, and hands it to `use`. The
 * result reads it again, and resolves when something at least as new is in use. Throws what `read` and `use` throw.
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

  bus.subscribe((change) => {
    if (change.kind === kind) reload().catch((error) => warn(`${kind} were not reloaded: ${error}`))
  })
  await reload()
  return reload
}
