import { BILLED_BY, type PricingRow } from '#contract/api/pricing.ts'
import { costOf, NO_USAGE, type Price, ratesOf, tokensUsed } from '#contract/price.ts'

/** Price of a million input tokens at ratio 1. */
export const USD_PER_RATIO = 2

/** Whether a model has a price for each call, whatever its tokens. */
export const isPerCall = ({ quota_type }: PricingRow) => quota_type === BILLED_BY.call

/** Tokens of a call that somebody thinks of. */
export interface Tokens {
  input: number
  output: number
}

/** USD for a million tokens of a model that is billed by tokens. */
export function usdPerMillion({ model_ratio, completion_ratio }: PricingRow, groupRatio: number): Tokens {
  const input = model_ratio * USD_PER_RATIO * groupRatio
  return { input, output: input * completion_ratio }
}

/** USD for a call of a model that is billed by the call. */
export const usdPerCall = ({ model_price }: PricingRow, groupRatio: number) => model_price * groupRatio

/** USD of one call, computed as the ledger does. */
export function usdOfCall(row: PricingRow, groupRatio: number, quotaPerUnit: number, tokens: Tokens): number {
  const price: Price = {
    modelPrice: isPerCall(row) ? row.model_price : null,
    modelRatio: row.model_ratio,
    ratios: { ...NO_USAGE, output: row.completion_ratio },
    groupRatio,
    quotaPerUnit,
  }
  return costOf(ratesOf(price), tokensUsed(tokens.input, tokens.output)) / 1000 / quotaPerUnit
}

const FORMAT = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })
const FORMAT_CHARGE = new Intl.NumberFormat('en-US', { minimumFractionDigits: 6, maximumFractionDigits: 6 })
const LEAST = 0.000001

/** A price as `$2.50` or `$0.000375`: as many of six decimals as it needs. */
export const formatUsd = (usd: number) => (usd > 0 && usd < LEAST ? `<$${LEAST.toFixed(6)}` : `$${FORMAT.format(usd)}`)

/** A single charge, with all six decimals as in the log, so that those of a column can be compared. */
export const formatCharge = (usd: number) => (usd > 0 && usd < LEAST ? formatUsd(usd) : `$${FORMAT_CHARGE.format(usd)}`)

const RATIO = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 6 })
/** A ratio without the noise of binary fractions. */
export const formatRatio = (ratio: number) => RATIO.format(ratio)

const SHORT_RATIO = new Intl.NumberFormat('en-US', {
  useGrouping: false,
  maximumFractionDigits: 3,
  maximumSignificantDigits: 3,
  roundingPriority: 'morePrecision',
})

/** A ratio with three decimals, more only for one below a tenth: the prices beside it tell the rest. */
export const shortRatio = (ratio: number) => SHORT_RATIO.format(ratio)
