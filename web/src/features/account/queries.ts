import { queryOptions } from '@tanstack/react-query'
import { affCode, listSessions } from '#contract/api/account.ts'
import { call } from '#web/lib/api.ts'

/** The own invite code, which the server makes when it is asked for first. */
export const inviteCodeQuery = queryOptions({
  queryKey: ['self', 'invite'],
  queryFn: ({ signal }) => call(affCode, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Where the own account is logged in. */
export const sessionsQuery = queryOptions({
  queryKey: ['self', 'sessions'],
  queryFn: ({ signal }) => call(listSessions, {}, signal),
})
