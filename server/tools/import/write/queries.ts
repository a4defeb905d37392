import { sql, type Transaction } from 'kysely'
import type { Engine, Queryable, Store } from '../../../platform/store/database.ts'
import { prepareStatement } from '../../../platform/store/statement.ts'
import type { Tables } from '../../../platform/store/tables.ts'
import type { ImportContext } from '../context.ts'

/** Counters that a page of log rows adds to. */

export const addToUser = prepareStatement(
  'update users set used_quota = used_quota + ?, request_count = request_count + ? where id = ?',
)
export const addToOpening = prepareStatement('update ledger_openings set quota = quota + ? where user_id = ?')
export const addToToken = prepareStatement('update tokens set used_quota = used_quota + ? where id = ?')
export const addToChannel = prepareStatement('update channels set used_quota = used_quota + ? where id = ?')
export const addToOrigin = prepareStatement(
  'update import_origins set used = used + ?, calls = calls + ? where source = ? and kind = ? and source_id = ?',
)

export type TableWithIds = 'users' | 'tokens' | 'channels' | 'redemptions' | 'top_ups' | 'tasks' | 'midjourneys'

/** Does the work of a page in a transaction; in a dry run it only reads. */
export const inTransaction = ({ store, dry }: ImportContext, work: (trx: Queryable) => Promise<void>): Promise<void> =>
  dry ? work(store.db) : store.db.transaction().execute(work)

/** Finds the hashes of keys in use, among the given hashes. */
export async function takenHashes(db: Queryable, table: 'tokens' | 'redemptions', hashes: readonly string[]) {
  const rows = await db.selectFrom(table).select('key_hash').where('key_hash', 'in', hashes).execute()
  return new Set(rows.map(({ key_hash }) => key_hash))
}

/** Rows keep their ids where these are free: new ones get ids behind all those of the source. */
export async function reserveIds({ store, engine, reader, schema, dry }: ImportContext, table: TableWithIds) {
  if (dry || !schema.get(table)?.has('id')) return
  const highest = await reader.highestId(table)
  if (engine === 'postgres') {
    const sequence = sql`pg_get_serial_sequence(${table}, 'id')`
    await sql`select setval(${sequence}, greatest((select coalesce(max(id), 0) from ${sql.table(table)}),
      ${highest}::bigint, nextval(${sequence}::regclass)))`.execute(store.db)
    return
  }
  await store.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(trx)
    if (rows.length === 0) await sql`insert into sqlite_sequence (name, seq) values (${table}, ${highest})`.execute(trx)
    else if ((rows[0]?.seq ?? 0) < highest) {
      await sql`update sqlite_sequence set seq = ${highest} where name = ${table}`.execute(trx)
    }
  })
}

/** Lets a transaction of PostgreSQL end before the disk has it: a crash may take it away as a whole. */
export async function commitWithoutWaiting(trx: Transaction<Tables>, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`set local synchronous_commit = off`.execute(trx)
}

/** Gives SQLite memory for the indexes of a large log, on a connection that nothing else uses. */
export async function enlargeCache({ db, engine }: Pick<Store, 'db' | 'engine'>): Promise<void> {
  if (engine === 'sqlite') await sql`pragma cache_size = -262144`.execute(db)
}

/** What rows of a page add to a counter; `source_id` is the id in the source. */
export interface CounterSum {
  id: number
  source_id: string
  used: number
  calls: number
  /** Units that rows of other kinds moved. */
  moved: number
}

/**
 * Adds the sums of a page on PostgreSQL, a statement for each table. Rows are locked in no certain order: no server may
 * use the database meanwhile.
 */
export async function addSumsAtOnce(
  trx: Transaction<Tables>,
  source: string,
  kind: 'user' | 'token' | 'channel',
  sums: readonly CounterSum[],
): Promise<void> {
  if (sums.length === 0) return
  const rows = sql`json_to_recordset(${JSON.stringify(sums)}::json)
    as sums (id bigint, source_id text, used bigint, calls bigint, moved bigint)`
  if (kind === 'user') {
    await sql`update users set used_quota = used_quota + sums.used, request_count = request_count + sums.calls
      from ${rows} where users.id = sums.id`.execute(trx)
    await sql`update ledger_openings set quota = quota + sums.used - sums.moved
      from ${rows} where user_id = sums.id`.execute(trx)
  } else {
    await sql`update ${sql.table(`${kind}s`)} as target set used_quota = used_quota + sums.used
      from ${rows} where target.id = sums.id`.execute(trx)
  }
  await sql`update import_origins as target set used = target.used + sums.used, calls = target.calls + sums.calls
    from ${rows} where target.source = ${source} and target.kind = ${kind} and target.source_id = sums.source_id`.execute(
    trx,
  )
}
