import * as z from 'zod/mini'
import { SCOPES } from '../scopes.ts'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

export const accessToken = endpoint({
  method: 'GET',
  path: '/api/user/token',
  access: 'user',
  proof: true,
  summary: 'Make a system access token of a scope, shown this once; the former one ends',
  query: z.object({ scope: z._default(z.enum(SCOPES), 'all') }),
  reply: z.string(),
})

export const affCode = endpoint({
  method: 'GET',
  path: '/api/user/aff',
  access: 'user',
  summary: 'The own invite code',
  reply: z.string(),
})

export const affTransfer = endpoint({
  method: 'POST',
  path: '/api/user/aff_transfer',
  access: 'user',
  summary: 'Move invite earnings into the balance',
  /** Quota units. */
  body: z.object({ quota: z.number().check(z.int(), z.positive()) }),
  reply: nothing,
})

export const deleteSelf = endpoint({
  method: 'DELETE',
  path: '/api/user/self',
  access: 'user',
  proof: true,
  summary: 'Delete the own account for good; sessions and tokens end at once',
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

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  access: 'user',
  summary: 'Where the own account is logged in, last used first',
  reply: z.array(session),
})

export const revokeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions',
  access: 'user',
  summary: 'End all of the own sessions but the one that asks; the reply is their number',
  reply: z.number(),
})

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions/:id',
  access: 'user',
  summary: 'End one of the own sessions',
  params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{1,64}$/)) }),
  reply: nothing,
})
