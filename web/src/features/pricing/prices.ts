import { BILLED_BY, type PricingRow } from '#contract/api/pricing.ts'
import { costOf, NO_USAGE, type Price, ratesOf, tokensUsed, USD_PER_RATIO } from '#contract/price.ts'

/** Returns whether a model has a fixed price per call, independent of tokens. */
export const isPerCall = ({ quota_type }: Pick<PricingRow, 'quota_type'>) => quota_type === BILLED_BY.call

/** Token counts of a hypothetical call. */
export interface Tokens {
  input: number
  output: number
}

/** Returns USD per million tokens of a model that is billed by tokens. */
export function usdPerMillion(
  { model_ratio, completion_ratio }: Pick<PricingRow, 'model_ratio' | 'completion_ratio'>,
  groupRatio: number,
): Tokens {
  const input = model_ratio * USD_PER_RATIO * groupRatio
  return { input, output: input * completion_ratio }
}

/** Returns USD per call of a model that is billed per call. */
export const usdPerCall = ({ model_price }: Pick<PricingRow, 'model_price'>, groupRatio: number) =>
  model_price * groupRatio

/** Returns the USD cost of one call, computed like the ledger. */
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

/** Formats a price as `$2.50` or `$0.000375`: up to six decimals as needed. */
export const formatUsd = (usd: number) => (usd > 0 && usd < LEAST ? `<$${LEAST.toFixed(6)}` : `$${FORMAT.format(usd)}`)

/** Formats a single charge with all six decimals as in the log, so that a column's values are comparable. */
export const formatCharge = (usd: number) => (usd > 0 && usd < LEAST ? formatUsd(usd) : `$${FORMAT_CHARGE.format(usd)}`)

const RATIO = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 6 })
/** Formats a ratio without floating-point noise. */
export const formatRatio = (ratio: number) => RATIO.format(ratio)

const SHORT_RATIO = new Intl.NumberFormat('en-US', {
  useGrouping: false,
  maximumFractionDigits: 3,
  maximumSignificantDigits: 3,
  roundingPriority: 'morePrecision',
})

/** Formats a ratio with three decimals, more only below 0.1: the prices beside it show the rest. */
export const shortRatio = (ratio: number) => SHORT_RATIO.format(ratio)
