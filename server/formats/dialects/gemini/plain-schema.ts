import { isRecord } from '#contract/is-record.ts'

/**
 * Converts Google's schema dialect to a JSON schema: Google writes types in capitals and uses `nullable`.
 * https://ai.google.dev/api/caching#Schema
 */
export function plainSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainSchema)
  if (!isRecord(value)) return value
  const { nullable, type, properties, ...rest } = value
  const plain = Object.fromEntries(
    Object.entries(rest).map(([name, item]) => [name, LITERAL.has(name) ? item : plainSchema(item)]),
  )
  if (typeof type === 'string') {
    const lower = type.toLowerCase()
    plain.type = nullable === true ? [lower, 'null'] : lower
  } else if (type !== undefined) plain.type = type
  // Properties may have any name, including `type` and `nullable`.
  if (isRecord(properties)) {
    plain.properties = Object.fromEntries(Object.entries(properties).map(([name, item]) => [name, plainSchema(item)]))
  }
  return plain
}

/** The values of these are data, not schemas. */
const LITERAL = new Set(['enum', 'default', 'example', 'examples', 'required', 'propertyOrdering'])
