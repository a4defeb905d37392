import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from './conversation.ts'
import { objectOf, objectsOf, textOf } from './json.ts'

/**
 * Returns the schema of a tool's arguments as every vendor takes it: an object with properties. OpenAI refuses one without
 * (`object schema missing properties`), and OpenAI and Anthropic refuse alternatives and references at the top:
 * https://platform.openai.com/docs/guides/function-calling, https://github.com/anthropics/claude-code/issues/4886
 */
export function argumentSchema(given: JsonObject): JsonObject {
  const schema = objectOf(plainSchema(given))
  const isWhole = schema.type === 'object' && isRecord(schema.properties) && COMBINED.every((name) => !(name in schema))
  return isWhole ? schema : merged(schema, objectOf(schema.$defs ?? schema.definitions), [])
}

const COMBINED = ['anyOf', 'oneOf', 'allOf', '$ref'] as const
const REFERENCE = /^#\/(?:definitions|\$defs)\/([^/]+)$/

/** Merges a schema with what it combines and refers to: all properties, and as required what each alternative requires. */
function merged({ anyOf, oneOf, allOf, $ref, ...schema }: JsonObject, known: JsonObject, open: string[]): JsonObject {
  const name = REFERENCE.exec(textOf($ref))?.[1] ?? ''
  const inner = (part: JsonObject) => merged(part, known, [...open, name])
  const named = open.includes(name) ? {} : isRecord(known[name]) ? inner(known[name]) : {}
  const always = [schema, named, ...objectsOf(allOf).map(inner)]
  const options = [...objectsOf(anyOf), ...objectsOf(oneOf)].map(inner)
  const properties = [...always, ...options].flatMap((part) => Object.entries(objectOf(part.properties)))
  const required = new Set([...always.flatMap((part) => textsIn(part.required)), ...inAll(options)])
  return {
    ...named,
    ...schema,
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.size > 0 ? { required: [...required] } : {}),
  }
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

/** Returns the properties that all branches require. */
function inAll([first, ...others]: readonly JsonObject[]): string[] {
  return textsIn(first?.required).filter((name) => others.every(({ required }) => textsIn(required).includes(name)))
}

/** What clients write for types of JSON; other words are left out. */
const TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'].map((type) => [type, type]),
  ),
  ...{
    str: 'string',
    int: 'integer',
    float: 'number',
    double: 'number',
    bool: 'boolean',
    dict: 'object',
    list: 'array',
  },
}
/** The values of these are data or names, not schemas. */
const LITERAL = new Set(['enum', 'const', 'default', 'example', 'examples', 'required', 'propertyOrdering'])
/** Keywords whose value is an object of schemas by name. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

/**
 * Writes a schema in the words of JSON Schema 2020-12, which Anthropic and OpenAI check: Google and some clients write types in
 * capitals, and older drafts have lists of items and limits that are switches. Returns the schema itself if nothing changes.
 * https://json-schema.org/draft/2020-12/release-notes, https://ai.google.dev/api/caching#Schema
 */
export function plainSchema(schema: unknown): unknown {
  if (!isRecord(schema)) return schema
  const written: JsonObject = {}
  for (const [name, value] of Object.entries(schema)) {
    const plain = plainKeyword(name, value, schema)
    if (plain !== undefined) written[name] = plain
  }
  if (schema.nullable === true && textOf(written.type)) written.type = [written.type, 'null']
  if (written.type === 'array' && written.items === undefined) written.items = {}
  const isSame = Object.keys(written).length === Object.keys(schema).length
  return isSame && Object.entries(written).every(([name, value]) => value === schema[name]) ? schema : written
}

function plainKeyword(name: string, value: unknown, schema: JsonObject): unknown {
  if (name === 'type') return plainType(value)
  if (name === 'nullable') return undefined
  if (name === 'required' || name === 'enum') return Array.isArray(value) && value.length > 0 ? value : undefined
  if (name === 'exclusiveMinimum' && typeof value === 'boolean') return value ? schema.minimum : undefined
  if (name === 'exclusiveMaximum' && typeof value === 'boolean') return value ? schema.maximum : undefined
  if (name === 'items') return plainItems(value)
  if (LITERAL.has(name)) return value
  if (NAMED.has(name))
    return isRecord(value) ? mapValues(value, (one) => plainSchema(isRecord(one) ? one : {})) : undefined
  return Array.isArray(value) ? mapItems(value, plainSchema) : plainSchema(value)
}

/** OpenAI refuses a list whose items have no schema; a list of schemas means the items by their places. */
function plainItems(items: unknown): unknown {
  if (!Array.isArray(items)) return isRecord(items) ? plainSchema(items) : {}
  const schemas = objectsOf(items).map(plainSchema)
  return schemas.length > 1 ? { anyOf: schemas } : (schemas[0] ?? {})
}

function plainType(type: unknown): unknown {
  if (!Array.isArray(type)) return TYPES[textOf(type).toLowerCase()]
  const types = mapItems(type, (one) => TYPES[textOf(one).toLowerCase()])
  return types.every((one) => one !== undefined) ? types : types.filter((one) => one !== undefined)
}

function mapItems(items: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const changed = items.map(change)
  return changed.every((item, index) => item === items[index]) ? items : changed
}

function mapValues(object: JsonObject, change: (value: unknown) => unknown): JsonObject {
  const changed = Object.entries(object).map(([name, value]) => [name, change(value)] as const)
  return changed.every(([name, value]) => value === object[name]) ? object : Object.fromEntries(changed)
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
