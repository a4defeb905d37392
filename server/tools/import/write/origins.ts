import { createHash } from 'node:crypto'
import type { Queryable } from '../../../platform/store/database.ts'
import type { ImportContext } from '../context.ts'
import type { Row } from '../source/reader.ts'
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

/** A short text that changes when a row does. */
export function fingerprint(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16)
}

export const fingerprintOf = (row: Row, columns: readonly string[]): string =>
  fingerprint(columns.map((name) => row[name] ?? null))

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
