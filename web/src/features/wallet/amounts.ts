import { MAX_QUOTA } from '#contract/quota.ts'
import type { QuotaDisplay } from '#web/lib/format.ts'

/** The terms on which the site sells quota. */
export interface TopUpTerms extends QuotaDisplay {
  /** In dollars; 1 while unknown. */
  min_topup?: number
}

const DOLLARS = [1, 5, 10, 20, 50, 100]

/**
 * Returns amount units per dollar: an amount is in dollars where balances are displayed in currency, else in
 * quota units.
 */
const perDollar = (terms: TopUpTerms) => (terms.display_in_currency ? 1 : terms.quota_per_unit)

/** Returns the quota units of an amount. */
export const worthOfAmount = (amount: number, terms: TopUpTerms) =>
  terms.display_in_currency ? amount * terms.quota_per_unit : amount

/** Returns the minimum amount. */
export const leastAmount = (terms: TopUpTerms) => (terms.min_topup || 1) * perDollar(terms)

/** Returns the amounts offered as buttons: the minimum, and common ones above it. */
export function usualAmounts(terms: TopUpTerms): number[] {
  const least = terms.min_topup || 1
  return [least, ...DOLLARS.filter((dollars) => dollars > least)]
    .slice(0, DOLLARS.length)
    .map((d) => d * perDollar(terms))
}

/** Returns the reason why an amount cannot be bought; null when it can. */
export function amountProblem(amount: number | null, terms: TopUpTerms): 'missing' | 'whole' | 'low' | 'high' | null {
  if (amount === null) return 'missing'
  if (!Number.isInteger(amount)) return 'whole'
  if (amount < leastAmount(terms)) return 'low'
  return worthOfAmount(amount, terms) > MAX_QUOTA ? 'high' : null
}
