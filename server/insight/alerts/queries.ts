import { sql } from 'kysely'
import type { Queryable } from '../../platform/store/database.ts'
import { type PageRequest, readPage } from '../../platform/store/read-page.ts'
import type { AlertRow, AlertRuleRow, AlertSinkRow } from './tables.ts'

export interface AlertFilter {
  state: '' | 'open' | 'resolved'
  kind: string
  start_timestamp: number | undefined
  end_timestamp: number | undefined
}

/** Reads a page of the site's alerts, newest first. */
export function pageOfAlerts(db: Queryable, filter: AlertFilter, listing: PageRequest<'id'>) {
  let query = db.selectFrom('alerts').selectAll().where('user_id', '=', 0)
  if (filter.state === 'open') query = query.where('until', '=', 0)
  if (filter.state === 'resolved') query = query.where('until', '>', 0)
  if (filter.kind) query = query.where('kind', '=', filter.kind)
  if (filter.start_timestamp) query = query.where('since', '>=', filter.start_timestamp)
  if (filter.end_timestamp) query = query.where('since', '<=', filter.end_timestamp)
  return readPage(query, 'id', listing)
}

/** The site's open alerts of a kind. */
export const openAlertsOf = (db: Queryable, kind: string): Promise<AlertRow[]> =>
  db.selectFrom('alerts').selectAll().where('until', '=', 0).where('kind', '=', kind).where('user_id', '=', 0).execute()

/** The number of the site's open alerts that nobody has acknowledged. */
export async function countOpen(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('alerts')
    .select(sql<number>`count(*)`.as('count'))
    .where('until', '=', 0)
    .where('user_id', '=', 0)
    .where('acknowledged_at', '=', 0)
    .executeTakeFirstOrThrow()
  return row.count
}

export const findAlert = (db: Queryable, id: number): Promise<AlertRow | undefined> =>
  db.selectFrom('alerts').selectAll().where('id', '=', id).where('user_id', '=', 0).executeTakeFirst()

export const listRules = (db: Queryable): Promise<AlertRuleRow[]> =>
  db.selectFrom('alert_rules').selectAll().orderBy('id').execute()

export const findRule = (db: Queryable, id: number): Promise<AlertRuleRow | undefined> =>
  db.selectFrom('alert_rules').selectAll().where('id', '=', id).executeTakeFirst()

/** The site's sinks, or a user's. */
export const listSinks = (db: Queryable, userId = 0): Promise<AlertSinkRow[]> =>
  db.selectFrom('alert_sinks').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export const findSink = (db: Queryable, id: number, userId = 0): Promise<AlertSinkRow | undefined> =>
  db.selectFrom('alert_sinks').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()

/** The number of open alerts by rule, and of waiting messages by sink. */
export async function countsBySetup(db: Queryable) {
  const count = sql<number>`count(*)`.as('count')
  const open = await db
    .selectFrom('alerts')
    .select(['rule_id', count])
    .where('until', '=', 0)
    .groupBy('rule_id')
    .execute()
  const waiting = await db.selectFrom('alert_messages').select(['sink_id', count]).groupBy('sink_id').execute()
  return {
    open: new Map(open.map((row) => [row.rule_id, row.count])),
    waiting: new Map(waiting.map((row) => [row.sink_id, row.count])),
  }
}

/** Deletes alerts that ended before a time. */
export async function deleteAlertsBefore(db: Queryable, seconds: number): Promise<void> {
  await db.deleteFrom('alerts').where('until', '>', 0).where('until', '<', seconds).execute()
}

/** Users of whom a budget has an open alert. */
export async function usersWithOpenBudgets(db: Queryable): Promise<number[]> {
  const query = db.selectFrom('alerts').select('user_id').distinct().where('until', '=', 0).where('kind', '=', 'budget')
  return (await query.where('user_id', '>', 0).execute()).map(({ user_id }) => user_id)
}

/** The users with sinks of their own to whom budgets of users and tokens belong, by the id of the window. */
export async function budgetOwners(db: Queryable, budgets: readonly { id: number }[]): Promise<Map<number, number>> {
  if (budgets.length === 0) return new Map()
  const rows = await db
    .selectFrom('budget_windows')
    .leftJoin('tokens', (join) =>
      join
        .onRef('budget_windows.subject', '=', sql<string>`cast(tokens.id as text)`)
        .on('budget_windows.scope', '=', 'token'),
    )
    .where(
      'budget_windows.id',
      'in',
      budgets.map(({ id }) => id),
    )
    .select(['budget_windows.id', 'scope', 'subject', 'tokens.user_id'])
    .execute()
  const sinks = await db.selectFrom('alert_sinks').select('user_id').distinct().where('user_id', '>', 0).execute()
  const told = new Set(sinks.map(({ user_id }) => user_id))
  const owners = rows.map(
    ({ id, scope, subject, user_id }) => [id, scope === 'user' ? Number(subject) : (user_id ?? 0)] as const,
  )
  return new Map(owners.filter(([, user]) => told.has(user)))
}
