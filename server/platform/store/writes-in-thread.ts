import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Database, Store } from './database.ts'
import { compiledQuery } from './statement.ts'
import type { Tables } from './tables.ts'

/** A thread that writes a SQLite file. */
export interface WritingThread {
  /** Runs a statement after those before it. */
  run(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>>
  /** Closes the file there. */
  close(): Promise<void>
}

/** Returns a database whose driver speaks to a SQLite file in another thread. */
export const databaseInThread = (createDriver: () => Driver): Database =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })

/** Returns a database whose statements run in the thread that writes, while this thread writes nothing. */
export const writesInThread = (thread: WritingThread, whileNotWriting: Store['whileNotWriting']): Database =>
  databaseInThread(() => new WriteDriver(thread, whileNotWriting))

interface WriteConnection extends DatabaseConnection {
  release(): void
}

/** What SQLite says where it has undone a transaction itself, such as on a full disk. */
const NO_TRANSACTION = 'no transaction is active'

class WriteDriver implements Driver {
  constructor(
    private readonly thread: WritingThread,
    private readonly whileNotWriting: Store['whileNotWriting'],
  ) {}

  async init(): Promise<void> {}

  destroy(): Promise<void> {
    return this.thread.close()
  }

  /** Waits until nothing else writes, and keeps it so until the connection is released. */
  acquireConnection(): Promise<WriteConnection> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const executeQuery = <Row>({ sql, parameters }: CompiledQuery) =>
      this.thread.run(sql, parameters) as Promise<QueryResult<Row>>
    return new Promise((resolve, reject) => {
      const holding = this.whileNotWriting(() => {
        resolve({ executeQuery, streamQuery, release })
        return released
      })
      holding.catch(reject)
    })
  }

  async releaseConnection(connection: WriteConnection): Promise<void> {
    connection.release()
  }

  async beginTransaction(connection: WriteConnection): Promise<void> {
    await connection.executeQuery(compiledQuery('begin immediate', []))
  }

  async commitTransaction(connection: WriteConnection): Promise<void> {
    await connection.executeQuery(compiledQuery('commit', []))
  }

  async rollbackTransaction(connection: WriteConnection): Promise<void> {
    await connection.executeQuery(compiledQuery('rollback', [])).catch((error) => {
      if (!String(error).includes(NO_TRANSACTION)) throw error
    })
  }
}

function streamQuery(): never {
  throw new Error('rows are not streamed out of another thread')
}
