import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { looseInteger, looseText, sortOrder } from './fields.ts'

/** What charges and costs can be summed by. A user's group is the one of the account now. */
export const MARGIN_BY = ['channel', 'model', 'user', 'group', 'day'] as const
export type MarginBy = (typeof MARGIN_BY)[number]
export const MARGIN_SORTS = ['name', 'count', 'quota', 'cost', 'margin', 'rate', 'unknown'] as const
export type MarginSort = (typeof MARGIN_SORTS)[number]

/** Rows of a reply; an export has all. */
export const MAX_MARGIN_ROWS = 500

const sums = {
  /** Charged calls. */
  count: z.number(),
  /** Quota units that were charged, minus refunds. */
  quota: z.number(),
  /** The share of `quota` whose cost is known; the margin is this minus `cost`. */
  costed: z.number(),
  /** What vendors charge, in quota units, rounded. */
  cost: z.number(),
}
const marginSums = z.object(sums)
export type MarginSums = z.infer<typeof marginSums>

const marginRow = z.object({
  ...sums,
  /** The id of a channel or user, the start of a day in Unix seconds; 0 for models and groups. */
  id: z.number(),
  /** Its name; "" = unknown, or a day. */
  name: z.string(),
})
export type MarginRow = z.infer<typeof marginRow>

const marginAlert = z.object({
  channel_id: z.number(),
  channel_name: z.string(),
  /** Unix seconds. */
  since: z.number(),
  /** Quota units of the last day, at the last check. */
  lost: z.number(),
  /** The largest loss first. */
  models: z.array(z.object({ model_name: z.string(), lost: z.number() })),
})
export type MarginAlert = z.infer<typeof marginAlert>
const unknownCost = z.object({
  channel_id: z.number(),
  channel_name: z.string(),
  model_name: z.string(),
  quota: z.number(),
})

const cacheSavings = z.object({
  /** Tokens that vendors read from their caches. */
  tokens: z.number(),
  /** Quota units that their prices were lower than those of fresh input. */
  saved: z.number(),
  /** The part of them that would have been lost if each call had gone to any channel of its priority. */
  affinity: z.number(),
})
export type CacheSavings = z.infer<typeof cacheSavings>

const report = z.object({
  rows: z.array(marginRow),
  /** There are more rows than these. */
  more: z.boolean(),
  total: marginSums,
  cache: cacheSavings,
  /** Channels that cost more than they brought in, over the last day; whatever the filter. */
  alerts: z.array(marginAlert),
  /** Channels and models with the highest charge of unknown cost in the period. */
  unknown: z.array(unknownCost),
})
export type MarginReport = z.infer<typeof report>

const filter = {
  by: z.optional(z.enum(MARGIN_BY)),
  /** Unix seconds, both inclusive. Default: the last 30 days. */
  start_timestamp: looseInteger,
  end_timestamp: looseInteger,
  /** Unix seconds at which a day of the reader begins; days have 24 hours. */
  origin: looseInteger,
  channel: looseInteger,
  model_name: looseText,
  username: looseText,
  group: looseText,
  sort: z.optional(z.enum(MARGIN_SORTS)),
  order: sortOrder,
}

export const getMargin = endpoint('GET /api/margin', 'admin', {
  summary: 'Charges, vendors’ costs and margins by channel, model, user, group or day, from the hourly sums',
  query: z.object(filter),
  reply: report,
})

export const exportMargin = endpoint('GET /api/margin/export', 'admin', {
  summary: 'The same as a CSV file with all rows',
  query: z.object(filter),
  reply: z.string(),
  wire: 'raw',
})
