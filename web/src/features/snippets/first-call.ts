import { queryOptions } from '@tanstack/react-query'
import { type Log, listLogs, listOwnLogs } from '#contract/api/logs.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { call } from '#web/lib/api.ts'
import { type FirstFailure, readFailure } from './first-failure.ts'

/** Which requests are watched. */
export interface Watched {
  /** All users', for administrators, or the user's own. */
  scope: 'all' | 'own'
  /** Limits the search to one token, since its creation. */
  token?: { name: string; created_time: number } | undefined
}

interface FirstCall {
  served: Log | null
  /** The newest failed call; null when a call was served. */
  failed: FirstFailure | null
}

const WATCH_MS = 3000
/** Number of rows checked: channel tests are calls without a token, and may be the newest. */
const LOOKED_AT = 10

/** The first served request, or the newest failed one. A served one is final; until then the log is polled. */
export const firstCallQuery = ({ scope, token }: Watched) =>
  queryOptions({
    queryKey: ['logs', 'first', scope, token?.name, token?.created_time],
    async queryFn({ signal }): Promise<FirstCall> {
      const read = async (filter: { type: number } | { status: 'failed' }) => {
        const since = token && { token_name: token.name, start_timestamp: token.created_time }
        const query = { ...filter, ...since, page_size: LOOKED_AT }
        const page = await (scope === 'all' ? call(listLogs, { query }, signal) : call(listOwnLogs, { query }, signal))
        return page.items.filter((row) => scope === 'own' || row.token_id > 0)
      }
      const served = (await read({ type: LOG_TYPE.consume })).at(-1) ?? null
      const [last] = served ? [] : await read({ status: 'failed' })
      return { served, failed: last ? readFailure(last) : null }
    },
    staleTime: ({ state }) => (state.data?.served ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => (state.data?.served ? false : WATCH_MS),
  })
