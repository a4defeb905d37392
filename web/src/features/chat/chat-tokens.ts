import { queryOptions } from '@tanstack/react-query'
import { listTokens } from '#contract/api/tokens.ts'
import { call } from '#web/lib/api.ts'

/** The tokens among which a chat page looks for one that it may use: as many as the brief says. */
export const chatTokensQuery = queryOptions({
  queryKey: ['tokens', 'chat'],
  queryFn: ({ signal }) => call(listTokens, { query: { p: 0, size: 100 } }, signal),
  // A token that was switched off since must not be handed out.
  staleTime: 1000,
  gcTime: 5000,
})
