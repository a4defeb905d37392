import type { LogHistogram } from '#contract/api/logs.ts'

export type Bar = LogHistogram['items'][number]
/** First and last bar of a selection, in either order. */
export interface Selection {
  from: number
  to: number
}

export const totalOf = ({ calls, failed, others }: Bar) => calls + failed + others

/** Returns the sum of all bars. */
export const sumOf = (bars: readonly Bar[]) =>
  bars.reduce(
    (sum, { calls, failed, others }) => ({
      calls: sum.calls + calls,
      failed: sum.failed + failed,
      others: sum.others + others,
    }),
    { calls: 0, failed: 0, others: 0 },
  )

/** Returns the time of a range of bars in Unix seconds, both inclusive, limited to the histogram's range. */
export function spanOf({ items, start, step }: LogHistogram, { from, to }: Selection): { from: number; to: number } {
  const first = items[Math.min(from, to)]?.start ?? start
  const last = items[Math.max(from, to)]?.start ?? first
  return { from: Math.max(start, first), to: last + step - 1 }
}

/** Returns the bar at a position, 0 to 1 from the start of the chart. */
export const barAt = (place: number, bars: number) => Math.min(Math.max(Math.floor(place * bars), 0), bars - 1)

/**
 * Returns whether a bar's time was counted as a whole, in part or not at all: rows before `since` were not
 * scanned.
 */
export function coverage({ start }: Bar, step: number, since: number | null): 'whole' | 'part' | 'none' {
  if (since === null || start >= since) return 'whole'
  return start + step <= since ? 'none' : 'part'
}

const two = (value: number) => String(value).padStart(2, '0')
const dayOf = (date: Date) => `${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** Formats a time span in the browser's zone (Unix seconds, both inclusive): `11-22 14:00 – 15:00`. */
export function spanText(from: number, to: number, step: number): string {
  const [a, b] = [new Date(from * 1000), new Date((to + 1) * 1000)]
  const clock = (date: Date) =>
    `${two(date.getHours())}:${two(date.getMinutes())}${step < 60 ? `:${two(date.getSeconds())}` : ''}`
  const sameDay = dayOf(a) === dayOf(new Date(to * 1000))
  const end = sameDay && dayOf(a) !== dayOf(b) ? clock(b).replace(/^00/, '24') : clock(b)
  return `${dayOf(a)} ${clock(a)} – ${sameDay ? '' : `${dayOf(b)} `}${end}`
}
