import { queryOptions } from '@tanstack/react-query'
import { secondFactor } from '#contract/api/second-factor.ts'
import { call } from '#web/lib/api.ts'

/** Fetches the account's second factors. */
export const secondFactorQuery = queryOptions({
  queryKey: ['self', 'factor'],
  queryFn: ({ signal }) => call(secondFactor, {}, signal),
})
