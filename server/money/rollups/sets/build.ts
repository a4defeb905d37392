import { createBulkInserter } from '../../../platform/store/bulk.ts'
import type { Store } from '../../../platform/store/database.ts'
import type { Values } from '../../../platform/store/statement.ts'
import { hourOf } from '../hours.ts'
import { DAY, LEVELS, type LevelName, SET_SUMS } from './levels.ts'
import {
  beginSet,
  begunPeriods,
  deleteSums,
  dropUnfinished,
  finishSet,
  firstHour,
  staleSets,
  sumRollups,
} from './queries.ts'

/** A period is summed when it has been over for this long, because charges of its last calls may still come. */
const SETTLED_AFTER_SECONDS = 300
/** Rows of stale sets stay for longer than a query that reads them. */
const STALE_SECONDS = 600
/** Rows that one transaction writes or deletes: SQLite writes in the thread that serves calls. */
const SLICE_ROWS = 256

/**
 * Sums every period that is over and has no set, the newest first, and deletes sets that are stale. May be
 * interrupted anywhere. `now` in Unix seconds; `rest` waits for milliseconds.
 */
export async function buildSets(store: Store, now: number, signal: AbortSignal, rest = Bun.sleep): Promise<void> {
  // A run that was interrupted has left sets whose rows are not complete.
  await dropUnfinished(store.db, now)
  for (const level of Object.keys(LEVELS) as LevelName[]) {
    const first = await firstHour(store.reads, hourOf(now - LEVELS[level].days * DAY))
    for (const start of first === undefined ? [] : await missingPeriods(store, level, first, now)) {
      if (signal.aborted) return
      const begun = performance.now()
      await buildSet(store, level, start)
      // Works at most half of the time.
      await rest(Math.min(performance.now() - begun, 1000))
    }
  }
  await deleteStale(store, now, signal)
}

/** Starts of periods without a set, the newest first. */
async function missingPeriods({ reads }: Store, level: LevelName, first: number, now: number): Promise<number[]> {
  const { seconds } = LEVELS[level]
  const start = first - (first % seconds)
  const known = new Set(await begunPeriods(reads, level, start))
  const over = now - SETTLED_AFTER_SECONDS
  const count = Math.max(Math.floor((over - start) / seconds), 0)
  const all = Array.from({ length: count }, (_, index) => start + index * seconds)
  return all.filter((each) => !known.has(each)).reverse()
}

/**
 * Sums a period. The set is there before its roll-ups are read: whatever changes one of them from then on marks the
 * set as stale, and a stale set never becomes ready.
 */
export async function buildSet(store: Store, level: LevelName, start: number): Promise<void> {
  const id = await store.db.transaction().execute((trx) => beginSet(trx, store.engine, level, start))
  if (id === undefined) return
  const rows = await sumRollups(store.reads, level, start)
  const columns = summedColumns(level)
  const values = rows.map(
    (row): Values => [id, start, ...columns.map((name) => (row as Record<string, string | number>)[name] ?? 0)],
  )
  for (let from = 0; from < values.length; from += SLICE_ROWS) {
    const slice = values.slice(from, from + SLICE_ROWS)
    await store.db.transaction().execute((trx) => insertSums[level](trx, store.engine, slice))
  }
  await finishSet(store.db, id)
}

const summedColumns = (level: LevelName): string[] => [...LEVELS[level].keys, ...SET_SUMS]

const insertSums = Object.fromEntries(
  (Object.keys(LEVELS) as LevelName[]).map((level) => [
    level,
    createBulkInserter('rollup_sums', ['set_id', 'created_at', ...summedColumns(level)]),
  ]),
) as Record<LevelName, ReturnType<typeof createBulkInserter>>

async function deleteStale({ db }: Store, now: number, signal: AbortSignal): Promise<void> {
  for (const id of await staleSets(db, now - STALE_SECONDS)) {
    for (let deleted = SLICE_ROWS; deleted >= SLICE_ROWS; ) {
      if (signal.aborted) return
      deleted = await deleteSums(db, id, SLICE_ROWS)
      await Bun.sleep(1)
    }
    await db.deleteFrom('rollup_sets').where('id', '=', id).execute()
  }
}
