export interface Outcome<T> {
  done: T[]
  failed: T[]
  /** Error of the first failure; "" = none. */
  message: string
}

/**
 * Runs an action on many rows with limited concurrency, and continues after failures. Once `stop` is aborted, no
 * further row begins. Never rejects.
 */
export async function runAll<T>(
  rows: readonly T[],
  act: (row: T) => Promise<unknown>,
  atOnce = 4,
  stop?: AbortSignal,
): Promise<Outcome<T>> {
  const outcome: Outcome<T> = { done: [], failed: [], message: '' }
  const queue = [...rows]
  async function work() {
    for (let row = queue.shift(); row !== undefined && !stop?.aborted; row = queue.shift()) {
      try {
        await act(row)
        outcome.done.push(row)
      } catch (error) {
        outcome.failed.push(row)
        outcome.message ||= error instanceof Error ? error.message : String(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcome
}
