import { affCode, listSessions } from '#contract/api/account.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** Fetches the user's invite code. The server creates it on the first request. */
export const inviteCodeQuery = endpointQuery(['self', 'invite'], affCode, {}, { staleTime: Number.POSITIVE_INFINITY })

/** Fetches the sessions in which the account is logged in. */
export const sessionsQuery = endpointQuery(['self', 'sessions'], listSessions, {})
