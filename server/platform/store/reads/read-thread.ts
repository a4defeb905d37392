/** A request to the thread. */
export interface ReadRequest {
  path: string
  sql: string
  parameters: readonly unknown[]
}
/** The thread's reply. */
export type ReadReply = { rows: unknown[] } | { error: string }

/** A thread that reads a SQLite file, one query after the other. */
export interface ReadThread {
  /** Runs a query. The thread must have no other at that time. */
  query(sql: string, parameters: readonly unknown[]): Promise<unknown[]>
  /** Ends the thread. A query that runs rejects with the reason. */
  close(reason: string): void
}

/** Bun's workers can be unreferenced, so that the process does not wait for them. */
type RefWorker = Worker & { ref(): void; unref(): void }

/** Resolves to TypeScript beside this file, or to JavaScript beside the bundle; the runtime finds either. */
const WORKER = './read-worker'

/** Starts a thread. `failed` is called when it cannot go on; then the query that runs has rejected. */
export function startReadThread(path: string, failed: () => void): ReadThread {
  const worker = new Worker(new URL(WORKER, import.meta.url).href, { smol: true, ref: false }) as RefWorker
  let running: { resolve(rows: unknown[]): void; reject(error: Error): void } | undefined

  function close(reason: string): void {
    worker.terminate()
    running?.reject(new Error(reason))
    running = undefined
  }

  worker.onmessage = ({ data }: MessageEvent<ReadReply>) => {
    const ended = running
    running = undefined
    worker.unref()
    if ('rows' in data) ended?.resolve(data.rows)
    else ended?.reject(new Error(data.error))
  }
  worker.onerror = ({ message }) => {
    close(`the thread that reads the database has failed: ${message}`)
    failed()
  }
  return {
    query(sql, parameters) {
      return new Promise((resolve, reject) => {
        running = { resolve, reject }
        const request: ReadRequest = { path, sql, parameters }
        // The process must not end before the reply.
        worker.ref()
        worker.postMessage(request)
      })
    },
    close,
  }
}
