const DAY = 86_400

/** The UTC date of a day that begins at Unix seconds. */
export const dayText = (at: number) => new Date(at * 1000).toISOString().slice(0, 10)

/** The days of a range that ends with the day of `now`, oldest first; undefined = nothing happened on it. */
export function slotsOf<T extends { at: number }>(days: readonly T[], count: number, now: number): (T | undefined)[] {
  const today = now - (now % DAY)
  const byDay = new Map(days.map((day) => [day.at, day]))
  return Array.from({ length: count }, (_, index) => byDay.get(today - (count - 1 - index) * DAY))
}

/** The numbers of calls of some days, and the share of those that were served; undefined without calls. */
export function totalOf(days: readonly { served: number; failed: number }[]) {
  const served = days.reduce((sum, day) => sum + day.served, 0)
  const failed = days.reduce((sum, day) => sum + day.failed, 0)
  const calls = served + failed
  return { served, failed, calls, share: calls === 0 ? undefined : served / calls }
}

/** Formats a share as per cent; never 100 % when something failed, never 0 % when something was served. */
export function percentText(share: number): string {
  const percent = share * 100
  if (share > 0.9999 && share < 1) return '99.99%'
  return `${Number(percent.toFixed(percent > 99 ? 2 : 1))}%`
}
