import type { JsonObject } from '../conversation.ts'

const UNDERSCORE = /_([a-z])/g

/**
 * Returns an object with its own fields named in camel case. Google names them so, and servers that imitate Google, and
 * its own libraries by option, name them in snake case: https://protobuf.dev/programming-guides/json/
 */
export function inCamelCase(object: JsonObject): JsonObject {
  const names = Object.keys(object)
  if (!names.some((name) => name.includes('_'))) return object
  return Object.fromEntries(
    names.map((name) => [name.replace(UNDERSCORE, (_, letter: string) => letter.toUpperCase()), object[name]]),
  )
}
