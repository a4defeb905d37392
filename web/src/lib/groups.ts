import { queryOptions } from '@tanstack/react-query'
import { listGroups } from '#contract/api/site.ts'
import { call } from './api.ts'

/** Names of all groups, for administrators. */
export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => call(listGroups, {}, signal),
  staleTime: 60_000,
})
