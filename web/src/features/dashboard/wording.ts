import {
  fixed,
  formatQuota,
  type QuotaDisplay,
  roundTo,
  shortNumber,
  unitsPerAmount,
  withSymbol,
} from '#web/lib/format.ts'
import type { Metric, Step } from './dashboard-search.ts'

const two = (value: number) => String(value).padStart(2, '0')
const dayOf = (date: Date) => `${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** Formats a bar's time in the browser's zone: `11-20 14:00`, `11-20`, `11-16 - 11-22`. */
export function bucketName(start: number, end: number, step: Step): string {
  const date = new Date(start * 1000)
  if (step === 'hour') return `${dayOf(date)} ${two(date.getHours())}:00`
  return step === 'day' ? dayOf(date) : `${dayOf(date)} - ${dayOf(new Date((end - 1) * 1000))}`
}

/** Formats a value of a metric. Small amounts get six digits, since two would round them to zero. */
export function metricText(metric: Metric, value: number, display: QuotaDisplay): string {
  if (metric !== 'quota') return shortNumber(value)
  // Rounds averages to two digits.
  if (!display.display_in_currency) return shortNumber(roundTo(value, 2))
  return formatQuota(value, display, value !== 0 && Math.abs(value) < unitsPerAmount(display) / 10 ? 6 : 2)
}

const MAX_DIGITS = 9

/**
 * Formats a tick value with as many decimals as the step between ticks. `value` and `step` are in the
 * display currency when money is shown in currency.
 */
export function tickText(metric: Metric, value: number, step: number, display: QuotaDisplay): string {
  if (metric !== 'quota' || !display.display_in_currency) return shortNumber(value)
  const digits = fixed(step, MAX_DIGITS).replace(/0+$/, '').split('.')[1]?.length ?? 0
  return withSymbol(value >= 10_000 ? shortNumber(value) : fixed(value, digits), display)
}

/** Returns the CSS width that the labels of an axis take beside the plot: the smallest costs have long ones. */
export const axisRoom = (labels: readonly string[]): string =>
  `max(3.5rem, calc(${Math.max(0, ...labels.map(({ length }) => length))}ch + 0.75rem))`

/** Returns the unit of an axis: the display currency when money is shown in currency. */
export function axisUnit(metric: Metric, display: QuotaDisplay): number {
  return metric === 'quota' && display.display_in_currency ? unitsPerAmount(display) : 1
}
