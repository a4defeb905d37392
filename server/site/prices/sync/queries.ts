import type { SyncCounts, SyncRun, SyncSourceReport } from '#contract/api/price-sync.ts'
import type { SyncKind, SyncOutcome } from '#contract/prices/sync/price-changes.ts'
import type { SyncedPrice } from '#contract/prices/sync/synced-prices.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { FirstStep, PlannedChange } from '../../../money/prices/sync/plan-sync.ts'
import type { Author } from '../../../platform/audits/write.ts'
import type { Queryable } from '../../../platform/store/database.ts'

/** Readings that are kept. */
const MAX_ROWS = 200
/** Days whose changes are added up, so their steps are kept. */
const ADDED_UP_S = 30 * 24 * 3600

/** What a step found or changed. */
export interface StepChanges {
  changes: readonly PlannedChange[]
  missing: readonly string[]
}

interface NewStep extends StepChanges {
  kind: SyncKind
  outcome: SyncOutcome
  sources: readonly SyncSourceReport[]
  counts: SyncCounts
}

export const NO_COUNTS: Readonly<SyncCounts> = {
  ready: 0,
  held: 0,
  locked: 0,
  own: 0,
  same: 0,
  missing: 0,
  applied: 0,
}

/** Stores a step and returns its id. Old ones are deleted, and checks lose the changes that nobody can apply now. */
export async function insertStep(db: Queryable, by: Author, step: NewStep): Promise<number> {
  const { kind, outcome, sources, counts, changes, missing } = step
  const { id } = await db
    .insertInto('price_syncs')
    .values({
      kind,
      created_at: nowInSeconds(),
      actor_id: by.userId,
      actor_name: by.username,
      outcome,
      sources: JSON.stringify(sources),
      counts: JSON.stringify(counts),
      changes: JSON.stringify({ changes, missing }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('price_syncs')
    .where('id', '<=', id - MAX_ROWS)
    .where((is) => is.or([is('kind', '=', 'check'), is('created_at', '<', addedUpSince())]))
    .execute()
  if (kind === 'check' && outcome !== 'failed') {
    await db
      .updateTable('price_syncs')
      .set({ changes: '' })
      .where('kind', '=', 'check')
      .where('id', '<', id)
      .where('changes', '<>', '')
      .execute()
  }
  return id
}

const runColumns = [
  'id',
  'kind',
  'created_at',
  'actor_id',
  'actor_name',
  'outcome',
  'sources',
  'counts',
  'undone_at',
] as const

/** Lists the newest steps. */
export async function listSteps(db: Queryable, limit: number): Promise<SyncRun[]> {
  const rows = await db.selectFrom('price_syncs').select(runColumns).orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => ({ ...row, sources: JSON.parse(row.sources), counts: JSON.parse(row.counts) }))
}

export interface StoredStep extends StepChanges {
  id: number
  created_at: number
  undone_at: number
  sources: SyncSourceReport[]
}

/** Returns the newest check whose lists could be used, with what it found. */
export const newestCheck = (db: Queryable) => newest(db, 'check')

/** Returns the newest step that changed prices. */
export const newestApplied = (db: Queryable) => newest(db, 'apply')

async function newest(db: Queryable, kind: SyncKind): Promise<StoredStep | undefined> {
  const row = await db
    .selectFrom('price_syncs')
    .selectAll()
    .where('kind', '=', kind)
    .where('outcome', '<>', 'failed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, created_at, undone_at, sources, changes } = row
  return { id, created_at, undone_at, sources: JSON.parse(sources), ...readChanges(changes) }
}

const readChanges = (text: string): StepChanges => (text ? JSON.parse(text) : { changes: [], missing: [] })

/** The prices that undos have taken back, by model. */
export async function undonePrices(db: Queryable): Promise<ReadonlyMap<string, SyncedPrice>> {
  const rows = await db
    .selectFrom('price_syncs')
    .select('changes')
    .where('kind', '=', 'apply')
    .where('undone_at', '>', 0)
    .orderBy('id')
    .execute()
  return new Map(rows.flatMap((row) => readChanges(row.changes).changes.map(({ model, after }) => [model, after])))
}

const addedUpSince = () => nowInSeconds() - ADDED_UP_S

/** The first step of the last 30 days that changed the price of each model and was not undone. */
export async function firstSteps(db: Queryable): Promise<ReadonlyMap<string, FirstStep>> {
  const rows = await db
    .selectFrom('price_syncs')
    .select('changes')
    .where('kind', '=', 'apply')
    .where('undone_at', '=', 0)
    .where('created_at', '>=', addedUpSince())
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    rows.flatMap((row) =>
      readChanges(row.changes).changes.map(({ model, before, after }) => [model, { before, after }]),
    ),
  )
}

/** When the lists were last read, by anybody or by the schedule, and how it ended. */
export async function lastCheck(db: Queryable, by: 'anybody' | 'schedule' = 'anybody') {
  const query = db.selectFrom('price_syncs').select(['created_at', 'outcome']).where('kind', '=', 'check')
  const ofActor = by === 'schedule' ? query.where('actor_id', '=', 0) : query
  return ofActor.orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** How many models each list had the last time. */
export async function knownLists(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('price_lists').selectAll().execute()
  return new Map(rows.map(({ address, models }) => [address, models]))
}

/** Remembers how many models the lists have. */
export async function rememberLists(db: Queryable, reports: readonly SyncSourceReport[]): Promise<void> {
  const read_at = nowInSeconds()
  for (const { address, models } of reports) {
    await db
      .insertInto('price_lists')
      .values({ address, models, read_at })
      .onConflict((conflict) => conflict.column('address').doUpdateSet({ models, read_at }))
      .execute()
  }
}
