/** Moves committed pages from a SQLite file's log (WAL) into the file, away from the thread that answers calls. */
export interface Checkpointer {
  /** Says that `rows` were written; from time to time that starts a checkpoint. Returns at once. */
  wrote(rows: number): void
  close(): void
}

/** Beside this file as TypeScript, and beside the bundle it has become part of as JavaScript: the runtime finds either. */
const WORKER = './checkpoint-worker'
/** About a thousand pages of log rows. */
const ROWS = 2500

/**
 * A checkpoint ends with an fsync, which may take tens of milliseconds: a thread of its own, started by the first that
 * is due, keeps calls from waiting for it. `failed` is called once if there can be no such thread.
 */
export function createCheckpointer(path: string, failed: () => void): Checkpointer {
  let worker: Worker | undefined
  let rows = 0
  let running = false
  let broken = false

  function start(): Worker {
    const thread = new Worker(new URL(WORKER, import.meta.url).href, { smol: true, ref: false })
    thread.onmessage = () => {
      running = false
    }
    thread.onerror = () => {
      broken = true
      thread.terminate()
      failed()
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
