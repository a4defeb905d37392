/**
 * Returns a function that requests an fsync: all requests within `waitMs` share the next one and resolve when it is
 * done. Syncs run one at a time. `failed` is called for each that fails, even if no request waits for it.
 */
export function createGroupSync(waitMs: number, sync: () => Promise<void>, failed: (error: unknown) => void) {
  let next: Promise<void> | undefined
  let running: Promise<void> = Promise.resolve()

  async function runNext() {
    await Bun.sleep(waitMs)
    await running.catch(() => {})
    next = undefined
    running = sync()
    await running
  }

  return (): Promise<void> => {
    if (!next) {
      next = runNext()
      next.catch(failed)
    }
    return next
  }
}
