import { priceStep } from '#contract/currency/currencies.ts'
import {
  type DisplayCurrency,
  type DisplayOptions,
  displayScale,
  leastAmount,
  mostAmount,
  quotaOfAmount,
} from '#contract/currency/display-currency.ts'
import { quotientText } from '#contract/decimal.ts'
import type { OptionValues } from '#contract/options.ts'
import { MAX_QUOTA } from '#contract/quota.ts'
import { ApiError } from '../../platform/errors/api-error.ts'

/** The value and the price of an amount. */
export interface Quote {
  /** Whole units (US dollars). */
  units: number
  /** Quota units that are credited. */
  quota: number
  /** The amount to pay, before it is rounded to hundredths. */
  money: number
}

/** The options by which an amount is priced. `Price` is what a dollar costs in the currency of the payment. */
export type TopUpTerms = Readonly<DisplayOptions & Pick<OptionValues, 'MinTopUp' | 'Price' | 'TopupGroupRatio'>>

/**
 * Prices an amount for a user group. An amount without a display currency counts US dollars if balances are shown in
 * currency, else quota units. A group without a factor, or with 0, pays the plain price (contract of this API family).
 * Throws an ApiError.
 */
export function quoteTopUp(amount: number, group: string, terms: TopUpTerms, currency?: DisplayCurrency): Quote {
  const factor = (Object.hasOwn(terms.TopupGroupRatio, group) && terms.TopupGroupRatio[group]) || 1
  if (currency !== undefined) return quoteInCurrency(amount, currency, factor, terms)
  const perUnit = terms.DisplayInCurrencyEnabled ? 1 : terms.QuotaPerUnit
  const worth = terms.DisplayInCurrencyEnabled ? terms.QuotaPerUnit : 1
  const min = terms.MinTopUp * perUnit
  const max = Math.floor(MAX_QUOTA / worth)
  if (amount < min) throw new ApiError('topup_below_minimum', { min })
  if (amount > max) throw new ApiError('topup_above_maximum', { max })
  const units = amount / perUnit
  return { units: Math.floor(units), quota: amount * worth, money: units * terms.Price * factor }
}

/** Digits of a price that is not rounded to hundredths yet. */
const PRICE_DIGITS = 8

/**
 * Prices an amount in the display currency. One in another currency is refused: the page that names it was loaded
 * before the option changed.
 */
function quoteInCurrency(amount: number, currency: DisplayCurrency, factor: number, terms: TopUpTerms): Quote {
  if (!terms.DisplayInCurrencyEnabled || currency !== terms.DisplayCurrency) throw new ApiError('topup_parameters')
  const scale = displayScale(terms)
  const min = leastAmount(terms.MinTopUp, scale)
  const max = mostAmount(scale)
  if (amount < min) throw new ApiError('topup_below_minimum', { min })
  if (amount > max) throw new ApiError('topup_above_maximum', { max })
  return {
    units: Math.floor(amount / scale.rate),
    quota: quotaOfAmount(amount, scale),
    money: Number(quotientText([amount, terms.Price, factor], scale.rate, PRICE_DIGITS)),
  }
}

const CENT = 0.01
/** Gateways accept no more digits. */
const MAX_CENTS = 1e14

/** Hundredths, rounded half up; errors of the multiplication (0.285 × 100 = 28.499999999999996) do not count. */
export function centsOfMoney(money: number): number {
  const cents = Math.round(Number((money * 100).toPrecision(15)))
  if (cents > MAX_CENTS) throw new ApiError('topup_parameters')
  return cents
}

/** The displayed price, with two decimals. Throws topup_money_too_low for a cent or less. */
export function shownPrice(quote: Quote, currency?: string): string {
  if (quote.money <= CENT) throw new ApiError('topup_money_too_low')
  return (priceInCents(quote, currency) / 100).toFixed(2)
}

/**
 * The price in hundredths, as it is ordered: a whole number of the currency where it has no hundredths. Throws
 * topup_money_too_low for less than a cent, or less than half of what the currency can express.
 */
export function priceInCents({ money }: Quote, currency = ''): number {
  if (money < CENT) throw new ApiError('topup_money_too_low')
  const step = priceStep(currency)
  const cents = Math.round(centsOfMoney(money) / step) * step
  if (cents === 0) throw new ApiError('topup_money_too_low')
  return cents
}
