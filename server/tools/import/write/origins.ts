import { createHash } from 'node:crypto'
import type { Queryable } from '../../../platform/store/database.ts'
import type { ImportContext } from '../context.ts'
import { parseObject } from '../mapping/row.ts'
import type { TableWithIds } from './queries.ts'

/** Kinds of rows whose origin is remembered; `position` is how far the log was read. */
export type OriginKind =
  | 'option'
  | 'user'
  | 'token'
  | 'channel'
  | 'redemption'
  | 'order'
  | 'task'
  | 'midjourney'
  | 'position'

export interface Origin {
  source_id: string
  target_id: number
  state: string
}

/** The origins of some rows, by their id in the source. */
export async function findOrigins(
  { store, source }: Pick<ImportContext, 'store' | 'source'>,
  kind: OriginKind,
  ids: readonly (string | number)[],
): Promise<Map<string, Origin>> {
  if (ids.length === 0) return new Map()
  const rows = await store.db
    .selectFrom('import_origins')
    .select(['source_id', 'target_id', 'state'])
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where('source_id', 'in', ids.map(String))
    .execute()
  return new Map(rows.map((row) => [row.source_id, row]))
}

/** Remembers what a row became, or what its source says now. */
export async function saveOrigin(
  trx: Queryable,
  { source }: Pick<ImportContext, 'source'>,
  kind: OriginKind,
  { source_id, target_id, state }: Origin,
): Promise<void> {
  await trx
    .insertInto('import_origins')
    .values({ source, kind, source_id, target_id, state })
    .onConflict((conflict) => conflict.columns(['source', 'kind', 'source_id']).doUpdateSet({ target_id, state }))
    .execute()
}

/** Short prints of columns as the source had them when they were last read. */
export type Prints = Readonly<Record<string, string>>

export const printsOf = (columns: object): Prints =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, fingerprint([value]).slice(0, PRINT_LENGTH)]),
  )

const PRINT_LENGTH = 8

/**
 * Picks the columns that the source has changed since it was last read: whatever else was decided at the first run, or changed
 * here, stays. Earlier versions kept no prints: all columns count as changed.
 */
export function changedColumns<Columns extends object>(columns: Columns, before: Prints | undefined): Partial<Columns> {
  const now = printsOf(columns)
  const changed = Object.entries(columns).filter(([name]) => before?.[name] !== now[name])
  return Object.fromEntries(changed) as Partial<Columns>
}

export const isEmpty = (columns: object): boolean => Object.keys(columns).length === 0

/** Remembers what a row became, with its state in the source. */
export const saveState = (
  trx: Queryable,
  ctx: Pick<ImportContext, 'source'>,
  kind: OriginKind,
  { sourceId, target_id, state }: { sourceId: number; target_id: number; state: object },
): Promise<void> => saveOrigin(trx, ctx, kind, { source_id: String(sourceId), target_id, state: JSON.stringify(state) })

/** What an origin remembers; earlier versions kept other texts for some kinds. */
export function readState<State>({ state }: Origin): Partial<State> {
  return parseObject(state) as Partial<State>
}

/** A short text that changes when a row does. */
export function fingerprint(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16)
}

/** Those of some ids that no row has yet. */
export async function freeIds(db: Queryable, table: TableWithIds, ids: readonly number[]): Promise<Set<number>> {
  const free = new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))
  if (free.size === 0) return free
  const taken = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', [...free])
    .execute()
  for (const { id } of taken) free.delete(id)
  return free
}
