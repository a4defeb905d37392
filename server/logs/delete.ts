import type { Transaction } from 'kysely'
import { LOG_TYPE } from '#contract/statuses.ts'
import { type Author, writeAudit } from '../audits/write.ts'
import { addUnlisted, type CountedCall, rollupRows } from '../rollups/rollup.ts'
import { bulkInserter } from '../store/bulk.ts'
import type { Engine, Queryable, Store } from '../store/database.ts'
import type { Tables } from '../store/tables.ts'

/** Rows of one transaction. SQLite writes in the thread that answers calls: they are not kept waiting for long. */
const SLICE = { sqlite: 100, postgres: 1000 }
/** A row that leaves takes places all over the indexes with it, where new rows stand together. */
const LIKE_NEW_ROWS = 10

/**
 * Deletes all rows that are older than a time (unix seconds) and answers how many there were. Each slice is a
 * transaction that also notes what its rows added up to, so that counters, roll-ups and balances stay explained. `most`:
 * it ends after the slice that reaches so many, which is how a caller keeps its calls short.
 */
export async function deleteLogs(
  store: Store,
  by: Author,
  before: number,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  await noteClearing(store.db, by, before)
  let total = 0
  for (;;) {
    const deleted = await store.db.transaction().execute((trx) => deleteSlice(trx, store.engine, before))
    if (deleted === 0) return total
    total += deleted
    store.wrote(deleted * LIKE_NEW_ROWS)
    if (total >= most) return total
    await Bun.sleep(0)
  }
}

/** Seconds in which calls with the same time are steps of one clearing. */
const ONE_CLEARING = 3600

/** One audit row a clearing: its steps come from the same user, with the same time. */
async function noteClearing(db: Queryable, by: Author, before: number): Promise<void> {
  const known = await db
    .selectFrom('audits')
    .select('id')
    .where(({ and }) => and({ action: 'log.delete', actor_id: by.userId, after: JSON.stringify({ before }) }))
    .where('created_at', '>', Math.floor(Date.now() / 1000) - ONE_CLEARING)
    .limit(1)
    .executeTakeFirst()
  if (known) return
  await writeAudit(db, by, { action: 'log.delete', target: { kind: 'log', id: '' }, after: { before } })
}

const KEPT = [
  'created_at',
  'type',
  'user_id',
  'username',
  'model_name',
  'token_id',
  'channel_id',
  'quota',
  'prompt_tokens',
  'completion_tokens',
] as const
type Kept = Pick<Tables['logs'], (typeof KEPT)[number]>

async function deleteSlice(trx: Transaction<Tables>, engine: Engine, before: number): Promise<number> {
  const oldest = trx
    .selectFrom('logs')
    .select('id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
  // What this statement deleted counts, not what it looked for: another call may be deleting the same rows.
  const rows = await trx.deleteFrom('logs').where('id', 'in', oldest.limit(SLICE[engine])).returning(KEPT).execute()
  const calls = rows.filter(({ type }) => type === LOG_TYPE.consume)
  await addUnlisted(trx, engine, rollupRows(calls.map(countedCall)))
  await noteMovements(trx, engine, rows)
  return rows.length
}

/** What the roll-ups count of a deleted row. */
const countedCall = (row: Kept): CountedCall => ({ ...row, unlisted: true })

const addToOpening = bulkInserter(
  'ledger_openings',
  ['user_id', 'quota'],
  'on conflict (user_id) do update set quota = ledger_openings.quota + excluded.quota',
)

/** Rows that moved money into or out of a wallet. */
async function noteMovements(trx: Transaction<Tables>, engine: Engine, rows: readonly Kept[]): Promise<void> {
  const sums = new Map<number, number>()
  for (const { type, user_id, quota } of rows) {
    if (type !== LOG_TYPE.consume && quota !== 0) sums.set(user_id, (sums.get(user_id) ?? 0) + quota)
  }
  await addToOpening(
    trx,
    engine,
    [...sums].sort(([a], [b]) => a - b),
  )
}
