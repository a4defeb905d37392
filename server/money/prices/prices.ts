import { createHash } from 'node:crypto'
import { type Price, TOOLS } from '#contract/prices/price.ts'
import {
  appliesAt,
  applyRules,
  conditionsOf,
  dependsOnCall,
  dependsOnSize,
  isForGroup,
  isTierFactor,
  nextChange,
  type PriceConditions,
  type PriceRule,
} from '#contract/prices/price-rules.ts'
import type { Options } from '../../platform/options/open-options.ts'
import { defaultPrices, defaultToolPrices } from './default-prices.ts'
import { type Listed, listedOf } from './listed.ts'
import { createQuote, type Quote } from './quote.ts'

/** A price under conditions, without other rules that depend on conditions. */
export interface ConditionalPrice {
  when: PriceConditions
  price: Price
}

export interface PriceBook {
  /**
   * The price at this moment for users of a group with a separate ratio (1 = none); undefined when no price is set
   * and unpriced models are not for sale.
   */
  quote(model: string, group: string, userRatio?: number): Quote | undefined
  /** Other prices of a model under conditions, for a group. Those of service tiers are in every price. */
  conditional(model: string, group: string): ConditionalPrice[]
  /** The price of a call without tokens: the operator's fixed price, the built-in one, or `otherwise` (USD). */
  callQuote(model: string, group: string, userRatio: number, otherwise: number): Quote
}

type RatioMaps = 'CompletionRatio' | 'CacheRatio' | 'ToolPrice' | 'GroupRatio'
const NOTHING_SET: Pick<Options['values'], RatioMaps> = {
  CompletionRatio: {},
  CacheRatio: {},
  ToolPrice: {},
  GroupRatio: {},
}

/** The vendor's list price of a model, whatever the operator charges for it; undefined = it is in no list. */
export function listPrice(model: string, listed: Listed, quotaPerUnit: number): Price | undefined {
  const { modelPrice: perCall, modelRatio: ratio } = listed
  if (perCall === undefined && ratio === undefined) return undefined
  const source =
    perCall === undefined ? { modelPrice: null, modelRatio: ratio ?? 0 } : { modelPrice: perCall, modelRatio: 0 }
  return withRatios({ ...NOTHING_SET, QuotaPerUnit: quotaPerUnit }, model, '', source, listed)
}

const MAX_CACHED = 10_000
/** All options that a price depends on. */
const PRICE_OPTIONS = [
  ...([
    'ModelPrice',
    'ModelRatio',
    'CompletionRatio',
    'CacheRatio',
    'ToolPrice',
    'PriceRules',
    'SyncedPrices',
  ] as const),
  ...(['GroupRatio', 'QuotaPerUnit', 'SellUnpricedModelsEnabled', 'UnpricedModelRatio'] as const),
] as const

interface Cached {
  quote: Quote
  /** Milliseconds since the epoch: from then on other rules may apply. */
  until: number
}

/** Creates a price book of the options over the built-in list; synced prices stand over the list, and an operator's value always wins. */
export function createPriceBook(options: Options, now: () => number = Date.now): PriceBook {
  /** By payer (group and user ratio) and model. */
  let cache = new Map<string, Map<string, Cached>>()
  let cached = 0
  let version = -1
  let read: Options['values'] | undefined
  let label = ''

  function refresh(): void {
    if (version === options.version && cached <= MAX_CACHED) return
    version = options.version
    const { values } = options
    if (cached <= MAX_CACHED && read && PRICE_OPTIONS.every((key) => values[key] === read?.[key])) return
    read = values
    cache = new Map()
    cached = 0
    label = versionLabel(options)
  }

  return {
    callQuote(model, group, userRatio, otherwise) {
      refresh()
      const listed = listedOf(options.values.SyncedPrices, model)
      const usd = valueIn(options.values.ModelPrice, model) ?? listed.modelPrice ?? otherwise
      const source = { modelPrice: usd, modelRatio: 0 }
      const price = forUser(withRatios(options.values, model, group, source, listed), userRatio)
      const rules = rulesAt(rulesOf(options.values, model, listed), group, now())
      return createQuote(price, rules, { group, version: label })
    },
    conditional(model, group) {
      const name = priceName(model)
      const listed = listedOf(options.values.SyncedPrices, name)
      const source = modelPriceOf(options.values, name, listed)
      if (!source) return []
      const base = withRatios(options.values, name, group, source, listed)
      const own = rulesOf(options.values, name, listed).filter((rule) => isForGroup(rule, group) && !isTierFactor(rule))
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
      const listed = listedOf(options.values.SyncedPrices, name)
      const source = modelPriceOf(options.values, name, listed)
      if (!source) return undefined
      const rules = rulesOf(options.values, name, listed)
      const price = forUser(withRatios(options.values, name, group, source, listed), userRatio)
      const quote = createQuote(price, rulesAt(rules, group, at), { group, version: label })
      const models = cache.get(payer) ?? new Map<string, Cached>()
      cache.set(payer, models.set(name, { quote, until: nextChange(rules, at) }))
      if (!known) cached += 1
      return quote
    },
  }
}

/** A model's price without the conditions that change by the hour. */
export interface LastingPrice {
  /** Before any group's ratio, with the rules of dates applied. */
  base: Price
  /** Rules that depend on the length of the prompt, on reasoning, or on a service tier. */
  rules: readonly PriceRule[]
}

/** Returns the price that applies at a moment whatever the hour and the day of the week; undefined = there is none. */
export function lastingPrice(values: Options['values'], model: string, at: number): LastingPrice | undefined {
  const listed = listedOf(values.SyncedPrices, model)
  const source = modelPriceOf({ ...values, SellUnpricedModelsEnabled: false }, model, listed)
  if (!source) return undefined
  const lasting = rulesOf(values, model, listed).filter(({ days, hours, groups }) => !days && !hours && !groups)
  const now = rulesAt(lasting, '', at)
  const depends = (rule: PriceRule) => dependsOnSize(rule) || isTierFactor(rule)
  const base = applyRules(
    withRatios(values, model, '', source, listed),
    now.filter((rule) => !depends(rule)),
  )
  return { base: { ...base, groupRatio: 1 }, rules: now.filter(depends) }
}

/** The operator's conditional prices of a model, else the lists'. */
const rulesOf = ({ PriceRules }: Options['values'], model: string, listed: Listed): readonly PriceRule[] =>
  (Object.hasOwn(PriceRules, model) ? PriceRules[model] : undefined) ?? listed.rules

const rulesAt = (rules: readonly PriceRule[], group: string, at: number) =>
  rules.filter((rule) => appliesAt(rule, { at, group }))

type PriceSource = Pick<Price, 'modelPrice' | 'modelRatio'>

type RatioValues = Pick<Options['values'], RatioMaps | 'QuotaPerUnit'>

function withRatios(
  values: RatioValues,
  model: string,
  group: string,
  source: PriceSource,
  { ratios, audioCompletion, tiers }: Listed,
): Price {
  const audio = ratios.audio_input ?? 1
  const completion = valueIn(values.CompletionRatio, model) ?? ratios.output ?? 1
  return {
    ...source,
    groupRatio: valueIn(values.GroupRatio, group) ?? 1,
    quotaPerUnit: values.QuotaPerUnit,
    ratios: {
      output: completion,
      ...(ratios.reasoning !== undefined && { reasoning: ratios.reasoning }),
      cacheRead: valueIn(values.CacheRatio, model) ?? ratios.cache_read ?? 1,
      cacheWrite5m: ratios.cache_write_5m ?? 1,
      cacheWrite1h: ratios.cache_write_1h ?? ratios.cache_write_5m ?? 1,
      audioInput: audio,
      audioOutput: audio * (audioCompletion ?? completion),
      imageInput: ratios.image_input ?? 1,
      imageOutput: ratios.image_output ?? completion,
    },
    tools: toolPricesOf(values, model),
    ...(tiers && { tiers }),
  }
}

/** The price for a user with a separate ratio. */
const forUser = (price: Price, userRatio: number): Price => (userRatio === 1 ? price : { ...price, userRatio })

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
  const name = priceName(model)
  const listed = listedOf(values.SyncedPrices, name)
  return modelPriceOf({ ...values, SellUnpricedModelsEnabled: false }, name, listed) !== undefined
}

/**
 * Returns the first that is set: operator's fixed price, operator's ratio, listed price, listed ratio, default ratio.
 */
function modelPriceOf(
  values: Options['values'],
  model: string,
  { modelPrice: listed, modelRatio: listedRatio }: Listed,
): PriceSource | undefined {
  const perCall = (modelPrice: number) => ({ modelPrice, modelRatio: 0 })
  const perToken = (modelRatio: number) => ({ modelPrice: null, modelRatio })
  const own = valueIn(values.ModelPrice, model)
  if (own !== undefined) return perCall(own)
  const ownRatio = valueIn(values.ModelRatio, model)
  if (ownRatio !== undefined) return perToken(ownRatio)
  if (listed !== undefined) return perCall(listed)
  if (listedRatio !== undefined) return perToken(listedRatio)
  return values.SellUnpricedModelsEnabled ? perToken(values.UnpricedModelRatio) : undefined
}

/** Reads own properties only, because a caller may name a model `constructor`. */
function valueIn(map: Readonly<Record<string, number>>, name: string): number | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined
}

/** Custom assistants share one price: `gpt-4-gizmo-…` is priced as `gpt-4-gizmo-*`. */
export function priceName(model: string): string {
  if (!model.startsWith('gpt-4')) return model
  return /^gpt-4o?-gizmo-/.exec(model)?.[0].concat('*') ?? model
}

function versionLabel(options: Options): string {
  const texts = PRICE_OPTIONS.map((key) => options.text(key))
  return `${defaultPrices.version}+${createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 8)}`
}
