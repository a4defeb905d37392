import { MAX_QUOTA } from '#contract/quota.ts'
import type { QuotaDisplay } from '#web/lib/format.ts'
import { readNumber } from '#web/ui/number-text.ts'

/** What a typed text does to a balance. */
export type BalanceChange =
  | { kind: 'none' }
  /** Units to add, below zero to take away; never 0. `absolute`: so that the balance is the typed one. */
  | { kind: 'change'; units: number; absolute: boolean }
  | { kind: 'wrong'; reason: 'unreadable' | 'belowZero' | 'tooLarge' }

const NONE = { kind: 'none' } as const
const wrong = (reason: 'unreadable' | 'belowZero' | 'tooLarge') => ({ kind: 'wrong', reason }) as const

/**
 * Reads `+5` and `-2` as a change and `20` as the new balance: dollars where balances are shown in dollars, quota units
 * otherwise. Also the new balance becomes a change, against the one `shown` in units, so that what calls spend meanwhile
 * stays spent. A balance outside its limits may be brought nearer to them.
 */
export function readBalanceChange(text: string, shown: number, display: QuotaDisplay): BalanceChange {
  const plain = text.normalize('NFKC').replace(/^(\s*[-+\u2212\u2013]?)\s*\$/, '$1')
  const amount = readNumber(plain, { whole: !display.display_in_currency })
  if (amount === null) return NONE
  if (Number.isNaN(amount) || !(display.display_in_currency || Number.isInteger(amount))) return wrong('unreadable')
  const typed = Math.round(amount * (display.display_in_currency ? display.quota_per_unit : 1))
  const isChange = /^\s*[-+\u2212\u2013]/.test(plain)
  const units = isChange ? typed : typed - shown
  if (units === 0) return NONE
  const wanted = shown + units
  if (units < 0 && wanted < 0) return wrong('belowZero')
  if (units > 0 && wanted > MAX_QUOTA) return wrong('tooLarge')
  return { kind: 'change', units, absolute: !isChange }
}

/** Units with their sign, as the server takes a change. */
export const signed = (units: number) => `${units < 0 ? '-' : '+'}${Math.abs(units)}`
