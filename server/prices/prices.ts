import { createHash } from 'node:crypto'
import type { ListedPrice } from '#contract/dollar-prices.ts'
import { type Price, TOOLS } from '#contract/price.ts'
import {
  appliesAt,
  applyRules,
  conditionsOf,
  dependsOnCall,
  isForGroup,
  nextChange,
  type PriceConditions,
  type PriceRule,
} from '#contract/price-rules.ts'
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
  defaultReasoningRatio,
  defaultRules,
  defaultTiers,
  defaultToolPrices,
} from './default-prices.ts'
import { createQuote, type Quote } from './quote.ts'

/** A price under conditions, without other rules that depend on conditions. */
export interface ConditionalPrice {
  when: PriceConditions
  price: Price
}

export interface PriceBook {
  /**
   * The price at this moment for users of a group with a ratio of their own (1 = none); undefined when no price is set
   * and unpriced models are not for sale.
   */
  quote(model: string, group: string, userRatio?: number): Quote | undefined
  /** Other prices of a model under conditions, for a group. Those of service tiers are in every price. */
  conditional(model: string, group: string): ConditionalPrice[]
  /** The price of a call without tokens: the operator's fixed price, the built-in one, or `otherwise` (USD). */
  callQuote(model: string, group: string, userRatio: number, otherwise: number): Quote
}

const builtIn = {
  modelPrice: new Map(Object.entries(defaultModelPrice())),
  modelRatio: new Map(Object.entries(defaultModelRatio())),
  completion: new Map(Object.entries(defaultCompletionRatio())),
  reasoning: new Map(Object.entries(defaultReasoningRatio())),
  cache: new Map(Object.entries(defaultCacheRatio())),
  cacheWrite5m: new Map(Object.entries(defaultCacheWrite5mRatio())),
  cacheWrite1h: new Map(Object.entries(defaultCacheWrite1hRatio())),
  audio: new Map(Object.entries(defaultAudioRatio())),
  audioCompletion: new Map(Object.entries(defaultAudioCompletionRatio())),
}

type RatioMaps = 'CompletionRatio' | 'CacheRatio' | 'ToolPrice' | 'GroupRatio'
const NOTHING_SET: Pick<Options['values'], RatioMaps> = {
  CompletionRatio: {},
  CacheRatio: {},
  ToolPrice: {},
  GroupRatio: {},
}

/** The vendor's list price of a model, whatever the operator charges for it; undefined = it is not in the list. */
export function listPrice(model: string, quotaPerUnit: number): Price | undefined {
  const perCall = builtIn.modelPrice.get(model)
  const ratio = builtIn.modelRatio.get(model)
  if (perCall === undefined && ratio === undefined) return undefined
  const source =
    perCall === undefined ? { modelPrice: null, modelRatio: ratio ?? 0 } : { modelPrice: perCall, modelRatio: 0 }
  return withRatios({ ...NOTHING_SET, QuotaPerUnit: quotaPerUnit }, model, '', source)
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
    reasoning_ratio: builtIn.reasoning.get(model) ?? null,
  }
  return Object.values(price).every((value) => value === null) ? null : price
}

const MAX_CACHED = 10_000

interface Cached {
  quote: Quote
  /** Milliseconds since the epoch: from then on other rules may apply. */
  until: number
}

/** Creates a price book of the options over the built-in list; an operator's value always wins. */
export function createPriceBook(options: Options, now: () => number = Date.now): PriceBook {
  /** By payer (group and user ratio) and model. */
  let cache = new Map<string, Map<string, Cached>>()
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
    callQuote(model, group, userRatio, otherwise) {
      refresh()
      const usd = valueIn(options.values.ModelPrice, model) ?? builtIn.modelPrice.get(model) ?? otherwise
      const price = forUser(withRatios(options.values, model, group, { modelPrice: usd, modelRatio: 0 }), userRatio)
      return createQuote(price, rulesAt(rulesOf(options.values, model), group, now()), { group, version: label })
    },
    conditional(model, group) {
      const name = priceName(model)
      const source = modelPriceOf(options.values, name)
      if (!source) return []
      const base = withRatios(options.values, name, group, source)
      const own = rulesOf(options.values, name).filter((rule) => isForGroup(rule, group) && rule.tier === undefined)
      const always = own.filter((rule) => !dependsOnCall(rule))
      return own.filter(dependsOnCall).map((rule) => {
        return { when: conditionsOf(rule), price: applyRules(base, [...always, rule]) }
      })
    },
    quote(model, group, userRatio = 1) {
      refresh()
      // Callers choose the names of custom assistants: each name must not take memory.
      const name = priceName(model)
      // No two payers have the same key, whatever a group is called.
      const payer = `${userRatio} ${group}`
      const known = cache.get(payer)?.get(name)
      const at = now()
      if (known && at < known.until) return known.quote
      const source = modelPriceOf(options.values, name)
      if (!source) return undefined
      const rules = rulesOf(options.values, name)
      const price = forUser(withRatios(options.values, name, group, source), userRatio)
      const quote = createQuote(price, rulesAt(rules, group, at), { group, version: label })
      const models = cache.get(payer) ?? new Map<string, Cached>()
      cache.set(payer, models.set(name, { quote, until: nextChange(rules, at) }))
      if (!known) cached += 1
      return quote
    },
  }
}

const NO_RULES: readonly PriceRule[] = []

/** The operator's conditional prices of a model, else the built-in ones. */
const rulesOf = ({ PriceRules }: Options['values'], model: string): readonly PriceRule[] =>
  (Object.hasOwn(PriceRules, model) ? PriceRules[model] : defaultRules.get(model)) ?? NO_RULES

const rulesAt = (rules: readonly PriceRule[], group: string, at: number) =>
  rules.filter((rule) => appliesAt(rule, { at, group }))

type PriceSource = Pick<Price, 'modelPrice' | 'modelRatio'>

type RatioValues = Pick<Options['values'], RatioMaps | 'QuotaPerUnit'>

function withRatios(values: RatioValues, model: string, group: string, source: PriceSource): Price {
  const audio = builtIn.audio.get(model) ?? 1
  const reasoning = builtIn.reasoning.get(model)
  const completion = valueIn(values.CompletionRatio, model) ?? builtIn.completion.get(model) ?? 1
  return {
    ...source,
    groupRatio: valueIn(values.GroupRatio, group) ?? 1,
    quotaPerUnit: values.QuotaPerUnit,
    ratios: {
      output: completion,
      ...(reasoning !== undefined && { reasoning }),
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

/** The price for a user with a ratio of their own. */
const forUser = (price: Price, userRatio: number): Price => (userRatio === 1 ? price : { ...price, userRatio })

function tiersOf(model: string): Pick<Price, 'tiers'> {
  const tiers = defaultTiers(model)
  return tiers ? { tiers } : {}
}

/** The operator's price of a tool for this model (`web_search:gpt-4o`), for all (`web_search`), or the vendor's. */
function toolPricesOf({ ToolPrice }: Pick<Options['values'], 'ToolPrice'>, model: string): NonNullable<Price['tools']> {
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
  const prices = ['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio', 'ToolPrice', 'PriceRules'] as const
  const keys = [...prices, 'GroupRatio', 'QuotaPerUnit'] as const
  const unpriced = ['SellUnpricedModelsEnabled', 'UnpricedModelRatio'] as const
  const texts = [...keys, ...unpriced].map((key) => options.text(key))
  return `${defaultPrices.version}+${createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 8)}`
}
