import type { CompiledQuery, DatabaseConnection, Driver } from 'kysely'
import type { Database } from '../database.ts'
import { databaseInThread } from '../writes-in-thread.ts'
import { ReadQueue } from './read-queue.ts'
import { type ReadThread, startReadThread } from './read-thread.ts'
import { currentReader, type Reader, ReaderLeft, ReadTooLong } from './reader.ts'

export interface ReadThreads {
  /** For queries outside of transactions; each sees what was committed before it. */
  db: Database
  close(): void
}

interface WaitingQuery {
  reader: Reader
  sql: string
  parameters: readonly unknown[]
  resolve(rows: unknown[]): void
  reject(error: Error): void
}

/** One reader has one query running, so this many have their turn at the same time. */
const MAX_THREADS = 3
/** Threads that go on with what nobody waits for any more: SQLite cannot be interrupted through Bun. Others take their place. */
const MAX_ABANDONED = 3
/** What a reader waits for takes no longer; work of the server itself may. */
const LIMIT_MS = 30_000
/** After this time without a query the threads end and free their memory. */
const IDLE_MS = 60_000
const CLOSED = 'the database is closed'

/**
 * Creates threads that read a SQLite file. SQLite runs in the calling thread, and a query that reads a long log would block
 * every call. Readers take turns: whoever asks for much does not keep the others waiting. What is asked for a reader who has
 * left is not begun, and one that runs is no longer waited for, nor one that takes longer than `limitMs`.
 */
export function createReadThreads(path: string, limitMs = LIMIT_MS): ReadThreads {
  const queue = new ReadQueue<WaitingQuery>()
  const free: ReadThread[] = []
  const threads = new Set<ReadThread>()
  let abandoned = 0
  let isClosed = false
  let idle: ReturnType<typeof setTimeout> | undefined

  function start(): ReadThread {
    const thread: ReadThread = startReadThread(path, () => {
      // The next query starts another.
      threads.delete(thread)
    })
    threads.add(thread)
    return thread
  }

  function endAll(reason: string): void {
    clearTimeout(idle)
    for (const thread of threads) thread.close(reason)
    threads.clear()
    free.length = 0
  }

  function work(): void {
    while (free.length > 0 || threads.size - Math.min(abandoned, MAX_ABANDONED) < MAX_THREADS) {
      const query = queue.take()
      if (!query) return
      void run(query)
    }
  }

  async function run({ reader, sql, parameters, resolve, reject }: WaitingQuery): Promise<void> {
    let rows: Promise<unknown[]> = Promise.resolve([])
    let thread: ReadThread | undefined
    let isWaiting = true
    try {
      if (reader.signal?.aborted) throw new ReaderLeft()
      thread = free.pop() ?? start()
      rows = thread.query(sql, parameters)
      resolve(await whileWaited(rows, reader, limitMs))
    } catch (error) {
      isWaiting = !(error instanceof ReaderLeft || error instanceof ReadTooLong)
      reject(error as Error)
    }
    queue.end(reader.name)
    if (thread && !isWaiting) {
      abandoned += 1
      work()
      await rows.catch(() => {})
      abandoned -= 1
    }
    if (thread && threads.has(thread)) free.push(thread)
    work()
    if (free.length === 0 || free.length < threads.size) return
    clearTimeout(idle)
    idle = setTimeout(() => endAll(CLOSED), IDLE_MS).unref()
  }

  function query(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      if (isClosed) throw new Error(CLOSED)
      clearTimeout(idle)
      const reader = currentReader()
      queue.add(reader.name, { reader, sql, parameters, resolve, reject })
      work()
    })
  }

  return {
    db: databaseInThread(() => new ReadDriver(query)),
    close() {
      isClosed = true
      for (const { reject } of queue.takeAll()) reject(new Error(CLOSED))
      endAll(CLOSED)
    },
  }
}

type Ask = (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>

/** Resolves to the rows; rejects as soon as their reader has left or has waited for too long. */
function whileWaited(rows: Promise<unknown[]>, { signal }: Reader, limitMs: number): Promise<unknown[]> {
  if (!signal) return rows
  return new Promise((resolve, reject) => {
    const leave = () => reject(new ReaderLeft())
    const timer = setTimeout(() => reject(new ReadTooLong()), limitMs)
    signal.addEventListener('abort', leave, { once: true })
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
    }
    rows.then(resolve, reject).finally(end)
  })
}

const NO_TRANSACTIONS = 'what is read in another thread cannot be part of a transaction'

class ReadDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(ask: Ask) {
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
