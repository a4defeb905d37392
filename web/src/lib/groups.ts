import { listGroups } from '#contract/api/site.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** Names of all groups, for administrators. */
export const groupsQuery = endpointQuery(['groups'], listGroups, {}, { staleTime: 60_000 })
