import { queryOptions } from '@tanstack/react-query'
import { listOwnLogs } from '#contract/api/logs.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { call } from '#web/lib/api.ts'

/** A call reaches the log within a second. */
const SETTLING_MS = 700
const MAX_LOOKS = 8

/** Loads the log row with the cost of an answer. Retries until the row exists. */
export const chargeQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['playground', 'charge', requestId],
    queryFn: async ({ signal }) => {
      const query = { request_id: requestId, type: LOG_TYPE.consume, page_size: 10 as const }
      return (await call(listOwnLogs, { query }, signal)).items[0] ?? null
    },
    enabled: requestId !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data || state.dataUpdateCount >= MAX_LOOKS ? false : SETTLING_MS),
  })
