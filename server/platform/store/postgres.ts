import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Database, Store } from './database.ts'
import { fairPool } from './reads/postgres-reads.ts'
import type { Tables } from './tables.ts'

const INT8 = 20
const NUMERIC = 1700
/**
 * How long connecting may take, including the wait for a free connection: a host that drops packets never refuses.
 */
const CONNECT_TIMEOUT_MS = 5000
/** Connections of a node for what calls and changes need, and for reads that may take long. */
const CONNECTIONS = 16
const READ_CONNECTIONS = 4
/** How long a statement may run. */
const STATEMENT_TIMEOUT_MS = 30_000
/**
 * A connection in use that is silent for longer is lost, because the server would have ended the statement before.
 */
const SILENCE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 10_000

/** Opens a pool of connections to a PostgreSQL database. Limits in milliseconds; 0 = none. */
export function openPostgres(
  connectionString: string,
  { statementMs = STATEMENT_TIMEOUT_MS, silenceMs = SILENCE_TIMEOUT_MS } = {},
): Store {
  const pool = openPool(connectionString, CONNECTIONS, { statementMs, silenceMs })
  const db = databaseOf(pool)
  const readPool = openPool(connectionString, READ_CONNECTIONS, { statementMs, silenceMs })
  const reads = databaseOf(fairPool(readPool, pool, READ_CONNECTIONS))
  return {
    db,
    reads,
    writes: db,
    engine: 'postgres',
    isShared: true,
    async withoutTimeout(work) {
      const patient = databaseOf(openPool(connectionString, CONNECTIONS, { statementMs: 0, silenceMs: 0 }))
      return work(patient).finally(() => patient.destroy())
    },
    place: { databaseUrl: connectionString, dataDir: '' },
    // PostgreSQL keeps the transactions of several connections apart.
    whileNotWriting: (work) => work(),
    // PostgreSQL's commits are durable when it replies.
    sync: async () => {},
    noteWrites: () => {},
    async close() {
      await reads.destroy()
      await db.destroy()
    },
  }
}

const databaseOf = (pool: PostgresPool): Database => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

function openPool(connectionString: string, max: number, limits: { statementMs: number; silenceMs: number }): pg.Pool {
  // 64-bit integers are read as numbers: every amount is bounded far below 2⁵³ (contract/quota.ts).
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text'),
  }
  const pool = new pg.Pool({
    connectionString,
    max,
    types: types as never,
    statement_timeout: limits.statementMs,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  // Without error listeners, a connection that the server closes would end the process. The pool's own listener
  // receives errors of idle connections only.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    closeWhenSilent(client, limits.silenceMs)
  })
  return pool
}

/** The members of a client's socket that are needed here and missing in the library's types. */
interface Stream {
  setTimeout(ms: number, silent: () => void): void
  destroy(): void
}

/**
 * Closes a connection that is silent for too long. When a network drops packets, a query would otherwise wait for a
 * quarter of an hour.
 */
function closeWhenSilent(client: pg.PoolClient, silenceMs: number): void {
  const { stream } = (client as unknown as { connection: { stream: Stream } }).connection
  stream.setTimeout(silenceMs, () => stream.destroy())
}
