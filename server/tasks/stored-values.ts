/** What comes from callers and platforms, as the tables can hold it. */

const LONGEST = 20_000

/** A text without what PostgreSQL refuses, cut where it would be a burden; anything else is "". */
export function storableText(value: unknown, longest = LONGEST): string {
  if (typeof value !== 'string') return ''
  return value.slice(0, longest).replaceAll('\0', '').toWellFormed()
}

const LONGEST_ID = 200

/** A platform's id for a task; some write theirs as numbers. */
export const storableId = (value: unknown) =>
  storableText(typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value, LONGEST_ID)

/** A value as JSON text; "" for nothing, and for more than anybody means. */
export function storableJson(value: unknown, longest = LONGEST): string {
  if (value === undefined || value === null) return ''
  const text = JSON.stringify(value)
  return text.length > longest ? '' : text.toWellFormed()
}

/** The end of the year 9999, in milliseconds. */
const LAST_TIME = 253_402_300_799_999

/** A point in time, or 0. */
export const storableTime = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= LAST_TIME ? value : 0

/** In milliseconds this is 1973, in seconds the year 5138: what is beyond is no second. */
const NO_SECOND = 100_000_000_000

/** Unix seconds, or 0; some platforms send milliseconds. */
export function storableSeconds(value: unknown): number {
  const time = storableTime(value)
  return time >= NO_SECOND ? Math.floor(time / 1000) : time
}

/** The value of a stored JSON text; undefined for "" and for what is none. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An object's members; of anything else none. */
export function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
