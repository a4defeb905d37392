import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Reply } from '#contract/api/endpoint.ts'
import { explainRouting } from '#contract/api/routing.ts'
import { call } from '#web/lib/api.ts'
import type { RoutingSearch } from './routing-search.ts'

export type Routing = Reply<typeof explainRouting>

const REFRESH_MS = 10_000

/** How a call would be routed now. */
export const routingQuery = ({ model = '', format, group, token, conversation, down }: RoutingSearch) =>
  queryOptions({
    queryKey: ['routing', model, format, group, token, conversation, down],
    queryFn: ({ signal }) =>
      call(explainRouting, { query: { model, format, group, token_id: token, conversation, down } }, signal),
    enabled: model !== '',
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
