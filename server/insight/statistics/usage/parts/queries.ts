import { sql } from 'kysely'
import type { UsageBy } from '#contract/api/statistics.ts'
import type { RollupQuery } from '../../../../money/rollups/sets/source.ts'
import type { Queryable } from '../../../../platform/store/database.ts'
import { rankedSums, summedRollups, type UsageFilter, usageSums } from '../queries.ts'
import { type PartHour, withoutParts } from './others.ts'

/** What usage can be grouped by, other than models. */
export type PartKind = Exclude<UsageBy, 'model'>

const PART = { token: 'quota_data.token_id', channel: 'quota_data.channel_id', user: 'quota_data.user_id' } as const
const LEVELS = {
  channel: { total: ['channel-day', 'channel-hour', 'hour'], hour: ['channel-hour', 'hour'] },
  token: { total: ['account-day', 'account-hour'], hour: ['account-hour'] },
  user: { total: ['user-day', 'account-hour'], hour: ['account-hour'] },
} as const

/** Unix seconds, both inclusive. Sets of accounts do not tell models and channels apart. */
export type PartFilter = Pick<UsageFilter, 'start' | 'end' | 'userId'>

/** A token, channel or user, and the user that is it or has the token. */
export interface Part {
  by_id: number
  owner: number
}

/**
 * The total usage of each token, channel or user, with the user that is it or has the token. No more is summed than
 * they are ranked by: the database sorts all of these rows.
 */
export async function totalsByPart(db: Queryable, kind: PartKind, filter: PartFilter) {
  return (await summedRollups(db, filter, LEVELS[kind].total))
    .groupBy(PART[kind])
    .select([sql<number>`${sql.ref(PART[kind])}`.as('by_id'), sql<number>`max(user_id)`.as('owner'), ...rankedSums])
    .execute()
}

/** The same by hour. With `shown`, all others are summed up under null. */
export async function hoursByPart(
  db: Queryable,
  kind: PartKind,
  filter: PartFilter,
  shown?: readonly Part[],
): Promise<PartHour[]> {
  const hours = await hoursOfParts(db, kind, filter, shown)
  if (!shown) return hours
  // Read afterwards, so that a call in between is one of the others rather than missing there.
  const others = withoutParts(await hoursOfAll(db, filter), hours)
  return [...hours, ...others].sort((a, b) => a.created_at - b.created_at || (a.by_id ?? 0) - (b.by_id ?? 0))
}

async function hoursOfParts(
  db: Queryable,
  kind: PartKind,
  filter: PartFilter,
  shown?: readonly Part[],
): Promise<PartHour[]> {
  const only = (query: RollupQuery) => (shown ? ofParts(query, kind, shown) : query)
  return (await summedRollups(db, filter, LEVELS[kind].hour, only))
    .groupBy(['created_at', PART[kind]])
    .select(['created_at', sql<number>`${sql.ref(PART[kind])}`.as('by_id'), ...usageSums])
    .orderBy('created_at')
    .orderBy(sql`by_id`)
    .execute()
}

function ofParts(query: RollupQuery, kind: PartKind, shown: readonly Part[]): RollupQuery {
  const ids = shown.map(({ by_id }) => by_id)
  if (kind === 'user') return query.where(PART.user, 'in', ids)
  // The sign keeps SQLite from looking up each roll-up of a channel, and from searching each token with each owner.
  const only = query.where(sql`+${sql.ref(PART[kind])}`, 'in', ids)
  // Calls of the playground and tests have the token 0, whoever makes them.
  if (kind === 'channel' || ids.includes(0)) return only
  return only.where(PART.user, 'in', [...new Set(shown.map(({ owner }) => owner))])
}

async function hoursOfAll(db: Queryable, filter: PartFilter): Promise<PartHour[]> {
  return (await summedRollups(db, filter, ['model-hour', 'hour']))
    .groupBy('created_at')
    .select(['created_at', sql<null>`null`.as('by_id'), ...usageSums])
    .execute()
}
