import type { LogFacets } from '#contract/api/logs.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import type { Queryable } from '../../store/database.ts'
import { type LogFilter, wantsCalls, wantsOthers } from '../filter.ts'
import { newestCalls, newestOthers } from './look-back.ts'
import { countGroups, type Group } from './queries.ts'

/** Rows that are looked at. */
const MOST = 10_000
/** Values of a field. */
const MOST_VALUES = 20

const FIELDS = ['type', 'status', 'model_name', 'token_name', 'username', 'channel'] as const
type Field = (typeof FIELDS)[number]

/** A filter without what it says about a field: one sees what else could be chosen. */
const WITHOUT: Record<Field, Partial<LogFilter>> = {
  type: { type: undefined, not_type: [], status: undefined },
  status: { type: undefined, not_type: [], status: undefined },
  model_name: { model_name: '', not_model_name: [] },
  token_name: { token_name: '', token_id: undefined, not_token_name: [] },
  username: { username: '', not_username: [] },
  channel: { channel: undefined, not_channel: [] },
}

/** The most frequent values of a filter's newest rows, by field. One's own log tells nothing of channels. */
export async function readFacets(db: Queryable, filter: LogFilter, most = MOST): Promise<LogFacets> {
  const own = filter.userId !== undefined
  const base = await readGroups(db, filter, most)
  const since: (number | null)[] = [base.since]
  const groupsOf = async (field: Field): Promise<Group[]> => {
    if (!saysSomething(filter, WITHOUT[field])) return base.groups
    const without = await readGroups(db, { ...filter, ...WITHOUT[field] }, most)
    since.push(without.since)
    return without.groups
  }
  const kinds = await groupsOf('type')
  const facets = {
    type: topOf(kinds, ({ type }) => type),
    status: topOf(kinds, statusOf),
    model_name: topOf(await groupsOf('model_name'), ({ model_name }) => model_name || undefined),
    token_name: topOf(await groupsOf('token_name'), ({ token_name }) => token_name || undefined),
    username: own ? [] : topOf(await groupsOf('username'), ({ username }) => username || undefined),
    channel: own ? [] : topOf(await groupsOf('channel'), ({ channel }) => channel || undefined),
  }
  const latest = Math.max(...since.map((moment) => moment ?? 0))
  return { ...facets, since: latest > 0 ? latest : null }
}

const saysSomething = (filter: LogFilter, without: Partial<LogFilter>) =>
  (Object.keys(without) as (keyof LogFilter)[]).some((name) => {
    const value = filter[name]
    return Array.isArray(value) ? value.length > 0 : Boolean(value)
  })

async function readGroups(db: Queryable, filter: LogFilter, most: number) {
  const sources = await Promise.all([
    wantsCalls(filter) ? newestCalls(db, filter, most) : undefined,
    wantsOthers(filter) ? newestOthers(db, filter, most) : undefined,
  ])
  const known = sources.filter((source) => source !== undefined)
  const since = known.reduce((latest, source) => Math.max(latest, source.since ?? 0), 0)
  const groups = await Promise.all(known.map(({ query }) => countGroups(query.where('created_at', '>=', since))))
  return { groups: groups.flat(), since: since > 0 ? since : null }
}

function statusOf({ type, model_name }: Group) {
  if (type === LOG_TYPE.consume) return 'served' as const
  return type === LOG_TYPE.system && model_name ? ('failed' as const) : undefined
}

function topOf<T extends string | number>(groups: readonly Group[], read: (group: Group) => T | undefined) {
  const counts = new Map<T, number>()
  for (const group of groups) {
    const value = read(group)
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + group.count)
  }
  const values = [...counts].map(([value, count]) => ({ value, count }))
  return values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, MOST_VALUES)
}
