import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { exportFormat, looseInteger, looseNumbers, looseText, MAX_PAGE_SIZE } from './fields.ts'

/** Groupings of usage, in addition to the hour. */
export const USAGE_BY = ['model', 'token', 'channel', 'user'] as const
export type UsageBy = (typeof USAGE_BY)[number]
/** Groupings of a user's own usage; channels are not disclosed. */
export const OWN_USAGE_BY = ['model', 'token'] as const

/** Maximum number of tokens, channels or users with their own rows, by highest usage. All others share one row. */
export const MAX_USAGE_PARTS = 20

/** Usage within one hour. */
export const usageRow = z.object({
  /** 0 in sums over users. */
  id: z.number(),
  /** The token's owner, or the user; "" when unknown. */
  user_id: z.number(),
  username: z.string(),
  /** "" unless grouped by model. */
  model_name: z.string(),
  /** Set when grouped by token, channel or user: its id (token 0: playground and tests); null = all others. */
  by_id: z.optional(z.nullable(z.number())),
  /** Its current name; "" when unknown. */
  by_name: z.optional(z.string()),
  /** It was deleted. */
  by_deleted: z.optional(z.boolean()),
  /** Start of the hour in Unix seconds. */
  created_at: z.number(),
  token_used: z.number(),
  /** The two parts of `token_used`; tokens counted by versions without the split are in neither. */
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  /** The share of `prompt_tokens` that was read from a vendor's cache; 0 for calls of versions that did not count it. */
  cached_tokens: z.number(),
  /** Number of calls. */
  count: z.number(),
  /** Quota units charged, minus refunds of failed tasks. */
  quota: z.number(),
  /** Number of failed calls in the log, not included in `count`. Model "" = no channel offers the model. */
  failed_count: z.number(),
})
export type UsageRow = z.infer<typeof usageRow>

/** Unix seconds, both inclusive. Default end: now; default start: 30 days before the end. */
const range = {
  start_timestamp: looseInteger,
  end_timestamp: looseInteger,
}
/** Sent by consoles of this family and ignored; the finest step is always an hour. */
const ignored = { default_time: z.optional(z.unknown()) }

/** The longest range of a user's own statistics in seconds: 30 days. */
export const MAX_USAGE_SECONDS = 2_592_000

export const usageData = endpoint('GET /api/data', 'admin', {
  summary: 'Usage by hour and model, token, channel or user: of all users together, or of one',
  query: z.object({ ...range, ...ignored, username: looseText, by: z.optional(z.enum(USAGE_BY)) }),
  reply: z.array(usageRow),
})

export const ownUsageData = endpoint('GET /api/data/self', 'user', {
  summary: 'Own usage by hour and model or token, over at most 30 days',
  query: z.object({ ...range, ...ignored, by: z.optional(z.enum(OWN_USAGE_BY)) }),
  reply: z.array(usageRow),
})

/** Days of a token's usage, the present one included. */
export const TOKEN_USAGE_DAYS = 30

const tokenUsage = z.object({
  token_id: z.number(),
  /** Quota units since `month`, minus refunds. */
  month: z.number(),
  /** The same by days of 24 hours from `start` on, as many as `TOKEN_USAGE_DAYS`. */
  days: z.array(z.number()),
  /** Served calls of the same days. */
  calls: z.array(z.number()),
})
export type TokenUsage = z.infer<typeof tokenUsage>

export const ownTokenUsage = endpoint('GET /api/data/self/tokens', 'user', {
  summary: `What own tokens have used this month and on each of ${TOKEN_USAGE_DAYS} days; at most ${MAX_PAGE_SIZE} tokens`,
  query: z.object({
    /** Ids, one per line. */
    tokens: looseNumbers,
    /** Unix seconds at which the first day begins: a midnight of the reader. */
    start: looseInteger,
    /** Unix seconds at which the reader's month begins. */
    month: looseInteger,
  }),
  reply: z.array(tokenUsage),
})

export const exportUsage = endpoint('GET /api/data/export', 'admin', {
  summary: 'Usage by hour, user, model, token and channel as a CSV or JSON Lines file, oldest first',
  query: z.object({ ...range, ...exportFormat, username: looseText, model_name: looseText, channel: looseInteger }),
  reply: z.string(),
  wire: 'raw',
})

export const exportOwnUsage = endpoint('GET /api/data/self/export', 'user', {
  summary: 'Own usage by hour, model and token as a CSV or JSON Lines file, oldest first',
  query: z.object({ ...range, ...exportFormat, model_name: looseText }),
  reply: z.string(),
  wire: 'raw',
})
