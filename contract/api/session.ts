import * as z from 'zod/mini'
import { limitsNow } from '../limit-schemas.ts'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'
import { turnstileQuery } from './registration.ts'
import { loggedIn, newDisplayName, newPassword, newUsername, tokenFields, user } from './users.ts'

export const login = endpoint('POST /api/user/login', 'public', {
  summary: 'Log in with username (or email) and password; sets the session cookie',
  query: turnstileQuery,
  body: z.object({
    username: z.string().check(z.minLength(1), z.maxLength(100)),
    password: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  reply: loggedIn,
})

export const logout = endpoint('POST /api/user/logout', 'public', { summary: 'End the session', reply: nothing })

/** As consoles of the API family since July 2026 ask for a new token: with the cookie of the session. */
export const refreshAccess = endpoint('POST /api/user/auth/refresh', 'public', {
  summary: 'A new access token of the session; 401 without one, 409 where `X-Auth-Session` names another',
  reply: z.object({ user, ...tokenFields }),
})

export const logoutOfAccess = endpoint('POST /api/user/auth/logout', 'public', {
  summary: 'End the session, as /api/user/logout does',
  reply: nothing,
})

/** Logs out by GET, as this API family does. Browsers may call it only from the console's own pages. */
export const logoutByGet = endpoint('GET /api/user/logout', 'public', {
  summary: 'End the session; refused where a page of another site sends it',
  reply: nothing,
})

export const self = endpoint('GET /api/user/self', 'user', {
  beforeEnrolment: true,
  summary: 'The logged-in user',
  reply: z.extend(user, {
    /** false = the account was created by an identity provider and has no password yet. */
    has_password: z.boolean(),
    second_factor: z.boolean(),
    /** The use of the limits that each user of the group has; absent = none. */
    group_limits_now: z.optional(limitsNow),
  }),
})

export const updateSelf = endpoint('PUT /api/user/self', 'user', {
  summary: 'Change own names, language, mails or password; a new password ends the other sessions and the access token',
  /** Absent and empty fields stay unchanged. */
  body: z.object({
    username: z.optional(z.union([z.literal(''), newUsername])),
    display_name: z.optional(newDisplayName),
    /** Language of mails. */
    language: z.optional(z.enum(['zh', 'en'])),
    /** Whether mails tell that tokens expire. */
    expiry_mails: z.optional(z.boolean()),
    /** Required for a new password, unless the account has none yet. */
    original_password: z.optional(z.string().check(z.maxLength(200))),
    password: z.optional(z.union([z.literal(''), newPassword])),
    /** Keeps the system access token, which a new password revokes otherwise. */
    keep_access_token: z.optional(z.boolean()),
  }),
  reply: nothing,
})

export const selfModels = endpoint('GET /api/user/models', 'user', {
  summary: 'Names of the enabled models of the own group',
  reply: z.array(z.string()),
})

export const selfGroups = endpoint('GET /api/user/self/groups', 'user', {
  summary: 'Groups that the user may choose for a token, with their labels',
  reply: z.record(z.string(), z.string()),
})

export const visitorGroups = endpoint('GET /api/user/groups', 'public', {
  summary: 'Groups that any user may choose, with their labels',
  reply: z.record(z.string(), z.string()),
})
