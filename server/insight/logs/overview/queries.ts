import { sql } from 'kysely'
import { LOG_TYPE } from '#contract/statuses.ts'
import type { LogQuery } from '../filter.ts'
import type { Bars } from './bars.ts'

/** The count of rows with the same type, model, token, user and channel. */
export interface Group {
  type: number
  model_name: string
  token_name: string
  username: string
  channel: number
  count: number
}

const count = sql<number>`count(*)`.as('count')

/**
 * Counts rows by the start of their bar. No row may lie before the first bar, because integer division truncates
 * toward zero.
 */
export function countByBar(query: LogQuery<object>, { first, step }: Pick<Bars, 'first' | 'step'>) {
  const [from, length] = [sql`cast(${first} as bigint)`, sql`cast(${step} as bigint)`]
  const bar = sql<number>`${from} + (created_at - ${from}) / ${length} * ${length}`
  return query.select([bar.as('bar'), count]).groupBy('bar')
}

/** The number of rows about failed calls. */
export const failedCount = sql<number>`
  sum(case when type = ${LOG_TYPE.system} and model_name <> '' then 1 else 0 end)`.as('failed')

/** Counts rows with equal values. */
export function countGroups(query: LogQuery<object>): Promise<Group[]> {
  return query
    .select(['type', 'model_name', 'token_name', 'username', 'channel_id as channel', count])
    .groupBy(['type', 'model_name', 'token_name', 'username', 'channel_id'])
    .execute()
}
