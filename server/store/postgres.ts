import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Store } from './database.ts'
import type { Tables } from './tables.ts'

const INT8 = 20
const NUMERIC = 1700
/** How long a connection may take, the wait for a free one included: a host that drops packets never refuses. */
const CONNECT_MS = 5000

/** Opens a pool of connections to a PostgreSQL database. */
export function openPostgres(connectionString: string): Store {
  // 64-bit integers arrive as numbers: every amount is bounded far below 2⁵³ (contract/quota.ts).
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text'),
  }
  const pool = new pg.Pool({
    connectionString,
    max: 20,
    types: types as never,
    statement_timeout: 30_000,
    connectionTimeoutMillis: CONNECT_MS,
  })
  // Without a listener, a connection that the server closes while idle would end the process.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  // PostgreSQL's commits are certain when it answers.
  return { db, reads: db, engine: 'postgres', sync: async () => {}, wrote: () => {}, close: () => db.destroy() }
}
