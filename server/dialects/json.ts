import type { JsonObject } from './conversation.ts'

/** Tolerant reading of parsed JSON: what is not of the wanted kind is absent. */

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

export const objectsOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** A count of tokens; absent and absurd ones are 0. */
export const countOf = (value: unknown): number => {
  const count = numberOf(value) ?? 0
  return count > 0 && count <= MOST_TOKENS ? Math.round(count) : 0
}
/** More tokens than any call can have. */
const MOST_TOKENS = 1_000_000_000

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
