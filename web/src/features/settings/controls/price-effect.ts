import type { PublicPrice } from '#contract/api/public-prices.ts'
import { USD_PER_RATIO } from '#contract/prices/price.ts'
import { priceText } from '#web/lib/format-prices.ts'

/** `quota_type` of a model that is billed by tokens. */
const BY_TOKENS = 0

/** Inputs of the price calculation: the operator's maps including drafts, and the current prices. */
export interface PriceFacts {
  ratios: ReadonlyMap<string, number>
  completions: ReadonlyMap<string, number>
  /** Models with a fixed price per call; their ratio has no effect. */
  fixed: ReadonlyMap<string, number>
  /** Listed models with their prices, including built-in ones. */
  listed: ReadonlyMap<string, Pick<PublicPrice, 'quota_type' | 'model_ratio' | 'completion_ratio'>>
  /** CNY per dollar of quota. */
  topUpPrice: number
}

/** The price that results from a number in a table; undefined amounts are unknown here. */
export type Effect =
  | { kind: 'tokens'; input: number; output: number | undefined }
  | { kind: 'output' | 'cache'; usd: number }
  | { kind: 'call'; usd: number }
  | { kind: 'group'; usd: number }
  | { kind: 'topUp'; cny: number }
  /** The model has a fixed price, so this number has no effect. */
  | { kind: 'fixed' }
  | { kind: 'unknown' }

export type PricedMap =
  | 'ModelPrice'
  | 'ModelRatio'
  | 'CompletionRatio'
  | 'CacheRatio'
  | 'GroupRatio'
  | 'TopupGroupRatio'

/** Returns the price that results from a row of a price table. */
export function effectOf(map: PricedMap, name: string, value: number, facts: PriceFacts): Effect {
  if (map === 'ModelPrice') return { kind: 'call', usd: value }
  if (map === 'GroupRatio') return { kind: 'group', usd: value * USD_PER_RATIO }
  if (map === 'TopupGroupRatio') return { kind: 'topUp', cny: (value || 1) * facts.topUpPrice }
  if (facts.fixed.has(name)) return { kind: 'fixed' }
  if (map === 'ModelRatio') {
    const completion = facts.completions.get(name) ?? byTokens(facts, name)?.completion_ratio
    const input = value * USD_PER_RATIO
    return { kind: 'tokens', input, output: completion === undefined ? undefined : input * completion }
  }
  const ratio = facts.ratios.get(name) ?? byTokens(facts, name)?.model_ratio
  if (ratio === undefined) return { kind: 'unknown' }
  return { kind: map === 'CompletionRatio' ? 'output' : 'cache', usd: value * ratio * USD_PER_RATIO }
}

/** Returns the listed row of a model that is billed by tokens. */
function byTokens({ listed }: PriceFacts, name: string) {
  const row = listed.get(name)
  return row?.quota_type === BY_TOKENS ? row : undefined
}

/** Formats dollars as prices: two decimals, up to six where significant. */
export const usd = (value: number) => priceText(value, 'USD')
export const cny = (value: number) => priceText(value, 'CNY')
