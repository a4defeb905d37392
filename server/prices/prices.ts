import { createHash } from 'node:crypto'
import type { ListedPrice } from '#contract/dollar-prices.ts'
import { type Price, type Rates, ratesOf, TOOLS } from '#contract/price.ts'
import type { Options } from '../options/open-options.ts'
import {
  defaultAudioCompletionRatio,
  defaultAudioRatio,
  defaultCacheRatio,
  defaultCacheWrite1hRatio,
  defaultCacheWrite5mRatio,
  defaultCompletionRatio,
  defaultModelPrice,
  defaultModelRatio,
  defaultPrices,
  defaultTiers,
  defaultToolPrices,
} from './default-prices.ts'

/** A model's price for a group, ready to compute with. */
export interface Quote {
  price: Price
  rates: Rates
  group: string
  /** The built-in list and the operator's settings that the price was computed from. */
  version: string
  /** Nothing is charged, whatever the usage. */
  free: boolean
}

export interface PriceBook {
  /** The price, or undefined when none is set and unpriced models are not for sale. */
  quote(model: string, group: string): Quote | undefined
  /** The price of a call without tokens: the operator's fixed price, the built-in one, or `otherwise` (USD). */
  callQuote(model: string, group: string, otherwise: number): Quote
}

const builtIn = {
  modelPrice: new Map(Object.entries(defaultModelPrice())),
  modelRatio: new Map(Object.entries(defaultModelRatio())),
  completion: new Map(Object.entries(defaultCompletionRatio())),
  cache: new Map(Object.entries(defaultCacheRatio())),
  cacheWrite5m: new Map(Object.entries(defaultCacheWrite5mRatio())),
  cacheWrite1h: new Map(Object.entries(defaultCacheWrite1hRatio())),
  audio: new Map(Object.entries(defaultAudioRatio())),
  audioCompletion: new Map(Object.entries(defaultAudioCompletionRatio())),
}

/** What the built-in list says of a model; `null` = it is not in it. */
export function listedPrice(model: string): ListedPrice | null {
  const price = {
    model_price: builtIn.modelPrice.get(model) ?? null,
    model_ratio: builtIn.modelRatio.get(model) ?? null,
    completion_ratio: builtIn.completion.get(model) ?? null,
    cache_ratio: builtIn.cache.get(model) ?? null,
    cache_write_5m: builtIn.cacheWrite5m.get(model) ?? null,
    cache_write_1h: builtIn.cacheWrite1h.get(model) ?? null,
    audio_ratio: builtIn.audio.get(model) ?? null,
    audio_completion_ratio: builtIn.audioCompletion.get(model) ?? null,
  }
  return Object.values(price).every((value) => value === null) ? null : price
}

const MAX_CACHED = 10_000

/** Creates a price book of the options over the built-in list; an operator's value always wins. */
export function createPriceBook(options: Options): PriceBook {
  /** By group and model. */
  let cache = new Map<string, Map<string, Quote>>()
  let cached = 0
  let version = -1
  let label = ''

  function refresh(): void {
    if (version === options.version && cached <= MAX_CACHED) return
    version = options.version
    cache = new Map()
    cached = 0
    label = versionLabel(options)
  }

  return {
    callQuote(model, group, otherwise) {
      refresh()
      const usd = valueIn(options.values.ModelPrice, model) ?? builtIn.modelPrice.get(model) ?? otherwise
      return quoteOf(withRatios(options.values, model, group, { modelPrice: usd, modelRatio: 0 }), group, label)
    },
    quote(model, group) {
      refresh()
      // Callers choose the names of custom assistants: each name must not take memory.
      const name = priceName(model)
      const known = cache.get(group)?.get(name)
      if (known) return known
      const quote = makeQuote(options.values, name, group, label)
      if (!quote) return undefined
      const models = cache.get(group) ?? new Map<string, Quote>()
      cache.set(group, models.set(name, quote))
      cached += 1
      return quote
    },
  }
}

function makeQuote(values: Options['values'], model: string, group: string, version: string): Quote | undefined {
  const source = modelPriceOf(values, model)
  return source && quoteOf(withRatios(values, model, group, source), group, version)
}

function quoteOf(price: Price, group: string, version: string): Quote {
  const rates = ratesOf(price)
  const free =
    rates.perCall === null ? rates.perToken.input === 0n && rates.perToken.output === 0n : rates.perCall === 0
  return { price, rates, group, version, free }
}

type PriceSource = Pick<Price, 'modelPrice' | 'modelRatio'>

function withRatios(values: Options['values'], model: string, group: string, source: PriceSource): Price {
  const audio = builtIn.audio.get(model) ?? 1
  const completion = valueIn(values.CompletionRatio, model) ?? builtIn.completion.get(model) ?? 1
  return {
    ...source,
    groupRatio: valueIn(values.GroupRatio, group) ?? 1,
    quotaPerUnit: values.QuotaPerUnit,
    ratios: {
      output: completion,
      cacheRead: valueIn(values.CacheRatio, model) ?? builtIn.cache.get(model) ?? 1,
      cacheWrite5m: builtIn.cacheWrite5m.get(model) ?? 1,
      cacheWrite1h: builtIn.cacheWrite1h.get(model) ?? builtIn.cacheWrite5m.get(model) ?? 1,
      audioInput: audio,
      audioOutput: audio * (builtIn.audioCompletion.get(model) ?? completion),
      imageInput: 1,
      imageOutput: completion,
    },
    tools: toolPricesOf(values, model),
    ...tiersOf(model),
  }
}

function tiersOf(model: string): Pick<Price, 'tiers'> {
  const tiers = defaultTiers(model)
  return tiers ? { tiers } : {}
}

/** The operator's price of a tool for this model (`web_search:gpt-4o`), for all (`web_search`), or the vendor's. */
function toolPricesOf({ ToolPrice }: Options['values'], model: string): NonNullable<Price['tools']> {
  const prices = { ...defaultToolPrices(model) }
  for (const tool of TOOLS) {
    const own = valueIn(ToolPrice, `${tool}:${model}`) ?? valueIn(ToolPrice, tool)
    if (own !== undefined) prices[tool] = own
  }
  return prices
}

/** Whether a model has a price, set or built in; the default ratio of unpriced models does not count. */
export function isPriced(values: Options['values'], model: string): boolean {
  return modelPriceOf({ ...values, SellUnpricedModelsEnabled: false }, priceName(model)) !== undefined
}

/**
 * Returns the first that is set: operator's fixed price, operator's ratio, built-in price, built-in ratio, default
 * ratio.
 */
function modelPriceOf(values: Options['values'], model: string): PriceSource | undefined {
  const perCall = (modelPrice: number) => ({ modelPrice, modelRatio: 0 })
  const perToken = (modelRatio: number) => ({ modelPrice: null, modelRatio })
  const own = valueIn(values.ModelPrice, model)
  if (own !== undefined) return perCall(own)
  const ownRatio = valueIn(values.ModelRatio, model)
  if (ownRatio !== undefined) return perToken(ownRatio)
  const listed = builtIn.modelPrice.get(model)
  if (listed !== undefined) return perCall(listed)
  const listedRatio = builtIn.modelRatio.get(model)
  if (listedRatio !== undefined) return perToken(listedRatio)
  return values.SellUnpricedModelsEnabled ? perToken(values.UnpricedModelRatio) : undefined
}

/** Reads own properties only, because a caller may name a model `constructor`. */
function valueIn(map: Readonly<Record<string, number>>, name: string): number | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined
}

/** Custom assistants share one price: `gpt-4-gizmo-…` is priced as `gpt-4-gizmo-*`. */
export function priceName(model: string): string {
  return /^gpt-4o?-gizmo-/.exec(model)?.[0].concat('*') ?? model
}

function versionLabel(options: Options): string {
  const prices = ['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio', 'ToolPrice'] as const
  const keys = [...prices, 'GroupRatio', 'QuotaPerUnit'] as const
  const unpriced = ['SellUnpricedModelsEnabled', 'UnpricedModelRatio'] as const
  const texts = [...keys, ...unpriced].map((key) => options.text(key))
  return `${defaultPrices.version}+${createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 8)}`
}
