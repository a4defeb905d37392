import { MAX_QUOTA } from '#contract/quota.ts'
import type { QuotaDisplay } from '#web/lib/format.ts'

/** How the site sells quota. */
export interface TopUpTerms extends QuotaDisplay {
  /** In dollars; 1 while it is not known. */
  min_topup?: number
}

const DOLLARS = [1, 5, 10, 20, 50, 100]

/** An amount counts dollars where balances are shown in currency, quota units otherwise: how many of them are a dollar. */
const perDollar = (terms: TopUpTerms) => (terms.display_in_currency ? 1 : terms.quota_per_unit)

/** Quota units that an amount is worth. */
export const worthOfAmount = (amount: number, terms: TopUpTerms) =>
  terms.display_in_currency ? amount * terms.quota_per_unit : amount

/** The least amount that is sold. */
export const leastAmount = (terms: TopUpTerms) => (terms.min_topup || 1) * perDollar(terms)

/** Amounts one press away: the least one, and the usual ones above it. */
export function usualAmounts(terms: TopUpTerms): number[] {
  const least = terms.min_topup || 1
  return [least, ...DOLLARS.filter((dollars) => dollars > least)]
    .slice(0, DOLLARS.length)
    .map((d) => d * perDollar(terms))
}

/** Why an amount cannot be bought; null when it can. */
export function amountProblem(amount: number | null, terms: TopUpTerms): 'missing' | 'whole' | 'low' | 'high' | null {
  if (amount === null) return 'missing'
  if (!Number.isInteger(amount)) return 'whole'
  if (amount < leastAmount(terms)) return 'low'
  return worthOfAmount(amount, terms) > MAX_QUOTA ? 'high' : null
}
