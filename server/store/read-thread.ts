import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

/** A request to the thread. */
export interface ReadRequest {
  id: number
  path: string
  sql: string
  parameters: readonly unknown[]
}
/** The thread's reply. */
export type ReadReply = { id: number; rows: unknown[] } | { id: number; error: string }

export interface ReadThread {
  /** For queries outside of transactions; each sees what was committed before it. */
  db: Database
  close(): void
}

interface PendingQuery {
  resolve(rows: unknown[]): void
  reject(error: Error): void
}

/** Bun's workers can be unreferenced, so that the process does not wait for them. */
type RefWorker = Worker & { ref(): void; unref(): void }

/** Resolves to TypeScript beside this file, or to JavaScript beside the bundle; the runtime finds either. */
const WORKER = './read-worker'
/** After this time without a query the thread ends and frees its memory. */
const IDLE_MS = 60_000

/**
 * Creates a thread that reads a SQLite file, one query after the other. SQLite runs in the calling thread, and a
 * query that reads a long log would block every call.
 */
export function createReadThread(path: string): ReadThread {
  const waiting = new Map<number, PendingQuery>()
  let worker: RefWorker | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  let queries = 0

  function start(): RefWorker {
    const thread = new Worker(new URL(WORKER, import.meta.url).href, { smol: true, ref: false }) as RefWorker
    thread.onmessage = ({ data }: MessageEvent<ReadReply>) => onReply(data)
    // The next query starts a new thread.
    thread.onerror = ({ message }) => {
      end()
      rejectAll(`the thread that reads the database has failed: ${message}`)
    }
    return thread
  }

  function end(): void {
    clearTimeout(idle)
    worker?.terminate()
    worker = undefined
  }

  function onReply(answer: ReadReply): void {
    const pendingQuery = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('rows' in answer) pendingQuery?.resolve(answer.rows)
    else pendingQuery?.reject(new Error(answer.error))
    if (waiting.size > 0) return
    worker?.unref()
    idle = setTimeout(end, IDLE_MS).unref()
  }

  function rejectAll(reason: string): void {
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }

  function query(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      const request: ReadRequest = { id: ++queries, path, sql, parameters }
      clearTimeout(idle)
      waiting.set(request.id, { resolve, reject })
      worker ??= start()
      // The process must not end before the reply.
      worker.ref()
      worker.postMessage(request)
    })
  }

  return {
    db: new Kysely<Tables>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new ReadDriver(query),
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    }),
    close() {
      end()
      rejectAll('the database is closed')
    },
  }
}

const NO_TRANSACTIONS = 'what is read in another thread cannot be part of a transaction'

class ReadDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(ask: (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>) {
    this.#connection = {
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery) => ({
        rows: (await ask(sql, parameters)) as Row[],
      }),
      streamQuery() {
        throw new Error('rows are not streamed out of another thread')
      },
    }
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  async releaseConnection(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    throw new Error(NO_TRANSACTIONS)
  }

  async commitTransaction(): Promise<void> {
    throw new Error(NO_TRANSACTIONS)
  }

  async rollbackTransaction(): Promise<void> {
    throw new Error(NO_TRANSACTIONS)
  }
}
