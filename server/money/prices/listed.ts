import { decimalRatio } from '#contract/decimal.ts'
import type { ListedPrice } from '#contract/prices/dollar-prices.ts'
import { type Tiers, USD_PER_RATIO } from '#contract/prices/price.ts'
import { dependsOnLength, isDatedBefore, type PriceRule, type RuleComponent } from '#contract/prices/price-rules.ts'
import {
  LIST_COMPONENTS,
  type ListComponent,
  type SyncedPrice,
  type SyncedPrices,
} from '#contract/prices/sync/synced-prices.ts'
import {
  defaultAudioCompletionRatio,
  defaultAudioRatio,
  defaultCacheRatio,
  defaultCacheWrite1hRatio,
  defaultCacheWrite5mRatio,
  defaultCompletionRatio,
  defaultImageOutputRatio,
  defaultImageRatio,
  defaultModelPrice,
  defaultModelRatio,
  defaultReasoningRatio,
  defaultRules,
  defaultTiers,
} from './default-prices.ts'

/** What the lists say of a model, as ratios: the price that the operator's own values stand over. */
export interface Listed {
  /** USD per call. */
  modelPrice?: number | undefined
  modelRatio?: number | undefined
  /** Relative to input; absent = the list does not name it. */
  ratios: Partial<Record<Exclude<ListComponent, 'input' | 'audio_output'>, number>>
  /** Audio output relative to audio input. */
  audioCompletion?: number | undefined
  tiers: Tiers | undefined
  rules: readonly PriceRule[]
}

const NO_RULES: readonly PriceRule[] = []
const builtInMaps = {
  output: new Map(Object.entries(defaultCompletionRatio())),
  reasoning: new Map(Object.entries(defaultReasoningRatio())),
  cache_read: new Map(Object.entries(defaultCacheRatio())),
  cache_write_5m: new Map(Object.entries(defaultCacheWrite5mRatio())),
  cache_write_1h: new Map(Object.entries(defaultCacheWrite1hRatio())),
  audio_input: new Map(Object.entries(defaultAudioRatio())),
  image_input: new Map(Object.entries(defaultImageRatio())),
  image_output: new Map(Object.entries(defaultImageOutputRatio())),
}
const modelPrices = new Map(Object.entries(defaultModelPrice()))
const modelRatios = new Map(Object.entries(defaultModelRatio()))
const audioCompletions = new Map(Object.entries(defaultAudioCompletionRatio()))

/** What the lists say of a model: the synced price where there is one, and the built-in one for what it leaves open. */
export function listedOf(synced: SyncedPrices, model: string): Listed {
  const known = builtIn(model)
  const price = Object.hasOwn(synced, model) ? synced[model] : undefined
  return price ? syncedOver(known, price) : known
}

function builtIn(model: string): Listed {
  const ratios: Listed['ratios'] = {}
  for (const [component, map] of Object.entries(builtInMaps) as [keyof typeof builtInMaps, Map<string, number>][]) {
    const ratio = map.get(model)
    if (ratio !== undefined) ratios[component] = ratio
  }
  return {
    modelPrice: modelPrices.get(model),
    modelRatio: modelRatios.get(model),
    ratios,
    audioCompletion: audioCompletions.get(model),
    tiers: defaultTiers(model),
    rules: defaultRules.get(model) ?? NO_RULES,
  }
}

/**
 * Puts a synced price over the built-in one. What a synced price leaves open keeps its built-in relation to input. A
 * built-in rule that began before the sync is part of the synced price, and its lengths replace the built-in ones.
 */
function syncedOver(known: Listed, price: SyncedPrice): Listed {
  const kept = known.rules.filter((rule) => !isDatedBefore(rule, price.at * 1000))
  const tiers = price.tiers ? { ...known.tiers, ...numbers(price.tiers) } : known.tiers
  if (price.per_call !== undefined) return { modelPrice: Number(price.per_call), ratios: {}, tiers, rules: kept }
  const input = Number(price.input)
  const { audio_output } = price
  const ratios = { ...known.ratios }
  for (const component of LIST_COMPONENTS) {
    const usd = price[component]
    if (usd === undefined || component === 'input' || component === 'audio_output' || input === 0) continue
    ratios[component] = decimalRatio(Number(usd), input)
  }
  const audio = Number(price.audio_input)
  return {
    modelRatio: decimalRatio(input, USD_PER_RATIO),
    ratios,
    audioCompletion:
      audio_output !== undefined && audio > 0 ? decimalRatio(Number(audio_output), audio) : known.audioCompletion,
    tiers,
    rules: price.lengths ? [...kept.filter((rule) => !dependsOnLength(rule)), ...lengthRules(price)] : kept,
  }
}

const numbers = (texts: Readonly<Record<string, string>>): Tiers =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Number(text)]))

/** What follows the input or the output price where a length tier does not name it. */
const FOLLOWS: Partial<Record<RuleComponent, 'input' | 'output'>> = {
  cache_read: 'input',
  cache_write_5m: 'input',
  cache_write_1h: 'input',
  audio_input: 'input',
  image_input: 'input',
  reasoning: 'output',
  image_output: 'output',
}

/** Rules as factors, so that they hold for an operator's own price of the model, too. */
function lengthRules(price: SyncedPrice): PriceRule[] {
  const lengths = price.lengths ?? []
  return lengths.map((tier, index) => {
    const factors: Partial<Record<RuleComponent, number>> = {}
    for (const component of LIST_COMPONENTS) {
      const [base, usd] = [Number(price[component]), tier[component]]
      if (usd !== undefined && base > 0) factors[component] = decimalRatio(Number(usd), base)
    }
    for (const [component, leader] of Object.entries(FOLLOWS) as [RuleComponent, 'input' | 'output'][]) {
      const follows = price[component] === undefined || component.startsWith('cache') || component === 'reasoning'
      if (factors[component] === undefined && follows && factors[leader] !== undefined) {
        factors[component] = factors[leader]
      }
    }
    const next = lengths[index + 1]
    return { above: tier.above, ...(next && { up_to: next.above }), factors }
  })
}

/** What the lists say of a model, for the table of prices; `null` = it is in none. */
export function listedPrice(synced: SyncedPrices, model: string): ListedPrice | null {
  const { modelPrice, modelRatio, ratios, audioCompletion } = listedOf(synced, model)
  const price = {
    model_price: modelPrice ?? null,
    model_ratio: modelRatio ?? null,
    completion_ratio: ratios.output ?? null,
    cache_ratio: ratios.cache_read ?? null,
    cache_write_5m: ratios.cache_write_5m ?? null,
    cache_write_1h: ratios.cache_write_1h ?? null,
    audio_ratio: ratios.audio_input ?? null,
    audio_completion_ratio: audioCompletion ?? null,
    reasoning_ratio: ratios.reasoning ?? null,
    image_ratio: ratios.image_input ?? null,
    image_output_ratio: ratios.image_output ?? null,
  }
  return Object.values(price).every((value) => value === null) ? null : price
}
