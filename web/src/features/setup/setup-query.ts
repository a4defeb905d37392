import { queryOptions } from '@tanstack/react-query'
import { getSetup } from '#contract/api/setup.ts'
import { call } from '#web/lib/api.ts'

/** How far the set-up of this server is; for root alone. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => call(getSetup, {}, signal),
})
