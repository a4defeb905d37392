import { isRecord } from '#contract/is-record.ts'

/** Converts values of callers and platforms into values that the tables can store. */

const MAX_TEXT_LENGTH = 20_000

/** Returns a text without what PostgreSQL refuses, cut to a maximum length; "" for other values. */
export function storableText(value: unknown, maxLength = MAX_TEXT_LENGTH): string {
  if (typeof value !== 'string') return ''
  return value.slice(0, maxLength).replaceAll('\0', '').toWellFormed()
}

const MAX_ID_LENGTH = 200

/** A platform's id of a task; some platforms write ids as numbers. */
export const storableId = (value: unknown) =>
  storableText(typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value, MAX_ID_LENGTH)

/** Returns a value as JSON text; "" for null, undefined and oversized values. */
export function storableJson(value: unknown, maxLength = MAX_TEXT_LENGTH): string {
  if (value === undefined || value === null) return ''
  const text = JSON.stringify(value)
  return text.length > maxLength ? '' : text.toWellFormed()
}

/** The end of the year 9999, in milliseconds. */
const MAX_TIME_MS = 253_402_300_799_999

/** Returns a point in time, or 0. */
export const storableTime = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= MAX_TIME_MS ? value : 0

/** In milliseconds this is 1973, in seconds the year 5138: larger values are not seconds. */
const MIN_MILLISECONDS = 100_000_000_000

/** Unix seconds, or 0; some platforms send milliseconds. */
export function storableSeconds(value: unknown): number {
  const time = storableTime(value)
  return time >= MIN_MILLISECONDS ? Math.floor(time / 1000) : time
}

/** Parses a stored JSON text; undefined for "" and for invalid text. */
export function parseStoredJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns an object's members; of other values none. */
export function toMembers(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}
