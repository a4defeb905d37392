import * as z from 'zod/mini'
import { tokenCount } from '../model-schemas.ts'
import { MAX_CALL_USD, MAX_RATIO, USD_PER_RATIO } from './price.ts'
import { type PriceRule, RULE_COMPONENT_NAMES, readWindow } from './price-rules.ts'

/** Schemas of the conditional prices that an operator sets, and of the conditions in the built-in list. */

const MAX_RULES = 50
const MAX_NAME = 100
const moment = z
  .string('must be a day or a time, such as 2027-01-01')
  .check(
    z.refine(
      (text) => /^\d{4}-\d{2}-\d{2}(T\S+(Z|[+-]\d{2}:\d{2}))?$/.test(text) && !Number.isNaN(Date.parse(text)),
      'must be a day (2027-01-01, from midnight UTC) or a time with its zone (2027-01-01T08:00:00Z)',
    ),
  )
const window = z
  .string('must be a text')
  .check(z.refine((text) => readWindow(text) !== undefined, 'must be two different times, such as 16:30-00:30'))
const day = z.int('must be a number from 1 to 7').check(z.minimum(1), z.maximum(7))
const name = z.string('must be a text').check(z.minLength(1, 'must not be empty'), z.maxLength(MAX_NAME))
const listOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.array(item, 'must be a list').check(z.minLength(1, 'must not be empty'))

/** The conditions of a rule. */
export const conditionFields = {
  above: z.optional(tokenCount),
  up_to: z.optional(tokenCount),
  with_reasoning: z.optional(z.boolean('must be true or false')),
  from: z.optional(moment),
  until: z.optional(moment),
  days: z.optional(listOf(day)),
  hours: z.optional(listOf(window)),
}

/** All conditions of a price, as they are stated. */
export const priceConditions = z.object({ ...conditionFields, groups: z.optional(listOf(name)) })

const amount = (max: number) =>
  z.number('must be a number').check(z.minimum(0, 'must not be below 0'), z.maximum(max, `must not be above ${max}`))

const components = (max: number) =>
  z.strictObject(Object.fromEntries(RULE_COMPONENT_NAMES.map((component) => [component, z.optional(amount(max))])), {
    error: (issue) => (issue.code === 'invalid_type' ? 'must be an object' : undefined),
  })

/** A rule as it is stored. */
export const priceRule = z
  .strictObject(
    {
      ...priceConditions.shape,
      factor: z.optional(amount(MAX_RATIO)),
      factors: z.optional(components(MAX_RATIO)),
      prices: z.optional(components(MAX_RATIO * USD_PER_RATIO)),
      per_call: z.optional(amount(MAX_CALL_USD)),
      group_ratio: z.optional(amount(MAX_RATIO)),
      tier: z.optional(name),
    },
    { error: (issue) => (issue.code === 'invalid_type' ? 'must be an object' : undefined) },
  )
  .check(({ value, issues }) => {
    for (const message of contradictions(value as PriceRule)) {
      issues.push({ code: 'custom', message, input: value })
    }
  })

/** What the fields of a rule say that cannot be meant. */
function contradictions(rule: PriceRule): string[] {
  const { above, up_to, from, until, factor, factors = {}, prices = {}, tier } = rule
  const changes = [factor, rule.per_call, rule.group_ratio].some((value) => value !== undefined)
  const twice = RULE_COMPONENT_NAMES.find((key) => prices[key] !== undefined && factors[key] !== undefined)
  return [
    ...(changes || Object.keys(factors).length + Object.keys(prices).length > 0 ? [] : ['changes nothing']),
    ...(above !== undefined && up_to !== undefined && above >= up_to ? ['up_to must be larger than above'] : []),
    ...(from !== undefined && until !== undefined && Date.parse(from) >= Date.parse(until)
      ? ['until must be later than from']
      : []),
    ...(twice ? [`${twice} has both a price and a factor`] : []),
    ...(tier !== undefined && factor === 0 ? ['tier needs a factor above 0'] : []),
    ...(tier !== undefined && (rule.per_call ?? rule.group_ratio) !== undefined
      ? ['a tier has no price per call and no ratio of a group']
      : []),
  ]
}

/** The rules of a model. */
export const priceRules = z
  .array(priceRule, 'must be a list of rules')
  .check(z.maxLength(MAX_RULES, `must not have more than ${MAX_RULES} rules`))
