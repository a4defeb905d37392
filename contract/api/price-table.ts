import * as z from 'zod/mini'
import { PRICE_OPTIONS } from '../prices/dollar-prices.ts'
import { SUGGESTION_REASONS } from '../prices/price.ts'
import { priceRule } from '../prices/price-rule-schemas.ts'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

const ratio = z.nullable(z.number())

/** A model on offer, as the table of prices needs it. */
export const priceTableRow = z.object({
  /** The name that prices of the model are set under. */
  model: z.string(),
  /** "" = not known. */
  vendor: z.string(),
  /** Groups that can use it. */
  groups: z.array(z.string()),
  /** The built-in list, as ratios; `null` = the model is not listed. */
  listed: z.nullable(
    z.object({
      model_price: ratio,
      model_ratio: ratio,
      completion_ratio: ratio,
      cache_ratio: ratio,
      cache_write_5m: ratio,
      cache_write_1h: ratio,
      audio_ratio: ratio,
      audio_completion_ratio: ratio,
      reasoning_ratio: ratio,
      image_ratio: ratio,
      image_output_ratio: ratio,
    }),
  ),
  /** The built-in rules, which count unless `PriceRules` has an entry of the model. */
  rules: z.array(priceRule),
  /** Set where calls are refused for lack of a price, or charged at the common ratio. */
  unpriced: z.nullable(
    z.object({
      /** Number of failed calls to it in the last seven days. */
      failed_calls: z.number(),
      /** A priced model that it probably costs as much as, with that price in USD as the table's cells. */
      suggestion: z.nullable(
        z.object({
          like: z.string(),
          reason: z.enum(SUGGESTION_REASONS),
          cells: z.object({ input: z.string(), output: z.string(), cacheRead: z.string(), perCall: z.string() }),
        }),
      ),
    }),
  ),
})
export type PriceTableRow = z.infer<typeof priceTableRow>

const optionText = z.string().check(z.maxLength(1_000_000))

export const getPriceTable = endpoint('GET /api/option/prices', 'root', {
  summary: 'The table of prices: all models on offer, those without a price first, and the options that price them',
  reply: z.object({
    rows: z.array(priceTableRow),
    /** The options that hold own prices, as texts. */
    maps: z.record(z.enum(PRICE_OPTIONS), z.string()),
    group_ratio: z.record(z.string(), z.number()),
    /** Models without a price are sold at `UnpricedModelRatio`. */
    sells_unpriced: z.boolean(),
    /** Day of the built-in list. */
    list_version: z.string(),
  }),
})
export type PriceTable = z.infer<typeof getPriceTable.reply>

export const savePrices = endpoint('PUT /api/option/prices', 'root', {
  summary: 'Set several model price options together; all are stored with one audit entry, or none',
  body: z.object({
    changes: z
      .array(
        z.object({
          key: z.enum(PRICE_OPTIONS),
          value: optionText,
          /** The text that the change was made of; the call is refused when another is stored by now. */
          expected: optionText,
        }),
      )
      .check(z.minLength(1), z.maxLength(PRICE_OPTIONS.length)),
  }),
  inputError: 'option_body_invalid',
  reply: nothing,
})
