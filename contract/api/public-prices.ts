import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

/** Billing units of a model. */
export const BILLED_BY = { tokens: 0, call: 1 } as const

/** The price of a model. Ratio 1 = 2 USD per million input tokens. */
export const publicPrice = z.object({
  model_name: z.string(),
  /** A value of BILLED_BY. */
  quota_type: z.number(),
  /** 0 when billed per call. */
  model_ratio: z.number(),
  /** USD per call; 0 when billed by tokens. */
  model_price: z.number(),
  /** Always "", as clients of this family expect; `vendor` holds the vendor. */
  owner_by: z.string(),
  /** Vendor of the model in the built-in price list, such as `openai`; "" = not in the list. */
  vendor: z.string(),
  /** Price of output relative to input; 0 when billed per call. */
  completion_ratio: z.number(),
  /** Groups that can use the model. */
  enable_groups: z.array(z.string()),
})
export type PublicPrice = z.infer<typeof publicPrice>

export const getPricing = endpoint('GET /api/pricing', 'public', {
  summary: 'Prices of all models that some group can use, and the ratio of each group',
  reply: z.array(publicPrice),
  beside: z.object({
    group_ratio: z.record(z.string(), z.number()),
    /** The groups that the caller may choose, with their labels; those of visitors without a login. */
    usable_group: z.record(z.string(), z.string()),
    /** The groups that `auto` stands for, the cheapest first; empty = the caller may not choose it. */
    auto_groups: z.array(z.string()),
  }),
})

const ratios = z.record(z.string(), z.number())

export const ratioConfig = endpoint('GET /api/ratio_config', 'public', {
  summary: 'The same prices as maps by model, as servers of this family read them from each other',
  reply: z.object({
    model_ratio: ratios,
    completion_ratio: ratios,
    cache_ratio: ratios,
    create_cache_ratio: ratios,
    /** USD per call. */
    model_price: ratios,
  }),
})

export const testStatus = endpoint('GET /api/status/test', 'admin', {
  summary: 'Whether the database answers; looked at once in 10 seconds',
  reply: nothing,
  beside: z.object({ message: z.string() }),
})
