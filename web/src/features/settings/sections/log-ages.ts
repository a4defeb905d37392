/** Selectable minimum ages of logs to delete, in days; the first is the default. */
export const LOG_AGES = { month: 30, week: 7, quarter: 90, half: 180, year: 365 } as const
export type LogAge = keyof typeof LOG_AGES

const DAY_SECONDS = 86_400

/** Returns the time that is this age before now, in Unix seconds, rounded to the minute. */
export function momentOf(age: LogAge, now: number): number {
  const seconds = now - LOG_AGES[age] * DAY_SECONDS
  return seconds - (seconds % 60)
}

/** Deleting more rows than this requires typing their number. */
const TYPE_FROM = 100_000

/** Returns the text that confirms deleting this many rows; undefined when none is required. */
export const toType = (rows: number): string | undefined => (rows > TYPE_FROM ? String(rows) : undefined)
