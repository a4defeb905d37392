/** How old logs must be to be cleared, in days; the first is what the form begins with. */
export const LOG_AGES = { month: 30, week: 7, quarter: 90, half: 180, year: 365 } as const
export type LogAge = keyof typeof LOG_AGES

const DAY_SECONDS = 86_400

/** The moment that is an age ago, in unix seconds, to the minute. */
export function momentOf(age: LogAge, now: number): number {
  const seconds = now - LOG_AGES[age] * DAY_SECONDS
  return seconds - (seconds % 60)
}

/** From this many rows on, their number must be typed before they are deleted. */
const TYPE_FROM = 100_000

/** What must be typed before so many rows are deleted; undefined when nothing. */
export const toType = (rows: number): string | undefined => (rows > TYPE_FROM ? String(rows) : undefined)
