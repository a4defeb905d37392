import type { AlertItem } from '../../people/notices/tell-user.ts'
import { publicAddress } from '../../platform/options/server-address.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { joinItems, messageOf, type Sender } from './message.ts'
import { quietUntil } from './quiet-hours.ts'
import { sendToSink } from './send.ts'
import type { SinkFailure } from './sinks/sink.ts'
import type { AlertMessageRow, AlertSinkRow } from './tables.ts'

/** A node that dies while it sends leaves its messages to be sent again after this time. */
const CLAIM_SECONDS = 120
/** Pauses between attempts double from the first to the last of these. */
const FIRST_PAUSE = 15
const LAST_PAUSE = 3600
/** After a day nobody needs the message any more; the page has the alert. */
const GIVE_UP_SECONDS = 86_400
const MAX_MESSAGES = 500
const MAX_REASON = 300

type Waiting = AlertMessageRow & { parsed: AlertItem[] }

/** Who sends messages of alerts; those about a user's own account lead to the account. */
export const senderOf = (services: Platform, userId: number): Sender => ({
  site: services.options.values.SystemName,
  link: `${publicAddress(services)}${userId === 0 ? '/alerts' : '/setting'}`,
})

/**
 * Sends the messages that are due, those of a sink as one. A message is deleted only when its sink has taken it: whoever
 * dies in between, it is sent again.
 */
export async function deliverMessages(services: Platform, now: number, signal?: AbortSignal): Promise<void> {
  const { db } = services.store
  const rows = await db
    .selectFrom('alert_messages')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('id')
    .limit(MAX_MESSAGES)
    .execute()
  const bySink = Map.groupBy(rows, ({ sink_id }) => sink_id)
  const sinks = bySink.size === 0 ? [] : await sinksWith(db, [...bySink.keys()])
  await Promise.all(
    [...bySink].map(async ([id, messages]) => {
      const sink = sinks.find((row) => row.id === id)
      if (!sink) return deleteMessages(db, messages)
      if (!signal?.aborted) await deliverTo(services, sink, messages, now)
    }),
  )
}

const sinksWith = (db: Queryable, ids: number[]): Promise<AlertSinkRow[]> =>
  db.selectFrom('alert_sinks').selectAll().where('id', 'in', ids).where('enabled', '=', 1).execute()

async function deliverTo(services: Platform, sink: AlertSinkRow, rows: AlertMessageRow[], now: number): Promise<void> {
  const { db } = services.store
  const waiting = rows.map((row): Waiting => ({ ...row, parsed: JSON.parse(row.items) }))
  const quiet = quietUntil(now, sink.quiet_from, sink.quiet_to, services.options.values.TimeZone)
  const isLater = ({ parsed }: Waiting) => quiet !== undefined && !parsed.some(({ urgent }) => urgent)
  await postpone(db, waiting.filter(isLater), quiet ?? now)
  const claimed = await claim(
    db,
    waiting.filter((row) => !isLater(row)),
    now,
  )
  const [first] = claimed
  if (!first) return
  const items = joinItems(claimed.map(({ parsed }) => parsed))
  const id = `${first.id}-${claimed.at(-1)?.id}`
  const failure = await sendToSink(services, sink, (language) =>
    messageOf(id, items, language, senderOf(services, sink.user_id)),
  )
  if (failure) await noteFailure(services, sink, claimed, failure, now)
  else await noteSuccess(db, sink, claimed, items, now)
}

async function postpone(db: Queryable, rows: readonly Waiting[], due_at: number): Promise<void> {
  if (rows.length > 0) await db.updateTable('alert_messages').set({ due_at }).where('id', 'in', idsOf(rows)).execute()
}

/** Takes messages for this node. Those that another one has taken meanwhile are left out. */
async function claim(db: Queryable, rows: readonly Waiting[], now: number): Promise<Waiting[]> {
  if (rows.length === 0) return []
  const taken = await db
    .updateTable('alert_messages')
    .set((row) => ({ due_at: now + CLAIM_SECONDS, attempts: row('attempts', '+', 1) }))
    .where('id', 'in', idsOf(rows))
    .where('due_at', '<=', now)
    .returning('id')
    .execute()
  const ids = new Set(taken.map(({ id }) => id))
  return rows.filter(({ id }) => ids.has(id))
}

async function noteSuccess(
  db: Platform['store']['db'],
  sink: AlertSinkRow,
  rows: readonly Waiting[],
  items: readonly AlertItem[],
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await deleteMessages(trx, rows)
    await trx
      .updateTable('alerts')
      .set({ notified_at: now })
      .where(
        'id',
        'in',
        items.map(({ alert }) => alert),
      )
      .execute()
    await trx.updateTable('alert_sinks').set({ last_sent_at: now, last_error: '' }).where('id', '=', sink.id).execute()
  })
}

async function noteFailure(
  { log, store: { db } }: Platform,
  sink: AlertSinkRow,
  rows: readonly Waiting[],
  { reason, retryAfter = 0 }: SinkFailure,
  now: number,
): Promise<void> {
  log.warn({ sink: sink.id, kind: sink.kind, reason }, 'a message about alerts was not taken')
  const old = rows.filter(({ created_at }) => now - created_at >= GIVE_UP_SECONDS)
  await deleteMessages(db, old)
  for (const row of rows.filter((one) => !old.includes(one))) {
    const pause = Math.min(FIRST_PAUSE * 2 ** Math.min(row.attempts, 10), LAST_PAUSE)
    await postpone(db, [row], now + Math.max(pause, Math.min(retryAfter, LAST_PAUSE)))
  }
  await noteError(db, sink.id, reason, now)
}

/** Stores why a sink did not take a message. */
export async function noteError(db: Queryable, sinkId: number, reason: string, now: number): Promise<void> {
  await db
    .updateTable('alert_sinks')
    .set({ last_error: reason.replaceAll('\0', '').slice(0, MAX_REASON), last_error_at: now })
    .where('id', '=', sinkId)
    .execute()
}

async function deleteMessages(db: Queryable, rows: readonly Pick<AlertMessageRow, 'id'>[]): Promise<void> {
  if (rows.length > 0) await db.deleteFrom('alert_messages').where('id', 'in', idsOf(rows)).execute()
}

const idsOf = (rows: readonly Pick<AlertMessageRow, 'id'>[]) => rows.map(({ id }) => id)
