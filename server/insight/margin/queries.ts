import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { MarginAlert, MarginBy, MarginRow, MarginSort, MarginSums } from '#contract/api/margin.ts'
import type { Queryable } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'
import type { AlertLinks } from '../alerts/kinds/kind.ts'
import { openAlertsOf } from '../alerts/queries.ts'

/** Which hourly sums count. */
export interface MarginFilter {
  /** Unix seconds, both inclusive. */
  start: number
  end: number
  channel?: number | undefined
  model_name: string
  username: string
  group: string
}

/** How they are summed and sorted. */
export interface MarginGrouping {
  by: MarginBy
  /** Unix seconds at which some day of the reader begins. */
  origin: number
  sort: MarginSort
  order: 'asc' | 'desc'
  limit: number
}

const DAY = 86_400
const MARGIN_TABLES = ['quota_data', 'users', 'channels'] as const
type MarginTables = (typeof MARGIN_TABLES)[number]

const quota = sql<number>`sum(quota_data.quota - quota_data.refunded)`
const costed = sql<number>`sum(quota_data.costed_quota - quota_data.costed_refunded)`
/** Thousandths of a unit are rounded once, after the sum: sums of them may be no exact numbers of JavaScript. */
const cost = sql<number>`round(sum(quota_data.cost) / 1000.0)`
const count = sql<number>`sum(quota_data.count)`
const sums = [quota.as('quota'), costed.as('costed'), cost.as('cost'), count.as('count')] as const

function filtered(
  db: Queryable,
  filter: MarginFilter,
): SelectQueryBuilder<Pick<Tables, MarginTables>, MarginTables, unknown> {
  let query = db
    .selectFrom('quota_data')
    .leftJoin('users', 'users.id', 'quota_data.user_id')
    .leftJoin('channels', 'channels.id', 'quota_data.channel_id')
    .where('quota_data.created_at', '>=', filter.start)
    .where('quota_data.created_at', '<=', filter.end)
  if (filter.channel !== undefined) query = query.where('quota_data.channel_id', '=', filter.channel)
  if (filter.model_name) query = query.where('quota_data.model_name', '=', filter.model_name)
  if (filter.username) query = query.where('users.username', '=', filter.username)
  if (filter.group) query = query.where('users.group', '=', filter.group)
  return query as never
}

/** The sum of all rows. */
export async function marginTotal(db: Queryable, filter: MarginFilter): Promise<MarginSums> {
  const row = await filtered(db, filter)
    .select([...sums])
    .executeTakeFirst()
  return { quota: row?.quota ?? 0, costed: row?.costed ?? 0, cost: row?.cost ?? 0, count: row?.count ?? 0 }
}

/** The tokens that vendors read from their caches, by channel and model. */
export function cachedTokens(db: Queryable, filter: MarginFilter) {
  const tokens = sql<number>`sum(quota_data.cached_tokens)`
  return filtered(db, filter)
    .groupBy(['quota_data.channel_id', 'quota_data.model_name'])
    .having(sql<boolean>`${tokens} > 0`)
    .select(['quota_data.channel_id', 'quota_data.model_name', tokens.as('tokens')])
    .execute()
}

/** The id and the name by which rows are told apart. */
function keyOf(by: MarginBy, origin: number): { id: RawBuilder<number>; name: RawBuilder<string> } {
  if (by === 'channel') return { id: sql`quota_data.channel_id`, name: sql`coalesce(max(channels.name), '')` }
  if (by === 'user')
    return { id: sql`quota_data.user_id`, name: sql`coalesce(max(users.username), max(quota_data.username))` }
  if (by === 'model') return { id: sql`0`, name: sql`quota_data.model_name` }
  if (by === 'group') return { id: sql`0`, name: sql`coalesce(users."group", '')` }
  // Counted from a time before all rows, since a division cuts toward zero.
  const first = (origin % DAY) - DAY
  return { id: sql`(quota_data.created_at - ${first}) / ${DAY} * ${DAY} + ${first}`, name: sql`''` }
}

/** The alias of the id: an expression with parameters cannot be named twice, because PostgreSQL takes it for another one. */
const KEY = sql`key_id`

const GROUPED = {
  channel: sql`quota_data.channel_id`,
  user: sql`quota_data.user_id`,
  model: sql`quota_data.model_name`,
  group: sql`coalesce(users."group", '')`,
} as const

const SORTED: Record<Exclude<MarginSort, 'name'>, RawBuilder<unknown>> = {
  count,
  quota,
  cost,
  margin: sql`${costed} - ${cost}`,
  // What costs something without any charge is worse than every rate.
  rate: sql`case when ${costed} > 0 then (${costed} - ${cost}) * 1.0 / ${costed} when ${cost} > 0 then -1e18 else 0 end`,
  unknown: sql`${quota} - ${costed}`,
}

/** Sums by what the grouping says, at most `limit` of them. */
export async function marginRows(db: Queryable, filter: MarginFilter, grouping: MarginGrouping): Promise<MarginRow[]> {
  const { by, origin, sort, order, limit } = grouping
  const { id, name } = keyOf(by, origin)
  const sorted = sort === 'name' ? (by === 'day' ? KEY : name) : SORTED[sort]
  const rows = await filtered(db, filter)
    .groupBy(by === 'day' ? KEY : GROUPED[by])
    .having(sql<boolean>`${count} > 0 or ${cost} > 0 or ${quota} <> 0`)
    .select([id.as('key_id'), name.as('key_name'), ...sums])
    .orderBy(sql`${sorted} ${order === 'asc' ? sql`asc` : sql`desc`}`)
    .orderBy(by === 'model' || by === 'group' ? name : KEY)
    .limit(limit)
    .execute()
  return rows.map(({ key_id, key_name, ...row }) => ({ id: key_id, name: key_name, ...row }))
}

/** The channels and models with the highest charge whose cost is unknown. */
export function unknownCosts(db: Queryable, filter: MarginFilter, limit: number) {
  const unknown = sql<number>`${quota} - ${costed}`
  return filtered(db, filter)
    .groupBy(['quota_data.channel_id', 'quota_data.model_name'])
    .having(sql<boolean>`${unknown} > 0`)
    .select(['quota_data.channel_id', 'quota_data.model_name', unknown.as('quota')])
    .select(sql<string>`coalesce(max(channels.name), '')`.as('channel_name'))
    .orderBy(sql`${unknown} desc`)
    .limit(limit)
    .execute()
}

/** The open alerts about channels that cost more than they brought in, with their models, the largest loss first. */
export async function listLosses(db: Queryable): Promise<MarginAlert[]> {
  const rows = await openAlertsOf(db, 'margin')
  const names = new Map(
    (await db.selectFrom('channels').select(['id', 'name']).execute()).map((row) => [row.id, row.name]),
  )
  return rows
    .map(({ since, links }) => ({ since, ...(JSON.parse(links || '{}') as AlertLinks) }))
    .map(({ since, channel_id = 0, losses = [] }) => ({
      ...{ channel_id, channel_name: names.get(channel_id) ?? '', since },
      lost: losses.reduce((sum, { quota, cost }) => sum + cost - quota, 0),
      models: losses.map(({ model, quota, cost }) => ({ model_name: model, lost: cost - quota })),
    }))
    .sort((one, other) => other.lost - one.lost)
}
