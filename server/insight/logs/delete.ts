import type { Transaction } from 'kysely'
import { LOG_TYPE } from '#contract/statuses.ts'
import { addUnlisted, type CountedCall, rollupRows } from '../../money/rollups/rollup.ts'
import { createBulkInserter } from '../../platform/store/bulk.ts'
import type { Engine, Store } from '../../platform/store/database.ts'
import type { LogRow, Tables } from '../../platform/store/tables.ts'
import { firstPace, nextPace } from './deletion-pace.ts'

/** Deleting a row changes index pages all over the table, whereas new rows are adjacent. */
const WRITE_COST_OF_DELETION = 10

/**
 * Deletes all rows older than a time (unix seconds) while `goesOn`, and returns how many there were. Each slice is a
 * transaction that also stores the sums of its rows, so that counters, roll-ups and balances still add up, and a deletion
 * that was interrupted may be repeated. Slices and the pauses between them follow from how busy the server is.
 */
export async function deleteLogs(store: Store, before: number, goesOn: () => boolean = () => true): Promise<number> {
  let total = 0
  for (let pace = firstPace(); goesOn(); ) {
    const begun = performance.now()
    const { rows } = pace
    const deleted = await store.db.transaction().execute((trx) => deleteSlice(trx, store.engine, before, rows))
    if (deleted === 0) return total
    total += deleted
    store.noteWrites(deleted * WRITE_COST_OF_DELETION)
    const ended = performance.now()
    await Bun.sleep(pace.pauseMs)
    pace = nextPace(store.engine, pace, ended - begun, performance.now() - ended - pace.pauseMs)
  }
  return total
}

const SUMMED_COLUMNS = [
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
  'cost',
] as const
type SummedRow = Pick<LogRow, (typeof SUMMED_COLUMNS)[number]>

async function deleteSlice(trx: Transaction<Tables>, engine: Engine, before: number, maxRows: number): Promise<number> {
  const oldest = trx
    .selectFrom('logs')
    .select('id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
  // The rows that this statement deleted count, not those it selected: another request may delete the same rows.
  const rows = await trx.deleteFrom('logs').where('id', 'in', oldest.limit(maxRows)).returning(SUMMED_COLUMNS).execute()
  const calls = rows.filter(({ type }) => type === LOG_TYPE.consume)
  await addUnlisted(trx, engine, rollupRows(calls.map(countedCall)))
  await addToOpenings(trx, engine, rows)
  return rows.length
}

/** A deleted row's entry in the roll-ups. */
const countedCall = (row: SummedRow): CountedCall => ({ ...row, unlisted: true })

const addToOpening = createBulkInserter(
  'ledger_openings',
  ['user_id', 'quota'],
  'on conflict (user_id) do update set quota = ledger_openings.quota + excluded.quota',
)

/** Adds the rows that changed a wallet to the opening balances. */
async function addToOpenings(trx: Transaction<Tables>, engine: Engine, rows: readonly SummedRow[]): Promise<void> {
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
