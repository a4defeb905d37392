import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, looseInteger, looseText, nothing, pageSize } from './fields.ts'

/**
 * What the consoles of this API family call since July 2026 under names of their own. Each says what another endpoint of this
 * contract says, in the fields that those consoles read.
 */

/** A token's key in clear, without `sk-`. */
const key = z.string()

export const consoleSessions = endpoint('GET /api/user/auth/sessions', 'user', {
  summary: 'Where the own account is logged in, as newer consoles of this family read it',
  reply: z.array(
    z.object({
      sid: z.string(),
      current: z.boolean(),
      ip: z.string(),
      user_agent: z.string(),
      created_at: z.number(),
      last_active_at: z.number(),
      expires_at: z.number(),
    }),
  ),
})

export const endConsoleSession = endpoint('DELETE /api/user/auth/sessions/:sid', 'user', {
  summary: 'End one of the own sessions',
  params: z.object({ sid: z.string().check(z.regex(/^[0-9a-f]{1,64}$/)) }),
  reply: nothing,
})

export const endOtherConsoleSessions = endpoint('POST /api/user/auth/sessions/revoke-others', 'user', {
  summary: 'End all of the own sessions but the one that asks',
  reply: z.object({ revoked: z.number() }),
})

export const consoleSecondFactor = endpoint('GET /api/user/2fa/status', 'user', {
  beforeEnrolment: true,
  summary: 'Whether the own account has an authenticator app, and how many recovery codes are left',
  reply: z.object({ enabled: z.boolean(), backup_codes_remaining: z.number() }),
})

export const consolePasskey = endpoint('GET /api/user/passkey', 'user', {
  beforeEnrolment: true,
  summary: 'Whether the own account has a passkey, and when one was last used',
  /** `last_used_at`: ISO 8601; null = never. */
  reply: z.object({ enabled: z.boolean(), last_used_at: z.nullable(z.string()) }),
})

export const consoleBindings = endpoint('GET /api/user/oauth/bindings', 'user', {
  summary: 'Own accounts at the OpenID providers that the operator lists',
  reply: z.array(
    z.object({
      provider_id: z.string(),
      provider_name: z.string(),
      provider_slug: z.string(),
      provider_user_id: z.string(),
    }),
  ),
})

export const consoleTopUpInfo = endpoint('GET /api/user/topup/info', 'user', {
  summary: 'How the own account can be topped up',
  reply: z.object({
    enable_online_topup: z.boolean(),
    enable_stripe_topup: z.boolean(),
    enable_redemption: z.boolean(),
    pay_methods: z.array(z.object({ name: z.string(), type: z.string(), min_topup: z.number() })),
    min_topup: z.number(),
    stripe_min_topup: z.number(),
    /** What a dollar of quota costs by the first method that is offered. */
    price: z.number(),
    topup_link: z.string(),
  }),
})

export const consoleOrders = endpoint('GET /api/user/topup/self', 'user', {
  summary: 'Own orders, newest first, as newer consoles of this family read them',
  query: z.object({
    p: z.pipe(
      looseInteger,
      z.transform((value) => Math.max(1, Math.min(value ?? 1, 10_000_000))),
    ),
    page_size: pageSize,
    /** An order number, whole. */
    keyword: looseText,
  }),
  reply: z.object({
    items: z.array(
      z.object({
        id: z.number(),
        user_id: z.number(),
        amount: z.number(),
        money: z.number(),
        trade_no: z.string(),
        payment_method: z.string(),
        create_time: z.number(),
        complete_time: z.number(),
        status: z.enum(['pending', 'success', 'failed', 'expired']),
      }),
    ),
    page: z.number(),
    page_size: z.number(),
    total: z.number(),
  }),
})

export const consoleTokenKey = endpoint('POST /api/token/:id/key', 'user', {
  summary: 'The key of an own token',
  params: idParams,
  reply: z.object({ key }),
})

export const consoleTokenKeys = endpoint('POST /api/token/batch/keys', 'user', {
  summary: 'The keys of own tokens by their ids; ids of other users have none',
  body: z.object({ ids: z.array(z.number().check(z.int(), z.positive())).check(z.minLength(1), z.maxLength(100)) }),
  reply: z.object({ keys: z.record(z.string(), key) }),
})

export const consoleUsageByUser = endpoint('GET /api/data/users', 'admin', {
  summary: 'Usage by hour and user, as newer consoles of this family read it',
  query: z.object({ start_timestamp: looseInteger, end_timestamp: looseInteger }),
  reply: z.array(
    z.object({
      username: z.string(),
      created_at: z.number(),
      token_used: z.number(),
      count: z.number(),
      quota: z.number(),
    }),
  ),
})

export const consoleUptime = endpoint('GET /api/uptime/status', 'public', {
  summary:
    'The models of the status page by vendor, with what share of 90 days’ calls was served; none where it is off',
  reply: z.array(
    z.object({
      categoryName: z.string(),
      monitors: z.array(
        z.object({
          name: z.string(),
          group: z.string(),
          /** 0 to 1. */
          uptime: z.number(),
          /** 1 = up, 0 = down, 2 = nobody called it lately. */
          status: z.number(),
        }),
      ),
    }),
  ),
})
