/** Moves committed pages from a SQLite file's log (WAL) into the file, away from the thread that answers calls. */
export interface Checkpointer {
  /** Says that `rows` were written; from time to time that starts a checkpoint. Returns at once. */
  wrote(rows: number): void
  close(): void
}

/** About a thousand pages of log rows. */
const ROWS = 2500

/**
 * A checkpoint ends with an fsync, which may take tens of milliseconds: a thread of its own, started by the first that
 * is due, keeps calls from waiting for it. `failed` is called once when there is no such thread.
 */
export function createCheckpointer(path: string, failed: (error: string) => void): Checkpointer {
  let worker: Worker | undefined
  let rows = 0
  let running = false
  let broken = false

  function start(): Worker {
    const thread = new Worker(new URL('./checkpoint-worker.ts', import.meta.url).href, { smol: true, ref: false })
    thread.onmessage = () => {
      running = false
    }
    thread.onerror = (event) => {
      broken = true
      thread.terminate()
      failed(event.message)
    }
    return thread
  }

  return {
    wrote(count) {
      rows += count
      if (rows < ROWS || running || broken) return
      rows = 0
      running = true
      worker ??= start()
      worker.postMessage(path)
    },
    close() {
      worker?.terminate()
    },
  }
}
