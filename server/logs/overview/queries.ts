import { sql } from 'kysely'
import { LOG_TYPE } from '#contract/statuses.ts'
import type { LogQuery } from '../filter.ts'
import type { Bars } from './bars.ts'

/** Rows of the same kind, model, token, user and channel. */
export interface Group {
  type: number
  model_name: string
  token_name: string
  username: string
  channel: number
  count: number
}

const count = sql<number>`count(*)`.as('count')

/** Counts rows by the start of their bar. None of them may lie before the first: integers divide towards zero. */
export function countByBar(query: LogQuery<object>, { first, step }: Pick<Bars, 'first' | 'step'>) {
  const [from, length] = [sql`cast(${first} as bigint)`, sql`cast(${step} as bigint)`]
  const bar = sql<number>`${from} + (created_at - ${from}) / ${length} * ${length}`
  return query.select([bar.as('bar'), count]).groupBy('bar')
}

/** How many of the rows tell of calls that nobody served. */
export const failedOnes = sql<number>`
  sum(case when type = ${LOG_TYPE.system} and model_name <> '' then 1 else 0 end)`.as('failed')

/** Counts rows that have the same values. */
export function countGroups(query: LogQuery<object>): Promise<Group[]> {
  return query
    .select(['type', 'model_name', 'token_name', 'username', 'channel_id as channel', count])
    .groupBy(['type', 'model_name', 'token_name', 'username', 'channel_id'])
    .execute()
}
