import type { LogFacets } from '#contract/api/logs.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { includesCalls, includesOthers, type LogFilter } from '../filter.ts'
import { countGroups, type Group } from './queries.ts'
import { scanNewestCalls, scanNewestOthers } from './scan-newest.ts'

/** Number of rows that are read. */
const MAX_ROWS = 10_000
/** Values listed for a field. */
const MAX_VALUES = 20

const FIELDS = ['type', 'status', 'model_name', 'token_name', 'username', 'channel'] as const
type Field = (typeof FIELDS)[number]

/** The parts of a filter that are removed for a field's facets, so that these list the alternatives. */
const WITHOUT: Record<Field, Partial<LogFilter>> = {
  type: { type: undefined, not_type: [], status: undefined },
  status: { type: undefined, not_type: [], status: undefined },
  model_name: { model_name: '', not_model_name: [] },
  token_name: { token_name: '', token_id: undefined, not_token_name: [] },
  username: { username: '', not_username: [] },
  channel: { channel: undefined, not_channel: [] },
}

/** Returns the most frequent values of a filter's newest rows, by field. A user's own log shows no channels. */
export async function readFacets(db: Queryable, filter: LogFilter, maxRows = MAX_ROWS): Promise<LogFacets> {
  const own = filter.userId !== undefined
  const base = await readGroups(db, filter, maxRows)
  const since: (number | null)[] = [base.since]
  const groupsOf = async (field: Field): Promise<Group[]> => {
    if (!restricts(filter, WITHOUT[field])) return base.groups
    const without = await readGroups(db, { ...filter, ...WITHOUT[field] }, maxRows)
    since.push(without.since)
    return without.groups
  }
  const kinds = await groupsOf('type')
  const facets = {
    type: mostFrequent(kinds, ({ type }) => type),
    status: mostFrequent(kinds, statusOf),
    model_name: mostFrequent(await groupsOf('model_name'), ({ model_name }) => model_name || undefined),
    token_name: mostFrequent(await groupsOf('token_name'), ({ token_name }) => token_name || undefined),
    username: own ? [] : mostFrequent(await groupsOf('username'), ({ username }) => username || undefined),
    channel: own ? [] : mostFrequent(await groupsOf('channel'), ({ channel }) => channel || undefined),
  }
  const latest = Math.max(...since.map((moment) => moment ?? 0))
  return { ...facets, since: latest > 0 ? latest : null }
}

const restricts = (filter: LogFilter, without: Partial<LogFilter>) =>
  (Object.keys(without) as (keyof LogFilter)[]).some((name) => {
    const value = filter[name]
    return Array.isArray(value) ? value.length > 0 : Boolean(value)
  })

async function readGroups(db: Queryable, filter: LogFilter, maxRows: number) {
  const sources = await Promise.all([
    includesCalls(filter) ? scanNewestCalls(db, filter, maxRows) : undefined,
    includesOthers(filter) ? scanNewestOthers(db, filter, maxRows) : undefined,
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

function mostFrequent<T extends string | number>(groups: readonly Group[], read: (group: Group) => T | undefined) {
  const counts = new Map<T, number>()
  for (const group of groups) {
    const value = read(group)
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + group.count)
  }
  const values = [...counts].map(([value, count]) => ({ value, count }))
  return values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, MAX_VALUES)
}
