import { DISPLAY_CURRENCIES, type DisplayCurrency, symbolOf } from '#contract/currency/display-currency.ts'
import { decimalProduct } from '#contract/decimal.ts'
import { currencyOf, decimals, fixed, type QuotaDisplay, scaleOf } from './format.ts'

/** Prices have up to six decimals, which balances do not need. */
const MAX_DIGITS = 6
const LEAST = 0.000001

/**
 * Formats a price in dollars as `$2.50` or `$0.000375`, in the display currency: up to six decimals as needed. In
 * dollars where balances are quota units.
 */
export const formatPrice = (usd: number, display: QuotaDisplay) => inCurrency(usd, display, 2)

/** Formats a single charge with all six decimals as in the log, so that a column's values are comparable. */
export const formatCharge = (usd: number, display: QuotaDisplay) => inCurrency(usd, display, MAX_DIGITS)

/** A price with four significant digits, for lists of choices: `$0.15`. */
export const shortPrice = (usd: number, display: QuotaDisplay) =>
  `${symbolOf(priceCurrency(display))}${Number(priceIn(usd, display).toPrecision(4))}`

/** Formats an amount of a currency as a price. */
export const priceText = (amount: number, currency: DisplayCurrency) =>
  `${symbolOf(currency)}${decimals(amount, 2, MAX_DIGITS)}`

/** Formats an amount of money that is paid or given back: `¥14.60`, with the currency's code where it has no sign: `5.00 GBP`. */
export function paidText({ money, currency }: { money: number; currency: string }): string {
  const known = DISPLAY_CURRENCIES.find((each) => each === currency)
  return known ? `${symbolOf(known)}${fixed(money, 2)}` : `${fixed(money, 2)} ${currency}`
}

/** A price in dollars as an amount of the currency of prices. */
function priceIn(usd: number, display: QuotaDisplay): number {
  return priceCurrency(display) === 'USD' ? usd : Number(decimalProduct(usd, scaleOf(display).rate))
}

function inCurrency(usd: number, display: QuotaDisplay, digits: number): string {
  const amount = priceIn(usd, display)
  const symbol = symbolOf(priceCurrency(display))
  if (amount > 0 && amount < LEAST) return `<${symbol}${fixed(LEAST, MAX_DIGITS)}`
  return `${symbol}${decimals(amount, digits, MAX_DIGITS)}`
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
