import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { exportFormat, looseInteger, looseText } from './fields.ts'

/** What usage can be told by, beside the hour. */
export const USAGE_BY = ['model', 'token', 'channel', 'user'] as const
export type UsageBy = (typeof USAGE_BY)[number]
/** The same for one's own: nothing is told of channels. */
export const OWN_USAGE_BY = ['model', 'token'] as const

/** Tokens, channels or users with rows of their own: those that used most. The others share one. */
export const MOST_USAGE_PARTS = 20

/** What was used within an hour. */
export const usageRow = z.object({
  /** 0 in sums over users. */
  id: z.number(),
  /** By token or user: the owner's or the user's; "" when nobody knows any more. */
  user_id: z.number(),
  username: z.string(),
  /** "" unless by model. */
  model_name: z.string(),
  /** Only by token, channel or user: its id (token 0: playground and tests); null = all others. */
  by_id: z.optional(z.nullable(z.number())),
  /** Its name of today; "" when nobody knows it any more. */
  by_name: z.optional(z.string()),
  /** It is there no longer. */
  by_deleted: z.optional(z.boolean()),
  /** Start of the hour, unix seconds. */
  created_at: z.number(),
  token_used: z.number(),
  /** The two parts of `token_used`; what was counted by versions that did not tell them apart is in neither. */
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  /** Calls. */
  count: z.number(),
  /** Quota units that were charged, less what failed tasks gave back. */
  quota: z.number(),
  /** Calls that nobody served, not in `count`: those that the log has as failed. Model "" where no channel has it. */
  failed_count: z.number(),
})
export type UsageRow = z.infer<typeof usageRow>

/** Unix seconds, both inclusive. Without an end: now; without a start: 30 days before the end. */
const range = {
  start_timestamp: looseInteger,
  end_timestamp: looseInteger,
}
/** Sent by consoles of this family; hours are always the finest step. */
const ignored = { default_time: z.optional(z.unknown()) }

/** The longest range of own statistics, in seconds: 30 days. */
export const MOST_USAGE_SECONDS = 2_592_000

export const usageData = endpoint({
  method: 'GET',
  path: '/api/data',
  access: 'admin',
  summary: 'Usage by hour and model, token, channel or user: of all users together, or of one',
  query: z.object({ ...range, ...ignored, username: looseText, by: z.optional(z.enum(USAGE_BY)) }),
  reply: z.array(usageRow),
})

export const ownUsageData = endpoint({
  method: 'GET',
  path: '/api/data/self',
  access: 'user',
  summary: 'Own usage by hour and model or token, over at most 30 days',
  query: z.object({ ...range, ...ignored, by: z.optional(z.enum(OWN_USAGE_BY)) }),
  reply: z.array(usageRow),
})

export const exportUsage = endpoint({
  method: 'GET',
  path: '/api/data/export',
  access: 'admin',
  summary: 'Usage by hour, user, model, token and channel as a CSV or JSON Lines file, oldest first',
  query: z.object({ ...range, ...exportFormat, username: looseText, model_name: looseText, channel: looseInteger }),
  reply: z.string(),
  wire: 'raw',
})

export const exportOwnUsage = endpoint({
  method: 'GET',
  path: '/api/data/self/export',
  access: 'user',
  summary: 'Own usage by hour, model and token as a CSV or JSON Lines file, oldest first',
  query: z.object({ ...range, ...exportFormat, model_name: looseText }),
  reply: z.string(),
  wire: 'raw',
})
