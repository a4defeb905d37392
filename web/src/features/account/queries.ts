import { queryOptions } from '@tanstack/react-query'
import { affCode, listSessions } from '#contract/api/account.ts'
import { call } from '#web/lib/api.ts'

/** Fetches the user's invite code. The server creates it on the first request. */
export const inviteCodeQuery = queryOptions({
  queryKey: ['self', 'invite'],
  queryFn: ({ signal }) => call(affCode, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Fetches the sessions in which the account is logged in. */
export const sessionsQuery = queryOptions({
  queryKey: ['self', 'sessions'],
  queryFn: ({ signal }) => call(listSessions, {}, signal),
})
