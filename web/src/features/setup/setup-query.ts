import { queryOptions } from '@tanstack/react-query'
import { getSetup } from '#contract/api/setup.ts'
import { call } from '#web/lib/api.ts'

/** The setup progress of this server; for root only. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => call(getSetup, {}, signal),
})
