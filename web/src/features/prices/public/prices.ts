import type { CatalogueRow } from '#contract/api/models.ts'
import { BILLED_BY, type PublicPrice } from '#contract/api/public-prices.ts'
import { type DisplayCurrency, symbolOf } from '#contract/currency/display-currency.ts'
import { decimalProduct } from '#contract/decimal.ts'
import { hasOutputPrice } from '#contract/models.ts'
import { costOf, NO_USAGE, type Price, ratesOf, tokensUsed, USD_PER_RATIO } from '#contract/prices/price.ts'
import { currencyOf, type QuotaDisplay, scaleOf } from '#web/lib/format.ts'

/** Returns whether a model has a fixed price per call, independent of tokens. */
export const isPerCall = ({ quota_type }: Pick<PublicPrice, 'quota_type'>) => quota_type === BILLED_BY.call

/** What the prices of a model follow from. */
export type PricedRow = Pick<CatalogueRow, 'kind' | 'quota_type' | 'model_ratio' | 'model_price' | 'completion_ratio'>

/** Token counts of a hypothetical call. */
export interface Tokens {
  input: number
  output: number
}

/** Returns USD per million tokens of a model that is billed by tokens. */
export function usdPerMillion(
  { model_ratio, completion_ratio }: Pick<PublicPrice, 'model_ratio' | 'completion_ratio'>,
  groupRatio: number,
): Tokens {
  const input = model_ratio * USD_PER_RATIO * groupRatio
  return { input, output: input * completion_ratio }
}

/** Returns USD per call of a model that is billed per call. */
export const usdPerCall = ({ model_price }: Pick<PublicPrice, 'model_price'>, groupRatio: number) =>
  model_price * groupRatio

/** Returns the USD cost of one call, computed like the ledger; models without output are charged by their input alone. */
export function usdOfCall(row: PricedRow, groupRatio: number, quotaPerUnit: number, { input, output }: Tokens): number {
  const price: Price = {
    modelPrice: isPerCall(row) ? row.model_price : null,
    modelRatio: row.model_ratio,
    ratios: { ...NO_USAGE, output: row.completion_ratio },
    groupRatio,
    quotaPerUnit,
  }
  return costOf(ratesOf(price), tokensUsed(input, hasOutputPrice(row.kind) ? output : 0)) / 1000 / quotaPerUnit
}

const FORMAT = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })
const FORMAT_CHARGE = new Intl.NumberFormat('en-US', { minimumFractionDigits: 6, maximumFractionDigits: 6 })
const LEAST = 0.000001

/**
 * Formats a price in dollars as `$2.50` or `$0.000375`, in the display currency: up to six decimals as needed. In
 * dollars where balances are quota units.
 */
export const formatPrice = (usd: number, display: QuotaDisplay) => inCurrency(usd, display, FORMAT)

/** Formats a single charge with all six decimals as in the log, so that a column's values are comparable. */
export const formatCharge = (usd: number, display: QuotaDisplay) => inCurrency(usd, display, FORMAT_CHARGE)

/** A price with four significant digits, for lists of choices: `$0.15`. */
export const shortPrice = (usd: number, display: QuotaDisplay) =>
  `${symbolOf(priceCurrency(display))}${Number(priceIn(usd, display).toPrecision(4))}`

/** A price in dollars as an amount of the currency of prices. */
function priceIn(usd: number, display: QuotaDisplay): number {
  return priceCurrency(display) === 'USD' ? usd : Number(decimalProduct(usd, scaleOf(display).rate))
}

function inCurrency(usd: number, display: QuotaDisplay, format: Intl.NumberFormat): string {
  const amount = priceIn(usd, display)
  const isTooSmall = amount > 0 && amount < LEAST
  return `${isTooSmall ? '<' : ''}${symbolOf(priceCurrency(display))}${isTooSmall ? LEAST.toFixed(6) : format.format(amount)}`
}

/** The currency of formatted prices. */
export const priceCurrency = (display: QuotaDisplay): DisplayCurrency =>
  display.display_in_currency ? currencyOf(display) : 'USD'

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
