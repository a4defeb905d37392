import type { Queryable } from '../store/database.ts'
import { listMatchingValues } from '../store/loose-scan.ts'
import { type PageRequest, readPage } from '../store/read-page.ts'

/** The filter; "" and undefined match any value. */
export interface AuditFilter {
  /** An id or a full name. */
  actor?: string
  /** A full action (`user.update`), or all of a kind (`user`). */
  action?: string
  target_kind?: string
  /** One, or any of several. */
  target_id?: string | readonly string[]
  /** Unix seconds, both inclusive. */
  start_timestamp?: number | undefined
  end_timestamp?: number | undefined
}

const SHOWN_COLUMNS = [
  'id',
  'created_at',
  'actor_id',
  'actor_name',
  'action',
  'target_kind',
  'target_id',
  'before',
  'after',
  'ip',
  'request_id',
] as const

/** More than the number of actions of one kind. */
const MAX_ACTIONS = 200

/** Reads a page of the audit log, newest first. */
export async function listAudits(db: Queryable, filter: AuditFilter, listing: PageRequest<'id'>) {
  const { actor, action, target_kind, target_id, start_timestamp, end_timestamp } = filter
  let query = db.selectFrom('audits').select(SHOWN_COLUMNS)
  if (actor && /^\d{1,15}$/.test(actor)) {
    query = query.where((where) => where.or([where('actor_id', '=', Number(actor)), where('actor_name', '=', actor)]))
  } else if (actor) query = query.where('actor_name', '=', actor)
  if (action?.includes('.')) query = query.where('action', '=', action)
  else if (action) {
    const actions = await listMatchingValues(db, 'audits', 'action', `${action}.%`, MAX_ACTIONS)
    if (actions.length === 0) return { rows: [], total: 0 }
    query = query.where('action', 'in', actions)
  }
  if (target_kind) query = query.where('target_kind', '=', target_kind)
  if (typeof target_id === 'object') query = query.where('target_id', 'in', target_id)
  else if (target_id) query = query.where('target_id', '=', target_id)
  if (start_timestamp) query = query.where('created_at', '>=', start_timestamp)
  if (end_timestamp) query = query.where('created_at', '<=', end_timestamp)
  return readPage(query, 'id', listing)
}

/** Lists the entries that one request wrote about targets of a kind. */
export function listAuditsOfRequest(db: Queryable, requestId: string, kind: string, ids: readonly number[]) {
  return db
    .selectFrom('audits')
    .select(['target_id', 'before', 'after'])
    .where('target_kind', '=', kind)
    .where('target_id', 'in', ids.map(String))
    .where('request_id', '=', requestId)
    .orderBy('id')
    .execute()
}
