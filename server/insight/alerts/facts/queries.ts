import { sql } from 'kysely'
import { CHANNEL_STATUS, KEY_STATUS } from '#contract/statuses.ts'
import { FAILURE_KINDS } from '#contract/traffic.ts'
import { FIRST_BYTE_COLUMNS } from '../../../calls/traffic/columns.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import type { VendorBalance } from '../kinds/balance.ts'
import type { BudgetState } from '../kinds/budget.ts'
import type { CacheUse } from '../kinds/cache-share.ts'
import type { ChannelState } from '../kinds/channel-down.ts'
import type { NodeDisk } from '../kinds/disk.ts'
import type { ChannelAttempts } from '../kinds/error-rate.ts'
import type { KeyFacts } from '../kinds/key-down.ts'
import type { AlertLinks } from '../kinds/kind.ts'
import type { ChannelTimes } from '../kinds/latency.ts'
import type { Loss } from '../kinds/margin.ts'
import type { Spend } from '../kinds/spend.ts'
import { openAlertsOf } from '../queries.ts'

const HOUR = 3600
const DAY = 86_400
/** Days of which the average is usual. */
const USUAL_DAYS = 14

/**
 * All channels with their status, why they were disabled automatically, and how often their only key or its account was
 * refused in this hour of the clock and the one before. A channel that the server has enabled since is well: its test passed.
 */
export async function channelStates(db: Queryable, now: number): Promise<ChannelState[]> {
  const info = sql<string>`case when status = ${CHANNEL_STATUS.autoDisabled} then other_info else '' end`.as('info')
  const rows = await db.selectFrom('channels').select(['id', 'name', 'status', info]).execute()
  const refusals = await db
    .selectFrom('traffic_hours')
    .where('created_at', '>=', thisHour(now) - HOUR)
    .where('channel_id', 'not in', (keys) => keys.selectFrom('channel_keys').select('channel_id'))
    .where(sql<boolean>`failed_quota + failed_key > 0`)
    .where(({ not, exists, selectFrom }) => {
      const target = sql<string>`cast(traffic_hours.channel_id as text)`
      const enabled = selectFrom('audits')
        .select('id')
        .where('target_kind', '=', 'channel')
        .where('target_id', '=', target)
      const since = enabled.whereRef('audits.created_at', '>=', 'traffic_hours.created_at')
      return not(exists(since.where('action', '=', 'channel.auto_enable')))
    })
    .groupBy('channel_id')
    .select(['channel_id', sql<number>`sum(failed_quota)`.as('money'), sql<number>`sum(failed_key)`.as('key')])
    .execute()
  const refused = new Map(
    refusals.map(({ channel_id, money, key }) => [channel_id, { money: Number(money), key: Number(key) }]),
  )
  return rows.map(({ info, ...channel }) => ({ ...channel, reason: reasonIn(info), refused: refused.get(channel.id) }))
}

/** Imported rows may hold other texts. */
function reasonIn(info: string): string {
  try {
    const { status_reason } = JSON.parse(info)
    return typeof status_reason === 'string' ? status_reason : ''
  } catch {
    return ''
  }
}

const thisHour = (now: number) => now - (now % HOUR)

/** Attempts at channels in this hour of the clock and the one before. */
export async function attempts(db: Queryable, now: number): Promise<ChannelAttempts[]> {
  const hour = thisHour(now)
  const failed = FAILURE_KINDS.filter((kind) => kind !== 'caller').map((kind) => sql.ref(`failed_${kind}`))
  const rows = await db
    .selectFrom('traffic_hours')
    .innerJoin('channels', 'channels.id', 'traffic_hours.channel_id')
    .where('traffic_hours.created_at', '>=', hour - HOUR)
    .groupBy(['channels.id', 'channels.name', 'traffic_hours.created_at'])
    .select(['channels.id', 'channels.name', 'traffic_hours.created_at'])
    .select(sql<number>`sum(served)`.as('served'))
    .select(sql<number>`sum(${sql.join(failed, sql` + `)})`.as('failed'))
    .orderBy('channels.id')
    .execute()
  const channels = new Map<number, ChannelAttempts>()
  for (const { id, name, created_at, served, failed } of rows) {
    const none = { served: 0, failed: 0 }
    const channel = channels.get(id) ?? { id, name, hour: none, before: none }
    channels.set(id, { ...channel, [created_at >= hour ? 'hour' : 'before']: { served, failed } })
  }
  return [...channels.values()]
}

/** How long answers of channels took to begin, in the same time. */
export async function firstBytes(db: Queryable, now: number): Promise<ChannelTimes[]> {
  const sums = FIRST_BYTE_COLUMNS.map((name) => sql<number>`sum(${sql.ref(name)})`.as(name))
  const rows = (await db
    .selectFrom('traffic_hours')
    .innerJoin('channels', 'channels.id', 'traffic_hours.channel_id')
    .where('traffic_hours.created_at', '>=', thisHour(now) - HOUR)
    .groupBy(['channels.id', 'channels.name'])
    .select(['channels.id', 'channels.name', ...(sums as [])])
    .orderBy('channels.id')
    .execute()) as (Record<string, number> & { id: number; name: unknown })[]
  return rows.map((row) => ({
    id: row.id,
    name: String(row.name),
    firstBytes: FIRST_BYTE_COLUMNS.map((column) => row[column] ?? 0),
  }))
}

/** Finds what has lost money since a time. */
export function findLosses(db: Queryable, since: number): Promise<Loss[]> {
  const quota = sql<number>`sum(quota_data.costed_quota - quota_data.costed_refunded)`
  const cost = sql<number>`round(sum(quota_data.cost) / 1000.0)`
  return db
    .selectFrom('quota_data')
    .leftJoin('channels', 'channels.id', 'quota_data.channel_id')
    .where('quota_data.created_at', '>=', since)
    .groupBy(['quota_data.channel_id', 'quota_data.model_name'])
    .having(sql<boolean>`${cost} > ${quota}`)
    .select(['quota_data.channel_id', 'quota_data.model_name', quota.as('quota'), cost.as('cost')])
    .select(sql<string>`coalesce(max(channels.name), '')`.as('channel_name'))
    .orderBy('quota_data.channel_id')
    .orderBy('quota_data.model_name')
    .execute()
}

/** Channels that calls may use and whose balance has been read. */
export const vendorBalances = (db: Queryable): Promise<VendorBalance[]> =>
  db
    .selectFrom('channels')
    .select(['id', 'name', 'balance'])
    .where('status', '=', CHANNEL_STATUS.enabled)
    .where('balance_updated_time', '>', 0)
    .orderBy('id')
    .execute()

/** The disks of nodes that have reported them. */
export const disks = (db: Queryable): Promise<NodeDisk[]> =>
  db
    .selectFrom('nodes')
    .select(['id', 'host', 'disk_free as free', 'disk_size as size'])
    .where('disk_size', '>', 0)
    .execute()

/** Keys of pools that are not enabled, and the channels with an open alert of which a key was enabled again. */
export async function keyStates(db: Queryable): Promise<KeyFacts> {
  const off = await db
    .selectFrom('channel_keys')
    .innerJoin('channels', 'channels.id', 'channel_keys.channel_id')
    .select(['channel_keys.id', 'mask', 'channel_keys.status', 'reason', 'channel_id', 'channels.name as channel_name'])
    .where('channel_keys.status', '!=', KEY_STATUS.enabled)
    .orderBy('channel_keys.id')
    .execute()
  const open = (await openAlertsOf(db, 'key_down')).map(({ links }) => JSON.parse(links || '{}') as AlertLinks)
  const keys = open.flatMap(({ keys = [] }) => keys)
  const enabled = await db
    .selectFrom('channel_keys')
    .select('channel_id')
    .distinct()
    .where('id', 'in', keys.length > 0 ? keys : [0])
    .where('status', '=', KEY_STATUS.enabled)
    .execute()
  return { off, enabled: enabled.map(({ channel_id }) => channel_id) }
}

export type SpendColumn = 'user_id' | 'token_id' | 'model_name'

/** Net charges of the last day and the daily average before, of whoever was charged within the day. */
export async function spendsOf(db: Queryable, column: SpendColumn, now: number): Promise<Spend[]> {
  const since = now - DAY
  const net = sql`quota_data.quota - quota_data.refunded`
  const day = sql<number>`sum(case when quota_data.created_at >= ${since} then ${net} else 0 end)`
  const before = sql<number>`sum(case when quota_data.created_at < ${since} then ${net} else 0 end)`
  const of = sql<string | number>`${sql.ref(`quota_data.${column}`)}`
  const name = { user_id: sql<string>`max(quota_data.username)`, token_id: sql<string>`coalesce(max(tokens.name), '')` }
  const rows = await db
    .selectFrom('quota_data')
    .leftJoin('tokens', 'tokens.id', 'quota_data.token_id')
    .where('quota_data.created_at', '>=', since - USUAL_DAYS * DAY)
    .groupBy(of)
    .having(day, '>', 0)
    .select([of.as('subject'), day.as('day'), before.as('before')])
    .select((column === 'model_name' ? sql<string>`max(quota_data.model_name)` : name[column]).as('name'))
    .execute()
  return rows
    .filter(({ subject }) => subject !== 0 && subject !== '')
    .map((row) => ({ subject: String(row.subject), name: row.name, day: row.day, usual: row.before / USUAL_DAYS }))
}

/** Budgets in their present windows of which half is used at least. */
export async function usedBudgets(db: Queryable, now: number): Promise<BudgetState[]> {
  const rows = await db
    .selectFrom('budget_windows')
    .select(['id', 'scope', 'subject', 'budget', 'used', 'quota'])
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .where('quota', '>', 0)
    .where(sql<boolean>`used * 2 >= quota`)
    .orderBy('id')
    .execute()
  const ids = (scope: string) => rows.filter((row) => row.scope === scope).map(({ subject }) => Number(subject))
  const named = async (table: 'users' | 'tokens' | 'channels', list: number[]) => {
    if (list.length === 0) return new Map<number, string>()
    const column = table === 'users' ? 'username' : 'name'
    const found = await db
      .selectFrom(table)
      .select(['id', sql<string>`${sql.ref(column)}`.as('name')])
      .where('id', 'in', list)
      .execute()
    return new Map(found.map(({ id, name }) => [id, name]))
  }
  const names: Record<string, Map<number, string>> = {
    user: await named('users', ids('user')),
    token: await named('tokens', ids('token')),
    channel: await named('channels', ids('channel')),
  }
  return rows.map(({ subject, ...row }) => {
    const id = Number(subject)
    const known = names[row.scope]
    const owner = { user_id: row.scope === 'user' ? id : 0, channel_id: row.scope === 'channel' ? id : 0 }
    return { ...row, ...owner, name: known ? `${known.get(id) ?? '—'} (#${id})` : subject }
  })
}

/** Prompts of models of the last day and of the week before it. */
export async function cacheUse(db: Queryable, now: number): Promise<CacheUse[]> {
  const since = now - DAY
  const of = (isDay: boolean, column: 'prompt_tokens' | 'cached_tokens') =>
    sql<number>`sum(case when created_at >= ${since} then ${isDay ? sql.ref(column) : sql`0`} else ${isDay ? sql`0` : sql.ref(column)} end)`
  const rows = await db
    .selectFrom('quota_data')
    .where('created_at', '>=', since - 7 * DAY)
    .groupBy('model_name')
    .select(['model_name', of(true, 'prompt_tokens').as('prompt'), of(true, 'cached_tokens').as('cached')])
    .select([of(false, 'prompt_tokens').as('prompt_before'), of(false, 'cached_tokens').as('cached_before')])
    .orderBy('model_name')
    .execute()
  return rows.map(({ model_name, prompt, cached, prompt_before, cached_before }) => ({
    model: model_name,
    day: { prompt, cached },
    week: { prompt: prompt_before, cached: cached_before },
  }))
}
