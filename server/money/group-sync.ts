/**
 * Answers what asks for an fsync: everybody who asks within `waitMs` shares the next one, and resolves when it is done.
 * They run one at a time. `failed` hears of each that fails, whether anybody waits for it or not.
 */
export function groupSync(waitMs: number, sync: () => Promise<void>, failed: (error: unknown) => void) {
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
