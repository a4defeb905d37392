import * as z from 'zod/mini'
import { describeIssue } from '../model-schemas.ts'
import type { BuyPrice } from './buy-price.ts'
import { MAX_CALL_USD, MAX_RATIO, USD_PER_RATIO } from './price.ts'
import { RULE_COMPONENT_NAMES } from './price-rules.ts'

/** Schema of a channel's buy price. */

const MAX_MODELS = 1000
/** Amounts may be in a currency of small units. */
const MAX_RATE = 1_000_000

const amount = (max: number) =>
  z.number('must be a number').check(z.minimum(0, 'must not be below 0'), z.maximum(max, `must not be above ${max}`))

const perMillion = z.optional(amount(MAX_RATIO * USD_PER_RATIO))

const ownPrice = z
  .strictObject({
    ...Object.fromEntries(RULE_COMPONENT_NAMES.map((name) => [name, perMillion])),
    per_call: z.optional(amount(MAX_CALL_USD)),
  })
  .check(({ value, issues }) => {
    const { per_call: perCall, ...components } = value as Record<string, number | undefined>
    const prices = Object.values(components).filter((price) => price !== undefined)
    const message =
      perCall === undefined && prices.length === 0
        ? 'has no price'
        : perCall !== undefined && prices.length > 0
          ? 'is either per call or per million tokens'
          : components.input === 0 && prices.some((price) => price > 0)
            ? 'input must be above 0 where other components have a price'
            : undefined
    if (message) issues.push({ code: 'custom', message, input: value })
  })

const modelName = z
  .string()
  .check(z.minLength(1, 'must not be empty'), z.maxLength(200), z.regex(/^\S(.*\S)?$/, 'has a blank at an end'))

export const buyPriceSchema = z.strictObject({
  discount: z.optional(amount(MAX_RATIO)),
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'must be three capital letters, such as CNY'))),
  rate: z.optional(
    z
      .number('must be a number')
      .check(z.minimum(0.000001, 'must be above 0'), z.maximum(MAX_RATE, `must not be above ${MAX_RATE}`)),
  ),
  models: z.optional(
    z
      .record(modelName, ownPrice)
      .check(
        z.refine((models) => Object.keys(models).length <= MAX_MODELS, `must not have more than ${MAX_MODELS} models`),
      ),
  ),
})

/** Reads the JSON text of a buy price; returns it, or what is wrong with it. "" = none. */
export function parseBuyPrice(text: string): { buyPrice: BuyPrice } | { detail: string } {
  if (text.trim() === '') return { buyPrice: {} }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { detail: 'is not JSON' }
  }
  const { data, error } = buyPriceSchema.safeParse(value)
  const [issue] = error?.issues ?? []
  if (issue) return { detail: describeIssue(issue) }
  const buyPrice = data as BuyPrice
  if (buyPrice.currency !== undefined && buyPrice.currency !== 'USD' && buyPrice.rate === undefined)
    return { detail: 'rate: is missing for the currency' }
  return { buyPrice }
}
