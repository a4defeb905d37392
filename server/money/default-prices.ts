import { z } from 'zod'
import file from './default-prices.json' with { type: 'json' }

const amount = z.string().regex(/^(0|[1-9]\d{0,2})(\.\d{1,8})?$/, 'must be a plain decimal, at least 0 and below 1000')

const modelPrice = z
  .strictObject({
    vendor: z.string(),
    currency: z.enum(['USD', 'CNY']).default('USD'),
    /** What the numbers stand for when the vendor's price has conditions. */
    note: z.string().optional(),
    input: amount.optional(),
    output: amount.optional(),
    cache_read: amount.optional(),
    cache_write_5m: amount.optional(),
    cache_write_1h: amount.optional(),
    audio_input: amount.optional(),
    audio_output: amount.optional(),
    per_call: amount.optional(),
  })
  .superRefine((price, context) => {
    const { vendor: _vendor, currency: _currency, note: _note, per_call, ...tokens } = price
    const values = Object.values(tokens)
    const problem = (message: string) => context.addIssue({ code: 'custom', message })

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

const priceFile = z
  .strictObject({
    version: z.iso.date(),
    cny_per_usd: amount.refine((rate) => Number(rate) > 0, 'must be above 0'),
    sources: z.record(z.string(), z.url({ protocol: /^https$/ })),
    models: z.record(z.string().min(1), modelPrice),
  })
  .superRefine(({ models, sources }, context) => {
    for (const [name, { vendor }] of Object.entries(models)) {
      if (Object.hasOwn(sources, vendor)) continue
      context.addIssue({ code: 'custom', path: ['models', name, 'vendor'], message: `no source for vendor ${vendor}` })
    }
  })

export type ModelListPrice = z.infer<typeof modelPrice>
export type PriceFile = z.infer<typeof priceFile>
/** A list price: per million tokens, or per call. */
export type PriceKey = Exclude<keyof ModelListPrice, 'vendor' | 'currency' | 'note'>

/** Checks a price file. Throws an Error that names every wrong entry. */
export function parsePrices(input: unknown): PriceFile {
  const result = priceFile.safeParse(input)
  if (result.success) return result.data
  throw new Error(`malformed price file:\n${z.prettifyError(result.error)}`)
}

/** Public list prices on the day `version`, from each vendor's own price page (`sources`). */
export const defaultPrices = parsePrices(file)

/** A list price in USD, per million tokens or per call; undefined where the vendor has none. */
export function usdPrice(price: ModelListPrice, key: PriceKey, cnyPerUsd: string): number | undefined {
  const value = price[key]
  if (value === undefined) return undefined
  return price.currency === 'CNY' ? Number(value) / Number(cnyPerUsd) : Number(value)
}

// Six significant digits: readable in the settings form, and within 0.0005% of the exact ratio.
const rounded = (value: number) => Number(value.toPrecision(6))

/** One number per model from its price of `key` over `base`; models without it are left out, as are free ones. */
function table(prices: PriceFile, key: PriceKey, base: PriceKey | number): Record<string, number> {
  const result: Record<string, number> = {}
  for (const [name, price] of Object.entries(prices.models)) {
    const above = usdPrice(price, key, prices.cny_per_usd)
    const below = typeof base === 'number' ? base : usdPrice(price, base, prices.cny_per_usd)
    if (above !== undefined && below) result[name] = rounded(above / below)
  }
  return result
}

/** ModelRatio: 1 = 2 USD per million input tokens. A free model has 0. */
export const defaultModelRatio = (prices = defaultPrices) => table(prices, 'input', 2)

/** ModelPrice: USD of one call, for models sold by the call. */
export const defaultModelPrice = (prices = defaultPrices) => table(prices, 'per_call', 1)

/** CompletionRatio: output relative to input. */
export const defaultCompletionRatio = (prices = defaultPrices) => table(prices, 'output', 'input')

/** A token read from the prompt cache, relative to input. */
export const defaultCacheRatio = (prices = defaultPrices) => table(prices, 'cache_read', 'input')

/** A token written to the prompt cache for five minutes, relative to input; also for vendors with one write price. */
export const defaultCacheWrite5mRatio = (prices = defaultPrices) => table(prices, 'cache_write_5m', 'input')

/** A token written to the prompt cache for an hour, relative to input. */
export const defaultCacheWrite1hRatio = (prices = defaultPrices) => table(prices, 'cache_write_1h', 'input')

/** Audio input relative to text input. */
export const defaultAudioRatio = (prices = defaultPrices) => table(prices, 'audio_input', 'input')

/** Audio output relative to audio input. */
export const defaultAudioCompletionRatio = (prices = defaultPrices) => table(prices, 'audio_output', 'audio_input')
