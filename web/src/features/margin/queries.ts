import { keepPreviousData } from '@tanstack/react-query'
import type { Reply } from '#contract/api/endpoint.ts'
import { getMargin } from '#contract/api/margin.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import type { MarginSearch } from './margin-search.ts'
import { midnightBefore, spanOf } from './span.ts'

export type Margin = Reply<typeof getMargin>

const MINUTE = 60

/** The query of a search. The end is a whole minute, so that equal searches share a reply. */
export function marginInput({ by, sort, order, channel, model_name, username, group, ...times }: MarginSearch) {
  const now = Math.floor(Date.now() / 1000 / MINUTE) * MINUTE + MINUTE - 1
  const { start, end } = spanOf(times, now)
  const filter = { channel, model_name, username, group }
  return {
    ...{ by, sort, order },
    ...filter,
    start_timestamp: start,
    end_timestamp: end,
    origin: midnightBefore(end, 0),
  }
}

/** Charges, costs and margins of a search. */
export const marginQuery = (search: MarginSearch) =>
  endpointQuery(['margin', search], getMargin, { query: marginInput(search) }, { placeholderData: keepPreviousData })
