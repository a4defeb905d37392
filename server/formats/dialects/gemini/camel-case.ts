import type { JsonObject } from '../conversation.ts'

const UNDERSCORE = /_([a-z])/g

/** A name in camel case. */
export const camelCased = (name: string): string =>
  name.replace(UNDERSCORE, (_, letter: string) => letter.toUpperCase())

/**
 * Returns an object with its own fields in camel case. Google uses camel case; servers that imitate Google, and
 * optionally its own libraries, use snake case: https://protobuf.dev/programming-guides/json/
 */
export function toCamelCase(object: JsonObject): JsonObject {
  const names = Object.keys(object)
  if (!names.some((name) => name.includes('_'))) return object
  return Object.fromEntries(names.map((name) => [camelCased(name), object[name]]))
}
