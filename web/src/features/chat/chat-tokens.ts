import { queryOptions } from '@tanstack/react-query'
import { listTokens } from '#contract/api/tokens.ts'
import { call } from '#web/lib/api.ts'

/** Fetches the tokens among which a chat page looks for a usable one, as many as the brief specifies. */
export const chatTokensQuery = queryOptions({
  queryKey: ['tokens', 'chat'],
  queryFn: ({ signal }) => call(listTokens, { query: { p: 0, size: 100 } }, signal),
  // Short, so that a token disabled meanwhile is not passed on.
  staleTime: 1000,
  gcTime: 5000,
})
