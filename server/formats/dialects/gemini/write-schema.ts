import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../conversation.ts'
import { Unwritable } from '../dialect.ts'
import { objectOf, objectsOf, textOf, withoutUndefined } from '../json.ts'

/**
 * Converts a JSON schema to the part of OpenAPI's schemas that older models accept: leaves out unsupported keywords
 * and inlines references. Throws Unwritable if inlining makes it too large.
 * https://ai.google.dev/api/caching#Schema
 */
export function openApiSchema(schema: JsonObject): JsonObject {
  const definitions = { ...objectOf(schema.definitions), ...objectOf(schema.$defs) }
  return converted(schema, { definitions, written: 0 }, [])
}

/** State while a schema is written. */
interface Writing {
  definitions: JsonObject
  /** Number of parts so far. */
  written: number
}
/** References to several others can double with each step: a small schema can expand to a huge one. */
const MAX_PARTS = 10_000

/** Returns whether an argument schema has properties: one without must be left out. */
export const hasProperties = ({ properties }: JsonObject) => Object.keys(objectOf(properties)).length > 0

const KEPT = [
  'title',
  'description',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'nullable',
] as const
const FORMATS: Record<string, readonly string[]> = {
  string: ['enum', 'date-time'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
}
const REFERENCE = /^#\/(?:definitions|\$defs)\/(.+)$/

/** `open`: the references that are being inlined. A reference to itself ends there. */
function converted(schema: JsonObject, writing: Writing, open: readonly string[]): JsonObject {
  writing.written += 1
  if (writing.written > MAX_PARTS) throw new Unwritable('a JSON schema is too large for this model')
  const { definitions } = writing
  const name = REFERENCE.exec(textOf(schema.$ref))?.[1]
  if (name !== undefined) {
    if (open.includes(name) || !isRecord(definitions[name])) return { type: 'object' }
    const { $ref, ...beside } = schema
    return converted({ ...definitions[name], ...beside }, writing, [...open, name])
  }
  const inner = (part: JsonObject) => converted(part, writing, open)
  const whole = schema.allOf === undefined ? schema : merged([schema, ...objectsOf(schema.allOf)])
  const kept = Object.fromEntries(KEPT.map((key) => [key, whole[key]]))
  return withoutUndefined({ ...kept, ...typed(whole, inner), ...contents(whole, inner) })
}

/** Merges all at once. Merging one by one would copy the result for each. */
function merged(parts: readonly JsonObject[]): JsonObject {
  const properties = parts.flatMap((part) => Object.entries(objectOf(part.properties)))
  const required = parts.flatMap((part) => namesIn(part.required))
  return {
    ...Object.fromEntries(parts.flatMap((part) => Object.entries(part))),
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(required.length > 0 ? { required } : {}),
  }
}

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((name) => textOf(name) !== '') : [])

/** Writes the type, including alternatives of several types. */
function typed(schema: JsonObject, inner: (part: JsonObject) => JsonObject): JsonObject {
  const types = namesIn(Array.isArray(schema.type) ? schema.type : [schema.type])
  const choices = [...objectsOf(schema.anyOf), ...objectsOf(schema.oneOf)]
  const isNull = ({ type }: JsonObject) => type === 'null'
  const nullable = types.includes('null') || choices.some(isNull) || undefined
  const [type, ...others] = types.filter((one) => one !== 'null')
  const options = choices.filter((choice) => !isNull(choice)).map(inner)
  if (options.length === 1) return { type, ...options[0], nullable }
  if (options.length > 1) return { anyOf: options, nullable }
  if (others.length > 0)
    return { anyOf: [type, ...others].map((one) => ({ ...ofType(one), ...itemsOf(schema, one, inner) })), nullable }
  const only = type ?? impliedType(schema)
  return { ...ofOneType(schema, only), ...itemsOf(schema, only, inner), nullable }
}

const ofType = (type: string | undefined) => ({ type })

/** These models refuse a part without a type: https://ai.google.dev/api/caching#Schema */
function impliedType({ properties, items, enum: values, const: value }: JsonObject): string {
  if (isRecord(properties)) return 'object'
  if (items !== undefined) return 'array'
  const example = value ?? (Array.isArray(values) ? values[0] : undefined)
  return typeof example === 'number' || typeof example === 'boolean' ? typeof example : 'string'
}

/** These models refuse a list whose items have no schema. */
function itemsOf(schema: JsonObject, type: string | undefined, inner: (part: JsonObject) => JsonObject): JsonObject {
  if (type !== 'array') return {}
  return { items: isRecord(schema.items) ? inner(schema.items) : { type: 'string' } }
}

function ofOneType(schema: JsonObject, type: string | undefined): JsonObject {
  const values = schema.const === undefined ? schema.enum : [schema.const]
  const texts = Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
  if (texts.length > 0) return { type: 'string', enum: texts }
  const format = textOf(schema.format)
  return { type, format: FORMATS[type ?? '']?.includes(format) ? format : undefined }
}

function contents(schema: JsonObject, inner: (part: JsonObject) => JsonObject): JsonObject {
  if (!hasProperties(schema)) return {}
  const properties = Object.entries(objectOf(schema.properties))
  const known = properties.filter((entry): entry is [string, JsonObject] => isRecord(entry[1]))
  const names = new Set(known.map(([name]) => name))
  const required = [...new Set(namesIn(schema.required))].filter((name) => names.has(name))
  return {
    type: 'object',
    properties: Object.fromEntries(known.map(([name, part]) => [name, inner(part)])),
    required: required.length > 0 ? required : undefined,
  }
}
