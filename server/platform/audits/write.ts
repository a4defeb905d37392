import { nowInSeconds } from '#server/platform/clock.ts'
import type { Queryable } from '../store/database.ts'
import { withoutPasswords } from './without-passwords.ts'

/** The actor of a change, with IP address and request. */
export interface Author {
  userId: number
  username: string
  ip: string
  requestId: string
}

/** The actor of automatic changes. */
export const SYSTEM: Author = { userId: 0, username: 'system', ip: '', requestId: '' }

/** A change; `before` and `after` must not contain secrets. */
export interface AuditEntry {
  action: `${string}.${'create' | 'update' | 'delete' | 'auto_disable' | 'auto_enable' | 'rotate' | 'refuse' | 'stop'}`
  target: { kind: string; id: string | number }
  before?: unknown
  after?: unknown
}

/** Rows in one statement: each may hold two long texts. */
const CHUNK = 100

/** Writes an audit row. Call it in the transaction of the change, so that neither exists without the other. */
export const writeAudit = (db: Queryable, by: Author, entry: AuditEntry): Promise<void> => writeAudits(db, by, [entry])

/** Does the same for changes of many targets. */
export async function writeAudits(db: Queryable, by: Author, entries: readonly AuditEntry[]): Promise<void> {
  const text = (value: unknown) => (value === undefined ? '' : withoutPasswords(JSON.stringify(value)))
  const created_at = nowInSeconds()
  const rows = entries.map(({ action, target, before, after }) => ({
    created_at,
    actor_id: by.userId,
    actor_name: by.username,
    action,
    target_kind: target.kind,
    target_id: String(target.id),
    before: text(before),
    after: text(after),
    ip: by.ip,
    request_id: by.requestId,
  }))
  for (let start = 0; start < rows.length; start += CHUNK) {
    await db
      .insertInto('audits')
      .values(rows.slice(start, start + CHUNK))
      .execute()
  }
}
