import { decimalRatio } from '#contract/decimal.ts'
import { type Tiers, TOOLS, type Tool, type ToolCalls } from '#contract/prices/price.ts'
import type { PriceRule } from '#contract/prices/price-rules.ts'
import file from './default-prices.json' with { type: 'json' }
import type { ModelListPrice, PriceFile, PriceKey, WrittenPriceFile } from './price-file.ts'

/** Public list prices on the day `version`, from each vendor's own price page (`sources`). */
export const defaultPrices = complete(file as WrittenPriceFile)

/** Fills in what the file leaves out. A test checks the file itself, which takes a tenth of a second; a start does not. */
function complete({ tools = {}, tiers = {}, exceptions = [], models, ...rest }: WrittenPriceFile): PriceFile {
  const complete = Object.entries(models).map(([name, { currency = 'USD', ...price }]) => [
    name,
    { ...price, currency },
  ])
  return { ...rest, tools, tiers, exceptions, models: Object.fromEntries(complete) }
}

/** A list price in USD, per million tokens or per call; undefined if the vendor has none. */
export function usdPrice(price: ModelListPrice, key: PriceKey, cnyPerUsd: string): number | undefined {
  const value = price[key]
  if (value === undefined) return undefined
  return price.currency === 'CNY' ? Number(value) / Number(cnyPerUsd) : Number(value)
}

// Nine significant digits, the precision of price computations: a list price of $2 is shown as $2.
const rounded = (value: number) => Number(value.toPrecision(9))

/**
 * Creates one number per model from its price of `key` over `base`; models without it are left out, and so are free
 * ones.
 */
function ratioTable(prices: PriceFile, key: PriceKey, base: PriceKey | number): Record<string, number> {
  const result: Record<string, number> = {}
  for (const [name, price] of Object.entries(prices.models)) {
    const above = usdPrice(price, key, prices.cny_per_usd)
    const below = typeof base === 'number' ? base : usdPrice(price, base, prices.cny_per_usd)
    if (above !== undefined && below) result[name] = rounded(above / below)
  }
  return result
}

/** ModelRatio: 1 = 2 USD per million input tokens. A free model has 0. */
export const defaultModelRatio = (prices = defaultPrices) => ratioTable(prices, 'input', 2)

/** ModelPrice: USD of one call, for models sold by the call. */
export const defaultModelPrice = (prices = defaultPrices) => ratioTable(prices, 'per_call', 1)

/** CompletionRatio: output relative to input. */
export const defaultCompletionRatio = (prices = defaultPrices) => ratioTable(prices, 'output', 'input')

/** A reasoning token relative to input, where it costs something else than output. */
export const defaultReasoningRatio = (prices = defaultPrices) => ratioTable(prices, 'reasoning', 'input')

/** A token read from the prompt cache, relative to input. */
export const defaultCacheRatio = (prices = defaultPrices) => ratioTable(prices, 'cache_read', 'input')

/** A token written to the prompt cache for five minutes, relative to input; also for vendors with one write price. */
export const defaultCacheWrite5mRatio = (prices = defaultPrices) => ratioTable(prices, 'cache_write_5m', 'input')

/** A token written to the prompt cache for an hour, relative to input. */
export const defaultCacheWrite1hRatio = (prices = defaultPrices) => ratioTable(prices, 'cache_write_1h', 'input')

/** Audio input relative to text input. */
export const defaultAudioRatio = (prices = defaultPrices) => ratioTable(prices, 'audio_input', 'input')

/** Pictures that are given, relative to text input. */
export const defaultImageRatio = (prices = defaultPrices) => ratioTable(prices, 'image_input', 'input')

/** Pictures that are drawn, relative to text input. */
export const defaultImageOutputRatio = (prices = defaultPrices) => ratioTable(prices, 'image_output', 'input')

/** Converts prices of tools to numbers. */
function toolCallsOf(prices: Readonly<Partial<Record<string, string>>> | undefined): ToolCalls {
  return Object.fromEntries(
    TOOLS.flatMap((tool) => (prices?.[tool] === undefined ? [] : [[tool, Number(prices[tool])]])),
  )
}

const ofVendor = new Map(Object.entries(defaultPrices.tools).map(([vendor, prices]) => [vendor, toolCallsOf(prices)]))

/** What a tool costs that neither its model nor its vendor lists. */
const unlisted: ToolCalls = { ...ofVendor.get('google'), ...ofVendor.get('openai') }

/** USD of one call of a tool that the list names for a model, by the model or else its vendor. */
function listedTools(model: string): ToolCalls {
  const { models } = defaultPrices
  const listed = Object.hasOwn(models, model) ? models[model] : undefined
  return { ...ofVendor.get(listed?.vendor ?? 'openai'), ...toolCallsOf(listed?.tools) }
}

/** The same with a price for every tool: a call that an answer counts is never free for want of one. */
export const defaultToolPrices = (model: string): ToolCalls => ({ ...unlisted, ...listedTools(model) })

/** Whether a model has a tool at a price: the list names it, or an operator has set it. */
export const hasTool = (model: string, tool: Tool, usd: number): boolean =>
  listedTools(model)[tool] !== undefined || unlisted[tool] !== usd

const toNumbers = (texts: Readonly<Record<string, string>>): Tiers =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Number(text)]))

const tiersOfVendor = new Map(
  Object.entries(defaultPrices.tiers).map(([vendor, { factors }]) => [vendor, toNumbers(factors)]),
)

/** The highest factor of each tier, for models of unknown vendors. */
const highestTiers = [...tiersOfVendor.values()].reduce<Record<string, number>>((dearest, tiers) => {
  for (const [name, factor] of Object.entries(tiers)) dearest[name] = Math.max(factor, dearest[name] ?? 0)
  return dearest
}, {})

/** The prices of a model vendor's service tiers, relative to its standard one. */
export function defaultTiers(model: string): Tiers | undefined {
  const listed = Object.hasOwn(defaultPrices.models, model) ? defaultPrices.models[model] : undefined
  if (!listed) return highestTiers
  const ofVendor = tiersOfVendor.get(listed.vendor)
  return listed.tiers ? { ...ofVendor, ...toNumbers(listed.tiers) } : ofVendor
}

type ConditionalPrice = NonNullable<ModelListPrice['rules']>[number]

/** Conditional prices are kept as factors, so that they hold for an operator's own price of the model, too. */
function toRule(model: ModelListPrice, conditional: ConditionalPrice): PriceRule {
  const {
    factor,
    input,
    output,
    reasoning,
    cache_read,
    cache_write_5m,
    cache_write_1h,
    audio_input,
    audio_output,
    image_input,
    image_output,
    ...conditions
  } = conditional
  const prices = {
    ...{ input, output, reasoning, cache_read, cache_write_5m, cache_write_1h },
    ...{ audio_input, audio_output, image_input, image_output },
  }
  const factors = Object.entries(prices).flatMap(([name, price]) =>
    price === undefined ? [] : [[name, decimalRatio(Number(price), Number(model[name as keyof typeof prices]))]],
  )
  return {
    ...conditions,
    ...(factor !== undefined && { factor: Number(factor) }),
    ...(factors.length > 0 && { factors: Object.fromEntries(factors) }),
  }
}

/** Conditional prices of the list by model. */
export const defaultRules: ReadonlyMap<string, readonly PriceRule[]> = new Map(
  Object.entries(defaultPrices.models).flatMap(([name, model]) =>
    model.rules ? [[name, model.rules.map((rule) => toRule(model, rule))] as const] : [],
  ),
)

/** Audio output relative to audio input. */
export const defaultAudioCompletionRatio = (prices = defaultPrices) => ratioTable(prices, 'audio_output', 'audio_input')
