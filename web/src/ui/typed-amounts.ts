import { exactAmount, quotaOfAmount } from '#contract/currency/display-currency.ts'
import { currencyOf, type QuotaDisplay, scaleOf } from '#web/lib/format.ts'

/** How quota is typed: in the display currency, or in units. */
export interface TypedAmounts {
  /** Tells apart which of them: `units`, `CNY 7.3`. */
  name: string
  /** The amount that stands for quota units. It reads back as the same units. */
  show: (quota: number) => number
  /** The quota units of an amount. NaN stays NaN. */
  read: (amount: number) => number
}

const UNITS: TypedAmounts = { name: 'units', show: (quota) => quota, read: (amount) => amount }

/** Amounts in the display currency; in units where no currency is displayed. */
export function typedAmounts(display: QuotaDisplay): TypedAmounts {
  if (!display.display_in_currency) return UNITS
  const scale = scaleOf(display)
  const ifFinite = (value: number, convert: (value: number) => number) =>
    Number.isFinite(value) ? convert(value) : value
  return {
    name: `${currencyOf(display)} ${scale.rate}`,
    show: (quota) => ifFinite(quota, (finite) => exactAmount(finite, scale)),
    read: (amount) => ifFinite(amount, (finite) => quotaOfAmount(finite, scale)),
  }
}

/** The quota of a preset amount: of the display currency, or of dollars where no currency is displayed. */
export const presetQuota = (amount: number, display: QuotaDisplay): number =>
  display.display_in_currency ? quotaOfAmount(amount, scaleOf(display)) : amount * display.quota_per_unit
