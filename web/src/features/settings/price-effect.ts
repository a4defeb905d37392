import type { PricingRow } from '#contract/api/pricing.ts'

/** USD per million tokens of a model with ratio 1. */
const USD_PER_RATIO = 2

/** `quota_type` of a model that is sold by tokens. */
const BY_TOKENS = 0

/** What prices depend on: the operator's maps as they will be, and the prices in force. */
export interface PriceFacts {
  ratios: ReadonlyMap<string, number>
  completions: ReadonlyMap<string, number>
  /** Models that are sold by the call, whatever their ratio. */
  fixed: ReadonlyMap<string, number>
  /** Models on sale with their prices, built-in ones included. */
  listed: ReadonlyMap<string, Pick<PricingRow, 'quota_type' | 'model_ratio' | 'completion_ratio'>>
  /** CNY of one dollar of quota. */
  topUpPrice: number
}

/** What a number in a table comes to; undefined amounts are not known here. */
export type Effect =
  | { kind: 'tokens'; input: number; output: number | undefined }
  | { kind: 'output' | 'cache'; usd: number }
  | { kind: 'call'; usd: number }
  | { kind: 'group'; usd: number }
  | { kind: 'topUp'; cny: number }
  /** The model has a fixed price, so this number does not count. */
  | { kind: 'fixed' }
  | { kind: 'unknown' }

export type PricedMap =
  | 'ModelPrice'
  | 'ModelRatio'
  | 'CompletionRatio'
  | 'CacheRatio'
  | 'GroupRatio'
  | 'TopupGroupRatio'

/** What a line of a price table comes to. */
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

/** The listed price of a model that is sold by tokens. */
function byTokens({ listed }: PriceFacts, name: string) {
  const row = listed.get(name)
  return row?.quota_type === BY_TOKENS ? row : undefined
}

/** Dollars as prices are written: two decimals, up to six where they count. */
export const usd = (value: number) => FORMATS.usd.format(value)
export const cny = (value: number) => FORMATS.cny.format(value)

const digits = { style: 'currency', minimumFractionDigits: 2, maximumFractionDigits: 6 } as const
const FORMATS = {
  usd: new Intl.NumberFormat('en-US', { ...digits, currency: 'USD' }),
  cny: new Intl.NumberFormat('en-US', { ...digits, currency: 'CNY', currencyDisplay: 'narrowSymbol' }),
}
