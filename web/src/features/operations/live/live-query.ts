import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Envelope } from '#contract/api/endpoint.ts'
import { type LiveCall, type LiveNode, listLiveCalls } from '#contract/api/live-calls.ts'
import { readEnvelope, request } from '#web/lib/api.ts'
import type { LiveSearch } from './live-search.ts'

const REFRESH_MS = 2000

export type ListedCall = LiveCall & { channel_name: string }

/** The calls in progress that are asked for, and the nodes that run them or did not answer. */
export interface LiveCalls {
  calls: readonly ListedCall[]
  nodes: readonly LiveNode[]
  silent: readonly string[]
}

/** The calls in progress on all nodes, read again every two seconds while the page is visible. */
export const liveQuery = ({ user, token, model }: LiveSearch) =>
  queryOptions({
    queryKey: ['live', user, token, model],
    queryFn: async ({ signal }): Promise<LiveCalls> => {
      const answer: Envelope<ListedCall[]> & Partial<LiveCalls> = await readEnvelope(
        await request(listLiveCalls, { query: { user, token, model } }, signal),
      )
      return { calls: answer.data ?? [], nodes: answer.nodes ?? [], silent: answer.silent ?? [] }
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
