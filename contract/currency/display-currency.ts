import { quotientText } from '../decimal.ts'
import { MAX_QUOTA } from '../quota.ts'

/**
 * The currency in which amounts of quota are shown and typed. Balances, prices and charges stay whole quota units:
 * conversion is presentation only, and exact. Pure functions.
 */

export const DISPLAY_CURRENCIES = ['USD', 'CNY', 'EUR'] as const
export type DisplayCurrency = (typeof DISPLAY_CURRENCIES)[number]

const SYMBOLS: Record<DisplayCurrency, string> = { USD: '$', CNY: '¥', EUR: '€' }
export const symbolOf = (currency: DisplayCurrency): string => SYMBOLS[currency]

/** Bounds of a rate, in units of the currency per US dollar. */
export const MIN_DISPLAY_RATE = 0.0001
export const MAX_DISPLAY_RATE = 1_000_000

/** What amounts are converted by. */
export interface AmountScale {
  /** Quota units of a US dollar. */
  quotaPerUsd: number
  /** Units of the display currency that are a US dollar. */
  rate: number
}

/** The options that decide how amounts are shown. */
export interface DisplayOptions {
  QuotaPerUnit: number
  /** Off: amounts are quota units. */
  DisplayInCurrencyEnabled: boolean
  DisplayCurrency: DisplayCurrency
  DisplayRateCNY: number
  DisplayRateEUR: number
}

/** The scale of the display currency. Each currency has a separate rate, so that a switch never takes another's. */
export function displayScale(options: Readonly<Omit<DisplayOptions, 'DisplayInCurrencyEnabled'>>): AmountScale {
  const { DisplayCurrency, DisplayRateCNY, DisplayRateEUR, QuotaPerUnit } = options
  const rates: Record<DisplayCurrency, number> = { USD: 1, CNY: DisplayRateCNY, EUR: DisplayRateEUR }
  return { quotaPerUsd: QuotaPerUnit, rate: rates[DisplayCurrency] }
}

/** The amount of quota units in the display currency with `digits` decimals, rounded half away from zero: `-0.05`. */
export function amountText(quota: number, { quotaPerUsd, rate }: AmountScale, digits: number): string {
  return quotientText([quota, rate], quotaPerUsd, digits)
}

/** The quota units that are nearest to an amount of the display currency. */
export function quotaOfAmount(amount: number, { quotaPerUsd, rate }: AmountScale): number {
  // `+ 0`: not minus zero.
  return Number(quotientText([amount, quotaPerUsd], rate, 0)) + 0
}

/** Cents are always read as typed. The most are enough for the smallest rate and the most units of a dollar. */
const [MIN_DIGITS, MAX_DIGITS] = [2, 14]

/**
 * The shortest amount that reads back as the same quota units, as inputs show it: `7.3`, or `0.00001` for a single
 * unit. Nothing is lost where it is typed again.
 */
export function exactAmount(quota: number, scale: AmountScale): number {
  for (let digits = MIN_DIGITS; digits < MAX_DIGITS; digits++) {
    const amount = Number(amountText(quota, scale, digits))
    if (quotaOfAmount(amount, scale) === quota) return amount
  }
  return Number(amountText(quota, scale, MAX_DIGITS))
}

/** The least whole amount of the display currency that is worth `dollars`. */
export const leastAmount = (dollars: number, { rate }: AmountScale): number =>
  Math.ceil(Number(quotientText([dollars, rate], 1, MAX_DIGITS)))

/** The largest whole amount of the display currency that a balance can hold, but for parts of a unit. */
export const mostAmount = (scale: AmountScale): number => Math.floor(exactAmount(MAX_QUOTA, scale))
