import { amountText } from '#contract/currency/display-currency.ts'
import { MAX_QUOTA } from '#contract/quota.ts'
import { type QuotaDisplay, scaleOf } from '#web/lib/format.ts'
import { readNumber } from '#web/ui/number-text.ts'
import { typedAmounts } from '#web/ui/typed-amounts.ts'

/** The balance change that a typed text describes. */
export type BalanceChange =
  | { kind: 'none' }
  /** Units to add, negative to subtract; never 0. `absolute`: the user typed the new balance. */
  | { kind: 'change'; units: number; absolute: boolean }
  | { kind: 'wrong'; reason: 'unreadable' | 'belowZero' | 'tooLarge' }

const NONE = { kind: 'none' } as const
const wrong = (reason: 'unreadable' | 'belowZero' | 'tooLarge') => ({ kind: 'wrong', reason }) as const

/**
 * Parses `+5` and `-2` as a change and `20` as the new balance: in the display currency, or in quota units where no
 * currency is displayed. A new balance also becomes a change, relative to `shown` in units, so that concurrent spending
 * is kept. The displayed balance typed again changes nothing, though it is rounded to cents; 0 empties the balance. A
 * balance outside its limits may be moved towards them.
 */
export function readBalanceChange(text: string, shown: number, display: QuotaDisplay): BalanceChange {
  const plain = text.normalize('NFKC').replace(/^(\s*[-+\u2212\u2013]?)\s*[$¥€]/, '$1')
  const amount = readNumber(plain, { whole: !display.display_in_currency })
  if (amount === null) return NONE
  if (Number.isNaN(amount) || !(display.display_in_currency || Number.isInteger(amount))) return wrong('unreadable')
  const typed = typedAmounts(display).read(amount)
  const isChange = /^\s*[-+\u2212\u2013]/.test(plain)
  if (!isChange && amount !== 0 && isAsShown(amount, shown, display)) return NONE
  const units = isChange ? typed : typed - shown
  if (units === 0) return NONE
  const wanted = shown + units
  if (units < 0 && wanted < 0) return wrong('belowZero')
  if (units > 0 && wanted > MAX_QUOTA) return wrong('tooLarge')
  return { kind: 'change', units, absolute: !isChange }
}

const isAsShown = (amount: number, quota: number, display: QuotaDisplay) =>
  display.display_in_currency && Number(amountText(quota, scaleOf(display), 2)) === amount

/** Formats units with their sign, as the server expects a change. */
export const signed = (units: number) => `${units < 0 ? '-' : '+'}${Math.abs(units)}`
