import { isRecord } from '#contract/is-record.ts'
import { parseJson } from '../../platform/json/parse-json.ts'
import type { JsonObject } from './conversation.ts'

/** Tolerant reading of parsed JSON: values of another type than the expected one count as absent. */

export const objectOf = (value: unknown): JsonObject => (isRecord(value) ? value : {})

/** Returns whether a value is an object that says something: vendors also send objects with empty fields as placeholders. */
export const saysSomething = (value: unknown): value is JsonObject =>
  isRecord(value) && Object.values(value).some((field) => field && (!isRecord(field) || Object.keys(field).length > 0))

/** Returns the objects in a list. */
export const objectsOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** Returns the objects in a list, or a single object in place of a list as a list of one. */
export const oneOrMoreObjects = (value: unknown): JsonObject[] => (isRecord(value) ? [value] : objectsOf(value))

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** Returns the numbers that are present, under our names instead of the vendor's. */
export function readNumbers<Ours extends string>(
  from: JsonObject,
  names: Readonly<Record<string, Ours>>,
): Partial<Record<Ours, number>> {
  const read: Partial<Record<Ours, number>> = {}
  for (const [theirs, ours] of Object.entries(names)) {
    const value = numberOf(from[theirs])
    if (value !== undefined) read[ours] = value
  }
  return read
}

/** Returns a number that may be written as a string, as some vendors do; undefined = it is not one. */
export const readNumber = (value: unknown): number | undefined =>
  typeof value === 'string' && NUMBER.test(value) ? Number(value) : numberOf(value)
const NUMBER = /^\s*-?\d+(?:\.\d+)?\s*$/

/** Returns a token count. Absent and implausible counts are 0. */
export const readTokenCount = (value: unknown): number => {
  const count = readNumber(value) ?? 0
  return count > 0 && count <= MAX_TOKENS ? Math.round(count) : 0
}
/** More tokens than any call can have. */
const MAX_TOKENS = 1_000_000_000

/** Parses a JSON object; undefined = the text is not one. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = parseJson(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns the object without undefined members, so that it can be compared and sent. */
export function withoutUndefined<T extends object>(value: T): T
export function withoutUndefined<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T
export function withoutUndefined<T extends object>(value: object): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T
}

/**
 * Maps a list and drops items that map to undefined. Returns the list itself if no item changed, so that callers
 * can detect changes.
 */
export function mapChanged<T>(items: readonly T[], change: (item: T, index: number) => T | undefined): readonly T[] {
  const after = items.map(change)
  return after.every((item, index) => item === items[index]) ? items : after.filter((item) => item !== undefined)
}
