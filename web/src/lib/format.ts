import { type AmountScale, amountText, type DisplayCurrency, symbolOf } from '#contract/currency/display-currency.ts'
import { languageTag } from './language.ts'

/** Stands for what there is not: no value, never, nothing measured. */
export const DASH = '—'

/** Quota display of the site: `quota_per_unit` units are one dollar; with currency off, plain units. */
export interface QuotaDisplay {
  quota_per_unit: number
  display_in_currency: boolean
  /** The currency of amounts, and what a dollar is in it. Absent while unknown: dollars. */
  display_currency?: DisplayCurrency
  display_rate?: number
}

export const currencyOf = ({ display_currency = 'USD' }: QuotaDisplay): DisplayCurrency => display_currency

export const scaleOf = ({ quota_per_unit, display_rate = 1 }: QuotaDisplay): AmountScale => ({
  quotaPerUsd: quota_per_unit,
  rate: display_rate,
})

/** How many quota units one of the display currency is, for thresholds and charts; not rounded. */
export const unitsPerAmount = ({ quota_per_unit, display_rate = 1 }: QuotaDisplay) => quota_per_unit / display_rate

/**
 * Formats quota units as `$1.20` (`digits` decimals: 2 for balances and sums, of which less than a cent is `<$0.01`; 6
 * for single calls), or as a short number with currency off.
 */
export function formatQuota(quota: number, display: QuotaDisplay, digits: 2 | 6 = 2) {
  if (!display.display_in_currency) return shortNumber(quota)
  if (!Number.isFinite(quota)) return DASH
  const amount = amountText(quota, scaleOf(display), digits)
  if (digits === 2 && quota !== 0 && Number(amount) === 0)
    return quota > 0 ? `<${withSymbol('0.01', display)}` : `>${withSymbol('-0.01', display)}`
  return withSymbol(amount, display)
}

/** Puts the sign of the display currency before an amount, behind a minus: `-$1.20`. */
export function withSymbol(amount: string, display: QuotaDisplay) {
  const symbol = symbolOf(currencyOf(display))
  return amount.startsWith('-') ? `-${symbol}${amount.slice(1)}` : `${symbol}${amount}`
}

/** 9999 → `9999`, 10000 → `10.0k`, 1.5e6 → `1.5M`, 2e9 → `2.0B`, the same in every language. */
export function shortNumber(value: number) {
  const size = Math.abs(value)
  if (size >= 1e9) return `${fixed(value / 1e9, 1)}B`
  // Values that would round up to 1000.0 of the smaller unit use the larger one.
  if (size >= 999_950_000) return `${value < 0 ? '-' : ''}1.0B`
  if (size >= 1e6) return `${fixed(value / 1e6, 1)}M`
  if (size >= 999_950) return `${value < 0 ? '-' : ''}1.0M`
  if (size >= 10_000) return `${fixed(value / 1e3, 1)}k`
  return String(value)
}

/** Cached: creating one takes 100 times as long as using it, and lists use them in every row. */
const numberFormats = new Map<string, Intl.NumberFormat>()

/** Formats a number with separators and between `min` and `max` decimals: `1,234.50`. */
export function decimals(value: number, min: number, max: number): string {
  const key = `${min} ${max}`
  const format =
    numberFormats.get(key) ?? new Intl.NumberFormat('en-US', { minimumFractionDigits: min, maximumFractionDigits: max })
  numberFormats.set(key, format)
  return format.format(value)
}

/** Formats a number with separators: `1,234,567`. */
export const fullNumber = (value: number) => decimals(value, 0, 6)

/** Formats a number with `digits` decimals and without separators, as machines read it: `1234.50`. */
export const fixed = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : DASH)

/** Rounds to a number of decimals, without what binary fractions add. */
export const roundTo = (value: number, digits: number) => Number(value.toFixed(digits))

const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 })

/** Formats a number with all its digits, without exponent or separators: `0.0000001`. */
export const plainNumber = (value: number) => plain.format(value)

/** Puts the dollar before an exact amount, behind a minus. */
export const inDollars = (amount: string | number) =>
  String(amount).startsWith('-') ? `-$${String(amount).slice(1)}` : `$${amount}`

/** Formats a vendor's amount in dollars as `$1.20`, or `<$0.01`; `digits` decimals below a dollar. */
export function formatUsd(amount: number | null, digits = 2): string {
  if (amount === null) return DASH
  const text = fixed(amount, amount !== 0 && Math.abs(amount) < 1 ? digits : 2)
  if (amount !== 0 && Number(text) === 0)
    return amount > 0 ? `<${inDollars(fixed(10 ** -digits, digits))}` : `>${inDollars(-(10 ** -digits))}`
  return inDollars(text)
}

/**
 * Formats a share of 1 as `97.3%`. Only exact ones are `100%` and `0%`: what is nearly all is `>99.9%`, what is nearly
 * nothing `<0.1%`.
 */
export function formatPercent(share: number) {
  if (!Number.isFinite(share)) return DASH
  // Without what binary fractions add: 0.07 * 100 is 7.000000000000001.
  const percent = Math.round(share * 1e8) / 1e6
  if (percent > 99.9 && percent < 100) return '>99.9%'
  if (percent !== 0 && Math.abs(percent) < 0.1) return percent > 0 ? '<0.1%' : '>-0.1%'
  return `${Number.isInteger(percent) ? percent : fixed(percent, 1)}%`
}

/** Formats growth in whole percents, with a narrow space: `+12 %`, `−8 %`, `±0 %`. */
export function formatGrowth(share: number): string {
  const percent = Math.round(share * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${fullNumber(Math.abs(percent))}\u202f%`
}

/** Formats a change in percents with two digits at most, which show how much: `+7.5%`, `−20%`. */
export function formatChange(percent: number): string {
  const tenths = roundTo(Math.abs(percent), 1)
  return `${percent > 0 ? '+' : '−'}${tenths >= 10 ? fixed(tenths, 0) : tenths}%`
}

/** Formats a lower bound when `more`: `10,000+`. */
export const atLeast = (value: number, more: boolean) => `${fullNumber(value)}${more ? '+' : ''}`

/** Formats Unix seconds as `YYYY-MM-DD HH:mm:ss` in the browser's zone; 0 (never) becomes a dash. */
export function formatTime(seconds: number) {
  const date = new Date(seconds * 1000)
  if (seconds <= 0 || Number.isNaN(date.getTime())) return DASH
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

let zone: string | undefined

/** The browser's time zone: `Asia/Shanghai`. Cached: lists read it in every row, and the lookup is slow. */
export const timeZone = () => (zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone)

/** The browser's time zone with its offset: `Asia/Shanghai (UTC+8)`. */
export function zoneName(at = new Date()) {
  const minutes = -at.getTimezoneOffset()
  const hours = Math.trunc(Math.abs(minutes) / 60)
  const rest = Math.abs(minutes) % 60
  const offset = `UTC${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
  return `${timeZone()} (${offset})`
}

const STEPS = [
  { unit: 'second', seconds: 1, below: 60 },
  { unit: 'minute', seconds: 60, below: 3600 },
  { unit: 'hour', seconds: 3600, below: 86_400 },
] as const

/** Returns `3 minutes ago`, `in 2 hours` within 24 h of `now` (Unix seconds); null beyond that. */
export function relativeTime(seconds: number, now = Date.now() / 1000, language = languageTag()) {
  const distance = Math.round(seconds - now)
  const step = STEPS.find(({ below }) => Math.abs(distance) < below)
  if (!step) return null
  return relativeFormat(language).format(Math.trunc(distance / step.seconds), step.unit)
}

/** Cached per language, since creating one is slow. */
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()

/** The relative time format of a language: `yesterday`, `in 3 days`. */
export function relativeFormat(language = languageTag()): Intl.RelativeTimeFormat {
  const made = relativeFormats.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  relativeFormats.set(language, made)
  return made
}

/** Formats seconds as `0.8 s`, which stays comparable in a column. */
export const formatSeconds = (seconds: number) => `${fixed(seconds, 1)} s`

/** Formats milliseconds as `820 ms`, `1.4 s` or `2 min 5 s`. */
export function formatDuration(milliseconds: number) {
  if (!Number.isFinite(milliseconds)) return DASH
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 59_950) return formatSeconds(milliseconds / 1000)
  const seconds = Math.round(milliseconds / 1000)
  const rest = seconds % 60
  return `${Math.trunc(seconds / 60)} min${rest ? ` ${rest} s` : ''}`
}
