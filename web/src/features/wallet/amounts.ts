import { type DisplayCurrency, leastAmount as leastOf } from '#contract/currency/display-currency.ts'
import { MAX_QUOTA } from '#contract/quota.ts'
import { currencyOf, type QuotaDisplay, scaleOf } from '#web/lib/format.ts'
import { typedAmounts } from '#web/ui/typed-amounts.ts'

/** The terms on which the site sells quota. */
export interface TopUpTerms extends QuotaDisplay {
  /** In dollars; 1 while unknown. */
  min_topup?: number
}

const USUAL = [1, 5, 10, 20, 50, 100]
/** Further amounts where the least ones are not sold: a dollar is several of the currency. */
const LARGER = [200, 500]

/** Returns the quota units of an amount: of the display currency, or of units where no currency is displayed. */
export const worthOfAmount = (amount: number, terms: TopUpTerms) => typedAmounts(terms).read(amount)

/** Returns the minimum amount. */
export function leastAmount(terms: TopUpTerms): number {
  const dollars = terms.min_topup || 1
  return terms.display_in_currency ? leastOf(dollars, scaleOf(terms)) : dollars * terms.quota_per_unit
}

/** Returns the amounts offered as buttons: the minimum, and common ones above it. */
export function usualAmounts(terms: TopUpTerms): number[] {
  if (!terms.display_in_currency) {
    return usualAmounts({ ...terms, display_in_currency: true, display_currency: 'USD', display_rate: 1 }).map(
      (d) => d * terms.quota_per_unit,
    )
  }
  const least = leastAmount(terms)
  const usual = currencyOf(terms) === 'USD' ? USUAL : [...USUAL, ...LARGER]
  return [least, ...usual.filter((amount) => amount > least)].slice(0, USUAL.length)
}

/** An amount as the server is told it. */
export interface NamedAmount {
  amount: number
  currency?: DisplayCurrency
}

/**
 * Returns how an amount is named to the server: dollars and quota units have no currency, as consoles of this family
 * send them.
 */
export function namedAmount(amount: number, terms: QuotaDisplay): NamedAmount {
  const currency = currencyOf(terms)
  return terms.display_in_currency && currency !== 'USD' ? { amount, currency } : { amount }
}

/** Returns the reason why an amount cannot be bought; null when it can. */
export function amountProblem(amount: number | null, terms: TopUpTerms): 'missing' | 'whole' | 'low' | 'high' | null {
  if (amount === null) return 'missing'
  if (!Number.isInteger(amount)) return 'whole'
  if (amount < leastAmount(terms)) return 'low'
  return worthOfAmount(amount, terms) > MAX_QUOTA ? 'high' : null
}
