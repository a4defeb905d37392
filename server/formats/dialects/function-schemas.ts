import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from './conversation.ts'
import { objectOf, objectsOf } from './json.ts'

/**
 * Returns the schema of a tool's arguments as every vendor takes it: an object with properties. OpenAI refuses one without
 * (`object schema missing properties`): https://platform.openai.com/docs/guides/function-calling
 */
export function argumentSchema(schema: JsonObject): JsonObject {
  const hasBoth = schema.type === 'object' && isRecord(schema.properties)
  return hasBoth ? schema : { ...schema, type: 'object', properties: objectOf(schema.properties) }
}

/**
 * Returns whether OpenAI takes a schema as a strict one: every object names all its properties as required and allows no
 * others. https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 */
export function isStrictSchema(schema: JsonObject): boolean {
  const { type, properties, required, additionalProperties, items, anyOf, $defs, definitions } = schema
  const names = Object.keys(objectOf(properties))
  const isClosed =
    additionalProperties === false && names.every((name) => Array.isArray(required) && required.includes(name))
  if ((type === 'object' || isRecord(properties)) && !isClosed) return false
  const inner = [...Object.values(objectOf(properties)), ...Object.values(objectOf($defs ?? definitions)), items]
  return [...inner.filter(isRecord), ...objectsOf(anyOf)].every(isStrictSchema)
}

/** Returns whether a schema is sent as strict; undefined = nothing is said. `onLost`: it was, and cannot be. */
export function strictnessOf(schema: JsonObject, strict: boolean | undefined, onLost: () => void): boolean | undefined {
  if (!strict || isStrictSchema(schema)) return strict
  onLost()
  return undefined
}
