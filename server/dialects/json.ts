import type { JsonObject } from './conversation.ts'

/** Tolerant reading of parsed JSON: what is not of the wanted kind is absent. */

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** The objects in a list. */
export const objectsOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** The objects in a list; of a single object that stands where a list is meant, that one. */
export const objectsIn = (value: unknown): JsonObject[] => (isObject(value) ? [value] : objectsOf(value))

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** The numbers that are there, by our names for theirs. */
export function numbersOf<Ours extends string>(
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

/** A number that may be written as a text, as some vendors count; undefined = there is none. */
export const numberIn = (value: unknown): number | undefined =>
  typeof value === 'string' && NUMBER.test(value) ? Number(value) : numberOf(value)
const NUMBER = /^\s*-?\d+(?:\.\d+)?\s*$/

/** A count of tokens; absent and absurd ones are 0. */
export const countOf = (value: unknown): number => {
  const count = numberIn(value) ?? 0
  return count > 0 && count <= MOST_TOKENS ? Math.round(count) : 0
}
/** More tokens than any call can have. */
const MOST_TOKENS = 1_000_000_000

/** Whether a value has more than `most` objects and lists inside each other. Level by level, without recursion. */
export function isDeeperThan(most: number, value: unknown): boolean {
  let level = isNested(value) ? [value] : []
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > most) return true
    const next: object[] = []
    for (const item of level) {
      if (Array.isArray(item)) {
        for (const inner of item) if (isNested(inner)) next.push(inner)
      } else {
        for (const inner of Object.values(item)) if (isNested(inner)) next.push(inner)
      }
    }
    level = next
  }
  return false
}
const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The object in a JSON text; undefined = there is none. */
export function parsedObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The same object without what is undefined, so that it can be compared and sent. */
export function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T
}

/**
 * A list with each item changed, and without those for which there is nothing: the list itself where every item stays as
 * it is, so that callers see whether anything was changed.
 */
export function changed<T>(items: readonly T[], change: (item: T, index: number) => T | undefined): readonly T[] {
  const after = items.map(change)
  return after.every((item, index) => item === items[index]) ? items : after.filter((item) => item !== undefined)
}
