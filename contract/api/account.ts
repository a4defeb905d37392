import * as z from 'zod/mini'
import { SCOPES } from '../scopes.ts'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

export const accessToken = endpoint('GET /api/user/token', 'user', {
  proof: true,
  summary: 'Make a system access token of a scope, shown this once; the former one ends',
  query: z.object({ scope: z._default(z.enum(SCOPES), 'all') }),
  reply: z.string(),
})

export const affCode = endpoint('GET /api/user/aff', 'user', { summary: 'The own invite code', reply: z.string() })

export const affTransfer = endpoint('POST /api/user/aff_transfer', 'user', {
  summary: 'Move invite earnings into the balance',
  /** Quota units. */
  body: z.object({ quota: z.number().check(z.int(), z.positive()) }),
  reply: nothing,
})

export const deleteSelf = endpoint('DELETE /api/user/self', 'user', {
  proof: true,
  summary: 'Delete the own account permanently; sessions and tokens end immediately',
  reply: nothing,
})

/** A login session of the caller's own account. */
export const session = z.object({
  id: z.string(),
  created_at: z.number(),
  /** Unix seconds, to about a minute. */
  last_seen_at: z.number(),
  expires_at: z.number(),
  ip: z.string(),
  user_agent: z.string(),
  /** The session of this request. */
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

export const listSessions = endpoint('GET /api/user/sessions', 'user', {
  summary: 'Where the own account is logged in, last used first',
  reply: z.array(session),
})

export const revokeOtherSessions = endpoint('DELETE /api/user/sessions', 'user', {
  summary: 'End all of the own sessions but the one that asks; the reply is their number',
  reply: z.number(),
})

export const revokeSession = endpoint('DELETE /api/user/sessions/:id', 'user', {
  summary: 'End one of the own sessions',
  params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{1,64}$/)) }),
  reply: nothing,
})
