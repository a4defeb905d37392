import type { Transaction } from 'kysely'
import { LOG_TYPE } from '#contract/statuses.ts'
import { type Author, writeAudit } from '../accounts/audit.ts'
import { HOUR } from '../statistics/hours.ts'
import { bulkInserter } from '../store/bulk.ts'
import type { Engine, Store } from '../store/database.ts'
import type { Tables } from '../store/tables.ts'

/** Rows of one statement; SQLite answers nobody else meanwhile. */
const SLICE = 500

/**
 * Deletes all rows that are older than a time (unix seconds) and answers how many there were. Each slice is a
 * transaction that also notes what its rows added up to, so that counters, roll-ups and balances stay explained.
 */
export async function deleteLogs(store: Store, by: Author, before: number): Promise<number> {
  await writeAudit(store.db, by, { action: 'log.delete', target: { kind: 'log', id: '' }, after: { before } })
  let total = 0
  for (;;) {
    const deleted = await store.db.transaction().execute((trx) => deleteSlice(trx, store.engine, before))
    if (deleted === 0) return total
    total += deleted
    await Bun.sleep(0)
  }
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
  const rows = await trx.deleteFrom('logs').where('id', 'in', oldest.limit(SLICE)).returning(KEPT).execute()
  await noteCalls(trx, engine, rows)
  await noteMovements(trx, engine, rows)
  return rows.length
}

const COLUMNS = [
  'created_at',
  'user_id',
  'username',
  'model_name',
  'token_id',
  'channel_id',
  'token_used',
  'count',
  'quota',
  'unlisted_tokens',
  'unlisted_count',
  'unlisted_quota',
] as const

/** The roll-up of a call exists already; where an import left none, it begins with what is deleted. */
const addUnlisted = bulkInserter(
  'quota_data',
  COLUMNS,
  `on conflict (created_at, user_id, model_name, token_id, channel_id) do update set
    unlisted_tokens = quota_data.unlisted_tokens + excluded.unlisted_tokens,
    unlisted_count = quota_data.unlisted_count + excluded.unlisted_count,
    unlisted_quota = quota_data.unlisted_quota + excluded.unlisted_quota`,
)

async function noteCalls(trx: Transaction<Tables>, engine: Engine, rows: readonly Kept[]): Promise<void> {
  const sums = new Map<string, { row: Kept; tokens: number; count: number; quota: number }>()
  for (const row of rows) {
    if (row.type !== LOG_TYPE.consume) continue
    const created_at = row.created_at - (row.created_at % HOUR)
    const key = JSON.stringify([created_at, row.user_id, row.model_name, row.token_id, row.channel_id])
    const sum = sums.get(key) ?? { row: { ...row, created_at }, tokens: 0, count: 0, quota: 0 }
    sum.tokens += row.prompt_tokens + row.completion_tokens
    sum.count += 1
    sum.quota += row.quota
    sums.set(key, sum)
  }
  // A fixed order keeps two transactions from locking each other's rows crosswise.
  const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
  const values = sorted.map(([, { row, tokens, count, quota }]) => [
    ...[row.created_at, row.user_id, row.username, row.model_name, row.token_id, row.channel_id],
    ...[tokens, count, quota],
    ...[tokens, count, quota],
  ])
  await addUnlisted(trx, engine, values)
}

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
