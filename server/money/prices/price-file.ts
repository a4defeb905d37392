import * as z from 'zod/mini'
import { TOOLS } from '#contract/prices/price.ts'
import { conditionFields } from '#contract/prices/price-rule-schemas.ts'

const amount = z
  .string()
  .check(z.regex(/^(0|[1-9]\d{0,2})(\.\d{1,8})?$/, 'must be a plain decimal, at least 0 and below 1000'))

/** Prices of service tiers relative to the standard one, by their names in answers. */
const factors = z.record(z.string(), amount)

/** USD of one call of a tool. */
const toolPrices = z.strictObject(Object.fromEntries(TOOLS.map((tool) => [tool, z.optional(amount)])))

/** Prices per million tokens, by component. */
const tokenPrices = {
  input: z.optional(amount),
  output: z.optional(amount),
  /** Reasoning tokens, where they cost something else than the rest of the output. */
  reasoning: z.optional(amount),
  cache_read: z.optional(amount),
  cache_write_5m: z.optional(amount),
  cache_write_1h: z.optional(amount),
  audio_input: z.optional(amount),
  audio_output: z.optional(amount),
  image_input: z.optional(amount),
  image_output: z.optional(amount),
}

const PRICE_KEYS = Object.keys(tokenPrices) as (keyof typeof tokenPrices)[]

/** Other prices under conditions: a factor on all prices, or single ones in place of the model's. */
const conditionalPrice = z
  .strictObject({ ...conditionFields, factor: z.optional(amount), ...tokenPrices })
  .check(
    z.refine(
      ({ factor, ...rule }) => factor !== undefined || PRICE_KEYS.some((key) => rule[key] !== undefined),
      'changes nothing',
    ),
  )

const modelPrice = z
  .strictObject({
    vendor: z.string(),
    currency: z._default(z.enum(['USD', 'CNY']), 'USD'),
    /** What the numbers mean if the vendor's price has conditions. */
    note: z.optional(z.string()),
    /** The model whose steps and cache prices this has in the same relation, as the vendor's page names none. */
    derived_from: z.optional(z.string()),
    ...tokenPrices,
    per_call: z.optional(amount),
    tiers: z.optional(factors),
    /** Applied one after the other where their conditions hold. */
    rules: z.optional(z.array(conditionalPrice).check(z.minLength(1))),
    /** Set if tool calls cost something else than with other models of the vendor. */
    tools: z.optional(toolPrices),
  })
  .check(({ value: price, issues }) => {
    const {
      vendor: _vendor,
      currency: _currency,
      note: _note,
      derived_from: _derived,
      tiers: _tiers,
      tools: _tools,
      rules = [],
      per_call,
      ...tokens
    } = price
    const values = Object.values(tokens)
    const problem = (message: string) => issues.push({ code: 'custom', message, input: price })
    for (const key of PRICE_KEYS) {
      if (rules.some((rule) => rule[key] !== undefined) && !(Number(tokens[key]) > 0))
        problem(`has a conditional price of ${key} without one to relate it to`)
    }
    if (per_call !== undefined) {
      if (values.length > 0) problem('is priced per call and per token at once')
    } else if (tokens.input === undefined || tokens.output === undefined) {
      problem('needs input and output, or per_call')
    } else if (Number(tokens.input) === 0 && values.some((value) => Number(value) > 0)) {
      problem('is free on input only, which no ratio to the input price can express')
    }
    if (tokens.audio_output !== undefined && !(Number(tokens.audio_input) > 0)) {
      problem('has audio_output without a price of audio_input to relate it to')
    }
  })

/** What a model has if its predecessor or a sibling has it: a price of the cache, of long prompts, of times of the day; a window. */
export const RELATED = ['cache_read', 'cache_write_5m', 'cache_write_1h', 'above', 'hours', 'context'] as const

const priceFile = z
  .strictObject({
    version: z.iso.date(),
    cny_per_usd: amount.check(z.refine((rate) => Number(rate) > 0, 'must be above 0')),
    sources: z.record(z.string(), z.url({ protocol: /^https$/ })),
    /** USD of one call of a tool, by vendor. */
    tools: z._default(z.record(z.string(), toolPrices), {}),
    /** Service tiers by vendor; a model may have its own. */
    tiers: z._default(
      z.record(z.string(), z.strictObject({ source: z.url({ protocol: /^https$/ }), as_of: z.iso.date(), factors })),
      {},
    ),
    /** Why models lack what their predecessors or siblings have; `*` and `?` stand for signs of a name. */
    exceptions: z._default(
      z.array(z.strictObject({ models: z.array(z.string()), lacks: z.array(z.enum(RELATED)), why: z.string() })),
      [],
    ),
    models: z.record(z.string().check(z.minLength(1)), modelPrice),
  })
  .check(({ value, issues }) => {
    for (const vendor of Object.keys(value.tools)) {
      if (Object.hasOwn(value.sources, vendor)) continue
      issues.push({ code: 'custom', path: ['tools', vendor], message: 'no source for the vendor', input: vendor })
    }
    for (const [name, { vendor }] of Object.entries(value.models)) {
      if (Object.hasOwn(value.sources, vendor)) continue
      const path = ['models', name, 'vendor']
      issues.push({ code: 'custom', path, message: `no source for vendor ${vendor}`, input: vendor })
    }
  })

export type ModelListPrice = z.infer<typeof modelPrice>
/** A price file as it is written: some fields may be left out. */
export type WrittenPriceFile = z.input<typeof priceFile>
export type PriceFile = z.infer<typeof priceFile>
/** A list price: per million tokens, or per call. */
export type PriceKey = Exclude<
  keyof ModelListPrice,
  'vendor' | 'currency' | 'note' | 'derived_from' | 'tiers' | 'tools' | 'rules'
>

/** Checks a price file. Throws an Error that names every wrong entry. */
export function parsePrices(input: unknown): PriceFile {
  const result = priceFile.safeParse(input)
  if (result.success) return result.data
  throw new Error(`malformed price file:\n${result.error.issues.map(describe).join('\n')}`)
}

function describe(issue: z.core.$ZodIssue): string {
  const what = issue.code === 'unrecognized_keys' ? `unknown ${issue.keys.join(', ')}` : issue.message
  return `${issue.path.join('.')}: ${what}`
}
