import { MAX_USAGE_PARTS, type UsageRow } from '#contract/api/statistics.ts'
import type { Queryable } from '../../../../platform/store/database.ts'
import { hoursByPart, type PartFilter, type PartKind, totalsByPart } from './queries.ts'

interface Total {
  by_id: number
  token_used: number
  count: number
  quota: number
  failed_count: number
}

interface Name {
  id: number
  name: string
  deleted: boolean
  user_id: number
  username: string
}

/**
 * Usage by hour and token, channel or user, with names. All but the most used ones are summed up under the id null:
 * rows stay few, however many users there are.
 */
export async function usageByPart(db: Queryable, kind: PartKind, filter: PartFilter): Promise<UsageRow[]> {
  const totals = await totalsByPart(db, kind, filter)
  const shown = mostUsed(totals, MAX_USAGE_PARTS)
  if (shown.length === 0) return []
  const [isAll, isShown] = [shown.length === totals.length, new Set(shown)]
  const [rows, names] = await Promise.all([
    hoursByPart(db, kind, filter, isAll ? undefined : totals.filter(({ by_id }) => isShown.has(by_id))),
    readNames(db, kind, shown),
  ])
  const byId = new Map(names.map((name) => [name.id, name]))
  return rows.map(({ by_id, ...row }) => {
    const name = by_id === null ? undefined : byId.get(by_id)
    const unknown = { user_id: kind === 'user' ? (by_id ?? 0) : 0, username: '' }
    return {
      id: 0,
      user_id: name?.user_id ?? unknown.user_id,
      username: name?.username ?? unknown.username,
      model_name: '',
      ...row,
      by_id,
      by_name: name?.name ?? '',
      // The id 0 means none, so nothing was deleted.
      by_deleted: Boolean(by_id) && (name?.deleted ?? true),
    }
  })
}

/**
 * Returns the ids that are among the first `limit` by money, calls, tokens or errors; all of them if there are no
 * more.
 */
export function mostUsed(totals: readonly Total[], limit: number): number[] {
  if (totals.length <= limit) return totals.map(({ by_id }) => by_id)
  const first = (by: Exclude<keyof Total, 'by_id'>) =>
    totals.toSorted((a, b) => b[by] - a[by] || a.by_id - b.by_id).slice(0, limit)
  const ranked = [...first('quota'), ...first('count'), ...first('token_used'), ...first('failed_count')]
  return [...new Set(ranked.map(({ by_id }) => by_id))]
}

async function readNames(db: Queryable, kind: PartKind, ids: readonly number[]): Promise<Name[]> {
  if (kind === 'channel') {
    const rows = await db.selectFrom('channels').select(['id', 'name']).where('id', 'in', ids).execute()
    return rows.map((row) => ({ ...row, deleted: false, user_id: 0, username: '' }))
  }
  if (kind === 'user') {
    const rows = await db.selectFrom('users').select(['id', 'username', 'deleted_at']).where('id', 'in', ids).execute()
    return rows.map(({ id, username, deleted_at }) => {
      return { id, name: username, deleted: deleted_at !== null, user_id: id, username }
    })
  }
  const rows = await db
    .selectFrom('tokens')
    .leftJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.id', 'tokens.name', 'tokens.deleted_at', 'tokens.user_id', 'users.username'])
    .where('tokens.id', 'in', ids)
    .execute()
  return rows.map(({ deleted_at, username, ...row }) => ({
    ...row,
    deleted: deleted_at !== null,
    username: username ?? '',
  }))
}
