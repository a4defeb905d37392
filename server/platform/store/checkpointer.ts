/** Moves committed pages from a SQLite file's log (WAL) into the file, outside the thread that serves calls. */
export interface Checkpointer {
  /** Records that `rows` were written, and starts a checkpoint when it is due. Returns at once. */
  noteWrites(rows: number): void
  close(): void
}

/** Resolves to TypeScript beside this file, or to JavaScript beside the bundle; the runtime finds either. */
const WORKER = './checkpoint-worker'
/** About a thousand pages of log rows. */
const ROWS_PER_CHECKPOINT = 2500

/**
 * Creates a checkpointer with a separate thread, started by the first checkpoint that is due. A checkpoint ends
 * with an fsync that may take tens of milliseconds, and calls must not wait for it. `failed` is called once if the
 * thread cannot run.
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
    noteWrites(count) {
      rows += count
      if (rows < ROWS_PER_CHECKPOINT || running || broken) return
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
