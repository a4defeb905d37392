import type { Queryable } from '../store/database.ts'

/** Who does something, from where, in which call. */
export interface Author {
  userId: number
  username: string
  ip: string
  requestId: string
}

/** Who changes what no person asked for. */
export const SYSTEM: Author = { userId: 0, username: 'system', ip: '', requestId: '' }

/** What somebody changed; `before` and `after` must not hold secrets. */
export interface AuditEntry {
  action: `${string}.${'create' | 'update' | 'delete' | 'auto_disable' | 'auto_enable'}`
  target: { kind: string; id: string | number }
  before?: unknown
  after?: unknown
}

/** Writes an audit row. Call it in the transaction of the change, so that there is never one without the other. */
export async function writeAudit(db: Queryable, by: Author, entry: AuditEntry): Promise<void> {
  const text = (value: unknown) => (value === undefined ? '' : JSON.stringify(value))
  await db
    .insertInto('audits')
    .values({
      created_at: Math.floor(Date.now() / 1000),
      actor_id: by.userId,
      actor_name: by.username,
      action: entry.action,
      target_kind: entry.target.kind,
      target_id: String(entry.target.id),
      before: text(entry.before),
      after: text(entry.after),
      ip: by.ip,
      request_id: by.requestId,
    })
    .execute()
}
