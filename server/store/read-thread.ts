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

/** What the thread is asked. */
export interface ReadRequest {
  id: number
  path: string
  sql: string
  parameters: readonly unknown[]
}
/** What it answers. */
export type ReadAnswer = { id: number; rows: unknown[] } | { id: number; error: string }

export interface ReadThread {
  /** For queries outside of transactions; each sees what was committed before it. */
  db: Database
  close(): void
}

interface Asked {
  resolve(rows: unknown[]): void
  reject(error: Error): void
}

/** Bun's workers can tell whether the process should wait for them. */
type Thread = Worker & { ref(): void; unref(): void }

/** Beside this file as TypeScript, and beside the bundle it has become part of as JavaScript: the runtime finds either. */
const WORKER = './read-worker'
/** After so long without a query the thread ends, and gives its memory back. */
const IDLE_MS = 60_000

/**
 * Reads a SQLite file in a thread of its own, one query after the other: SQLite works in the thread that asks, and a
 * query that looks through a long log would keep every call waiting.
 */
export function createReadThread(path: string): ReadThread {
  const waiting = new Map<number, Asked>()
  let worker: Thread | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  let queries = 0

  function start(): Thread {
    const thread = new Worker(new URL(WORKER, import.meta.url).href, { smol: true, ref: false }) as Thread
    thread.onmessage = ({ data }: MessageEvent<ReadAnswer>) => answered(data)
    // The next query starts another.
    thread.onerror = ({ message }) => {
      end()
      refuseAll(`the thread that reads the database has failed: ${message}`)
    }
    return thread
  }

  function end(): void {
    clearTimeout(idle)
    worker?.terminate()
    worker = undefined
  }

  function answered(answer: ReadAnswer): void {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('rows' in answer) asked?.resolve(answer.rows)
    else asked?.reject(new Error(answer.error))
    if (waiting.size > 0) return
    worker?.unref()
    idle = setTimeout(end, IDLE_MS).unref()
  }

  function refuseAll(reason: string): void {
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }

  function ask(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      const request: ReadRequest = { id: ++queries, path, sql, parameters }
      clearTimeout(idle)
      waiting.set(request.id, { resolve, reject })
      worker ??= start()
      // Whoever waits for an answer must not see the process end before it.
      worker.ref()
      worker.postMessage(request)
    })
  }

  return {
    db: new Kysely<Tables>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new ReadDriver(ask),
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    }),
    close() {
      end()
      refuseAll('the database is closed')
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
