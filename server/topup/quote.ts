import type { OptionValues } from '#contract/options.ts'
import { MAX_QUOTA } from '#contract/quota.ts'
import { Failure } from '../errors/api-error.ts'

/** What an amount is worth and costs. */
export interface Quote {
  /** Whole units (US dollars). */
  units: number
  /** Quota units that are credited. */
  quota: number
  /** What is to be paid, before it is rounded to hundredths. */
  money: number
}

type Terms = Readonly<
  Pick<OptionValues, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit' | 'MinTopUp' | 'Price' | 'TopupGroupRatio'>
>

/**
 * Prices an amount for a user group. An amount counts US dollars where balances are shown in currency, else quota units.
 * A group without a factor, or with 0, pays the plain price (contract of this API family). Throws a Failure.
 */
export function quoteTopUp(amount: number, group: string, terms: Terms): Quote {
  const perUnit = terms.DisplayInCurrencyEnabled ? 1 : terms.QuotaPerUnit
  const worth = terms.DisplayInCurrencyEnabled ? terms.QuotaPerUnit : 1
  const min = terms.MinTopUp * perUnit
  const max = Math.floor(MAX_QUOTA / worth)
  if (amount < min) throw new Failure('topup_below_minimum', { min })
  if (amount > max) throw new Failure('topup_above_maximum', { max })
  const units = amount / perUnit
  const factor = Object.hasOwn(terms.TopupGroupRatio, group) ? terms.TopupGroupRatio[group] : 1
  return { units: Math.floor(units), quota: amount * worth, money: units * terms.Price * (factor || 1) }
}

const CENT = 0.01
/** Gateways take no more digits. */
const MAX_CENTS = 1e14

/** Hundredths, rounded half up; noise of the multiplication (0.285 × 100 = 28.499999999999996) does not count. */
export function centsOfMoney(money: number): number {
  const cents = Math.round(Number((money * 100).toPrecision(15)))
  if (cents > MAX_CENTS) throw new Failure('topup_parameters')
  return cents
}

/** The price as it is shown: yuan with two decimals. Throws topup_money_too_low for a cent or less. */
export function shownPrice({ money }: Quote): string {
  if (money <= CENT) throw new Failure('topup_money_too_low')
  return (centsOfMoney(money) / 100).toFixed(2)
}

/** The price as it is asked for, in hundredths. Throws topup_money_too_low for less than a cent. */
export function askedCents({ money }: Quote): number {
  if (money < CENT) throw new Failure('topup_money_too_low')
  return centsOfMoney(money)
}
