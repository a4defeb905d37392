import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Store } from './database.ts'
import type { Tables } from './tables.ts'

const INT8 = 20
const NUMERIC = 1700
/** How long a connection may take, the wait for a free one included: a host that drops packets never refuses. */
const CONNECT_MS = 5000
/** How long a statement may run. */
const STATEMENT_MS = 30_000
/** A connection in use that is silent for longer is lost: the server would have ended the statement before. */
const SILENCE_MS = STATEMENT_MS + 10_000

/** Opens a pool of connections to a PostgreSQL database. Limits in milliseconds; 0 = none. */
export function openPostgres(
  connectionString: string,
  { statementMs = STATEMENT_MS, silenceMs = SILENCE_MS } = {},
): Store {
  const db = openPool(connectionString, { statementMs, silenceMs })
  return {
    db,
    reads: db,
    engine: 'postgres',
    async patiently(work) {
      const patient = openPool(connectionString, { statementMs: 0, silenceMs: 0 })
      return work(patient).finally(() => patient.destroy())
    },
    // PostgreSQL's commits are certain when it answers.
    sync: async () => {},
    wrote: () => {},
    close: () => db.destroy(),
  }
}

function openPool(connectionString: string, limits: { statementMs: number; silenceMs: number }): Database {
  // 64-bit integers arrive as numbers: every amount is bounded far below 2⁵³ (contract/quota.ts).
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text'),
  }
  const pool = new pg.Pool({
    connectionString,
    max: 20,
    types: types as never,
    statement_timeout: limits.statementMs,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  })
  // Without listeners, a connection that the server closes would end the process: the pool's hears of idle ones alone.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    endWhenSilent(client, limits.silenceMs)
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** What is needed of a client's socket, which the library's types do not show. */
interface Stream {
  setTimeout(ms: number, silent: () => void): void
  destroy(): void
}

/** A network that drops packets tells nobody: whoever waits for an answer would wait for a quarter of an hour. */
function endWhenSilent(client: pg.PoolClient, silenceMs: number): void {
  const { stream } = (client as unknown as { connection: { stream: Stream } }).connection
  stream.setTimeout(silenceMs, () => stream.destroy())
}
