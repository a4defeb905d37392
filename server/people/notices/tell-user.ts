import type { Words } from '#contract/words.ts'
import type { Queryable } from '../../platform/store/database.ts'

/** Texts of an alert as they are stored. */
export interface AlertTexts {
  title: Words
  text: Words
}

/** A change of an alert as a sink is told. */
export interface AlertItem extends AlertTexts {
  alert: number
  state: 'open' | 'resolved'
  kind: string
  subject: string
  name: string
  value: number
  since: number
  until: number
  urgent: boolean
}

/** Something that a user is told. */
export interface Notice {
  kind: 'low_balance' | 'token_expiring' | 'new_device'
  title: Words
  /** A whole sentence; the title by default. */
  text?: Words
}

/**
 * Stores a message for each of a user's own sinks. Those that mail are left out: of these things the server mails users
 * anyway. Call it in the transaction that marks the user as told.
 */
export async function tellUser(db: Queryable, userId: number, { kind, title, text = title }: Notice, now: number) {
  const item: AlertItem = {
    ...{ alert: 0, state: 'open', kind, subject: String(userId), name: '', value: 0 },
    ...{ title, text, since: now, until: 0, urgent: kind === 'new_device' },
  }
  await queueForUser(db, userId, [item], now, false)
}

/** Stores a message about changes of a user's alerts. */
export async function queueForUser(
  db: Queryable,
  userId: number,
  items: readonly AlertItem[],
  now: number,
  withMail: boolean,
): Promise<void> {
  if (items.length === 0) return
  let query = db.selectFrom('alert_sinks').select('id').where('user_id', '=', userId).where('enabled', '=', 1)
  if (!withMail) query = query.where('kind', '!=', 'mail')
  const rows = await query.execute()
  if (rows.length === 0) return
  const message = { user_id: userId, items: JSON.stringify(items), created_at: now, due_at: now }
  await db
    .insertInto('alert_messages')
    .values(rows.map(({ id }) => ({ sink_id: id, ...message })))
    .execute()
}
