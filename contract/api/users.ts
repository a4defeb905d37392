import * as z from 'zod/mini'
import { limitsInput, limitsNow, limitsSchema } from '../limit-schemas.ts'
import { userFields } from '../login/login-providers.ts'
import { isExactRatio, MAX_USER_RATIO } from '../prices/price.ts'
import { endpoint } from './endpoint.ts'
import { idParams, longText, looseText, nothing, pageIndex, pageSize, searchSize, sortOrder } from './fields.ts'
import { token } from './tokens.ts'

/** A user as returned to the console. The password is always "", and secrets never leave the server. */
export const user = z.object({
  id: z.number(),
  username: z.string(),
  password: z.literal(''),
  display_name: z.string(),
  role: z.number(),
  status: z.number(),
  email: z.string(),
  /** The ids that login providers show of the account; "" = not bound. */
  ...userFields(() => z.string()),
  verification_code: z.literal(''),
  access_token: z.nullable(z.string()),
  quota: z.number(),
  used_quota: z.number(),
  request_count: z.number(),
  /** Quota units of answers in the last 24 hours that cost more than the balance. */
  unpaid_quota: z.number(),
  /** Quota units of payments that are disputed: taken from the balance until the dispute is closed. */
  frozen_quota: z.number(),
  group: z.string(),
  /** What the user pays is multiplied by it, after the group's ratio. */
  user_ratio: z.number(),
  aff_code: z.string(),
  aff_count: z.number(),
  aff_quota: z.number(),
  aff_history_quota: z.number(),
  inviter_id: z.number(),
  DeletedAt: z.nullable(z.string()),
  /** Language of mails: `zh`, `en`, or "" = unknown. */
  language: z.string(),
  /** Whether the user gets mails before tokens expire. */
  expiry_mails: z.boolean(),
  /** Set where the amounts of money are 0 because the reader must not see them: those of root, and of other administrators. */
  money_hidden: z.optional(z.literal(true)),
  /** The limits that administrators have set for all tokens of the user together; null = none. */
  limits: z.nullable(limitsSchema),
  /** The use of the limits; absent in lists of several users and at login. */
  limits_now: z.optional(limitsNow),
})
export type User = z.infer<typeof user>

/** What a login hands out beside the user, and what a refresh renews. */
export const tokenFields = {
  /** Good for 15 minutes, and while the session lives. */
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Unix seconds. */
  access_expires_at: z.number(),
  session: z.object({ sid: z.string(), current: z.literal(true) }),
}

/** The user who has logged in: as consoles of June 2026 read it, and with the bundle of those since July. */
export const loggedIn = z.extend(user, { ...tokenFields, user })

const listQuery = z.object({
  p: pageIndex,
  page_size: pageSize,
  sort: z.optional(z.enum(['id', 'username', 'quota', 'used_quota', 'request_count'])),
  order: sortOrder,
})
/** A search without `page_size` returns up to 1,000 rows. */
const searchQuery = z.extend(listQuery, { page_size: searchSize })

export const listUsers = endpoint('GET /api/user', 'admin', {
  summary: 'Users, newest first, deleted ones included',
  query: listQuery,
  reply: z.array(user),
})

export const searchUsers = endpoint('GET /api/user/search', 'admin', {
  summary:
    'Users by id, by the id of a request, by `inviter:ID`, or by part of username, email or display name, and by group',
  query: z.extend(searchQuery, { keyword: looseText, group: looseText }),
  reply: z.array(user),
})

export const findUsers = endpoint('POST /api/user/search', 'admin', {
  summary:
    'The same with the keyword in the body, where no address shows a pasted key; with `token`, the user whose token has this key, deleted ones included',
  query: searchQuery,
  body: z.object({
    keyword: longText,
    /**
     * The complete key, with or without `sk-`, or as a caller sends it: `Bearer sk-KEY-12`. Absent = filters by the
     * keyword.
     */
    token: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
    /** "" or absent = any group. */
    group: looseText,
  }),
  reply: z.array(user),
})

export const getUser = endpoint('GET /api/user/:id', 'admin', {
  summary: 'One user of a lower role (root sees all)',
  params: idParams,
  reply: user,
})

/** A token as returned to administrators: enough to identify it, without the usable key. */
export const userToken = z.object({
  ...z.pick(token, {
    ...{ id: true, name: true, status: true, group: true, model_limits_enabled: true },
    ...{ used_quota: true, remain_quota: true, unlimited_quota: true },
    ...{ created_time: true, accessed_time: true, expired_time: true },
  }).shape,
  /** The last characters of the key. */
  key_end: z.string(),
})
export type UserToken = z.infer<typeof userToken>

export const listUserTokens = endpoint('GET /api/user/:id/tokens', 'admin', {
  summary: "A user's tokens, newest first, of a user of a lower role (root sees all); never their keys",
  params: idParams,
  query: z.object({ p: pageIndex, page_size: pageSize }),
  reply: z.array(userToken),
})

export const USERNAME_MAX = 12
export const DISPLAY_NAME_MAX = 20
export const PASSWORD_LENGTH = { min: 8, max: 20 }

const LATIN = /\p{Script=Latin}/u
const LATIN_LOOKING = /[\p{Script=Cyrillic}\p{Script=Greek}]/u

/**
 * A new username. `@` is refused, so that no name looks like an e-mail address at login; invisible characters and
 * confusable names are refused too.
 */
export const newUsername = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(USERNAME_MAX, 'username_too_long'),
  z.regex(/^[^\s@\p{C}\p{Default_Ignorable_Code_Point}\u2800]*$/u, 'username_characters'),
  z.refine((name) => !(LATIN.test(name) && LATIN_LOOKING.test(name)), 'username_scripts'),
)

export const newDisplayName = z
  .string()
  .check(z.trim(), z.maxLength(DISPLAY_NAME_MAX, 'display_name_too_long'), z.regex(/^\P{Cc}*$/u))

export const newPassword = z.string().check(
  z.minLength(PASSWORD_LENGTH.min, 'password_length'),
  z.maxLength(PASSWORD_LENGTH.max, 'password_length'),
  z.refine((text) => text.trim() !== '', 'password_blank'),
)

export const createUser = endpoint('POST /api/user', 'admin', {
  summary: 'Create an ordinary user',
  body: z.object({
    username: newUsername,
    /** Absent or "": the username. */
    display_name: z._default(newDisplayName, ''),
    password: newPassword,
    /** Only compared with the caller's role; new users always get the ordinary role. */
    role: z.optional(z.number()),
  }),
  reply: nothing,
})

/** What the user pays is multiplied by it, after the group's ratio. */
export const userRatio = z.number().check(z.minimum(0), z.maximum(MAX_USER_RATIO), z.refine(isExactRatio))

export const updateUser = endpoint('PUT /api/user', 'admin', {
  summary: 'Change name, group, ratio, password or balance of a user of a lower role; absent fields stay',
  body: z.object({
    id: z.number().check(z.int(), z.positive()),
    /** "" = unchanged. The name rules apply to new names only: imported users may have others. */
    username: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    display_name: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    /** "" = unchanged. */
    group: z.optional(z.string().check(z.maxLength(64))),
    /** The user's own ratio, with at most nine digits after the point; 1 = none. */
    user_ratio: z.optional(userRatio),
    /** "" = unchanged. A new password ends the user's sessions. */
    password: z.optional(z.union([z.literal(''), newPassword])),
    /** The displayed balance in quota units. Any displayed value can be sent back. */
    quota: z.optional(z.number().check(z.refine(Number.isInteger))),
    /** `+500` or `-200`, in quota units; `quota` is then ignored. Concurrent spending is not overwritten. */
    quota_change: z.optional(z.string().check(z.regex(/^[+-]\d{1,16}$/, 'quota_change_invalid'))),
    /**
     * The balance in quota units that the administrator saw. When it has since changed by more than paid calls, the
     * update is refused with the current balance. Absent = no check.
     */
    seen: z.optional(z.object({ quota: z.number(), used_quota: z.number() })),
    /** Reason of the balance change, for the user's log and the audit log. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    /** Only compared with the caller's role; promote and demote change roles. */
    role: z.optional(z.number()),
    /** null = no limits. */
    limits: z.optional(limitsInput),
  }),
  reply: user,
})

export const USER_ACTIONS = ['promote', 'demote', 'enable', 'disable', 'delete'] as const
export type UserAction = (typeof USER_ACTIONS)[number]

export const manageUser = endpoint('POST /api/user/manage', 'admin', {
  summary: 'Promote, demote, enable, disable or delete a user, effective immediately',
  body: z.object({ id: z.number().check(z.int(), z.positive()), action: z.enum(USER_ACTIONS) }),
  reply: z.object({ role: z.number(), status: z.number() }),
})

export const deleteUser = endpoint('DELETE /api/user/:id', 'admin', {
  summary: 'Remove a user of a lower role with all tokens; the name is free again, the log stays',
  params: idParams,
  reply: nothing,
})
