import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../conversation.ts'
import { objectOf, objectsOf, textOf, withoutUndefined } from '../json.ts'

/** A JSON schema in the subset that Claude is held to. */
export interface AnswerSchema {
  schema: JsonObject
  /** Keywords that are not enforced: they stand in descriptions, where the model reads them. Sorted. */
  described: string[]
  /** How many properties need not be there. */
  optional: number
}

/**
 * Reduces a JSON schema to the subset that Claude is held to: objects are closed, and other keywords move to the
 * description, as Anthropic's SDKs do. Returns undefined for a schema that loses its meaning by that: one that refers to
 * itself, has objects with free names, or allows any value.
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations
 */
export function answerSchema(schema: JsonObject): AnswerSchema | undefined {
  const definitions = { ...objectOf(schema.definitions), ...objectOf(schema.$defs) }
  if (isRecursive(definitions)) return undefined
  const reduction: Reduction = { definitions, described: new Set(), parts: 0, optional: 0 }
  try {
    const reduced = reduce(schema, reduction)
    return { schema: reduced, described: [...reduction.described].sort(), optional: reduction.optional }
  } catch (error) {
    if (error instanceof NotEnforceable) return undefined
    throw error
  }
}

class NotEnforceable extends Error {}

interface Reduction {
  definitions: JsonObject
  described: Set<string>
  /** Schemas that were reduced so far. */
  parts: number
  optional: number
}
/** Merged definitions are repeated wherever they occur: a small schema can stand for a very large one. */
const MAX_PARTS = 10_000

const REFERENCE = /^#\/(?:definitions|\$defs)\/([^/]+)$/

function reduce(schema: unknown, reduction: Reduction): JsonObject {
  reduction.parts += 1
  if (!isRecord(schema) || reduction.parts > MAX_PARTS) throw new NotEnforceable()
  const { $defs, definitions, ...own } = withoutUndefined(schema)
  const kept = withoutUndefined({ $defs: reduceAll($defs, reduction), definitions: reduceAll(definitions, reduction) })
  if (own.$ref !== undefined) {
    const name = REFERENCE.exec(textOf(own.$ref))?.[1]
    if (name === undefined || !isRecord(reduction.definitions[name])) throw new NotEnforceable()
    return { ...kept, $ref: own.$ref }
  }
  if (own.allOf !== undefined) return { ...kept, ...reduce(mergeAllOf(own, reduction), reduction) }
  const { taken, used } = reduceOne(own, reduction)
  return { ...kept, ...taken, ...describe(own, used, reduction) }
}

const reduceAll = (schemas: unknown, reduction: Reduction): JsonObject | undefined =>
  isRecord(schemas)
    ? Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, reduce(schema, reduction)]))
    : undefined

/** What stands in a reduced schema, and the keywords of the schema that this says. */
interface Reduced {
  taken: JsonObject
  used: readonly string[]
}

const ALWAYS_USED = ['title', 'description', '$schema', '$id', '$comment']

/** Appends keywords that are not enforced to the description. */
function describe(schema: JsonObject, used: readonly string[], { described }: Reduction): JsonObject {
  const others = Object.entries(schema).filter(([key]) => !used.includes(key) && !ALWAYS_USED.includes(key))
  for (const [key] of others) if (!HINTS.has(key)) described.add(key)
  const { title, description } = schema
  const notes = others.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(', ')
  const texts = [textOf(description), notes && `{${notes}}`].filter(Boolean)
  return withoutUndefined({ title, description: texts.length > 0 ? texts.join('\n\n') : undefined })
}

/** Keywords that constrain no value. */
const HINTS = new Set(['default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly'])

function reduceOne(schema: JsonObject, reduction: Reduction): Reduced {
  const literals = literalsOf(schema)
  if (literals) return literals
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) {
    const key = schema.anyOf === undefined ? 'oneOf' : 'anyOf'
    return { taken: { anyOf: choices.map((choice) => reduce(choice, reduction)) }, used: [key, 'type'] }
  }
  const types = typesOf(schema)
  if (types.length === 0) throw new NotEnforceable()
  const structured = types.filter((type) => type === 'object' || type === 'array')
  if (types.length === 1 || structured.length === 0) return reduceTyped(schema, types, reduction)
  const perType = types.map((type) => reduceTyped(schema, [type], reduction))
  return { taken: { anyOf: perType.map(({ taken }) => taken) }, used: perType.flatMap(({ used }) => used) }
}

function literalsOf({ enum: values, const: value }: JsonObject): Reduced | undefined {
  if (value !== undefined && !isStructured(value)) return { taken: { const: value }, used: ['const', 'type'] }
  if (!Array.isArray(values) || values.length === 0 || values.some(isStructured)) return undefined
  return { taken: { enum: values }, used: ['enum', 'type'] }
}
const isStructured = (value: unknown) => typeof value === 'object' && value !== null

function typesOf({ type, properties, items }: JsonObject): string[] {
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string')
  if (typeof type === 'string') return [type]
  return isRecord(properties) ? ['object'] : isRecord(items) ? ['array'] : []
}

const FORMATS = 'date-time time date duration email hostname uri ipv4 ipv6 uuid'.split(' ')

/** `types` are one type, or several that are no objects and lists. */
function reduceTyped(schema: JsonObject, types: readonly string[], reduction: Reduction): Reduced {
  const type = types.length === 1 ? types[0] : types
  switch (type) {
    case 'object':
      return reduceObject(schema, reduction)
    case 'array': {
      if (!isRecord(schema.items)) throw new NotEnforceable()
      const keepsMinItems = schema.minItems === 0 || schema.minItems === 1
      const minItems = keepsMinItems ? schema.minItems : undefined
      const taken = withoutUndefined({ type, items: reduce(schema.items, reduction), minItems })
      return { taken, used: ['type', 'items', ...(keepsMinItems ? ['minItems'] : [])] }
    }
    default: {
      const hasFormat = types.includes('string') && FORMATS.includes(textOf(schema.format))
      const taken = hasFormat ? { type, format: schema.format } : { type }
      return { taken, used: hasFormat ? ['type', 'format'] : ['type'] }
    }
  }
}

/** Only the listed properties may occur, so that a map with free names is not enforceable. */
function reduceObject(schema: JsonObject, reduction: Reduction): Reduced {
  const { properties, required, additionalProperties, patternProperties } = schema
  const isMap = isRecord(additionalProperties) || Object.keys(objectOf(patternProperties)).length > 0
  const isOpen = additionalProperties !== false && Object.keys(objectOf(properties)).length === 0
  if (isMap || isOpen) throw new NotEnforceable()
  const names = new Set(Array.isArray(required) ? required : [])
  reduction.optional += Object.keys(objectOf(properties)).filter((name) => !names.has(name)).length
  const closed = { properties: reduceAll(properties, reduction) ?? {}, additionalProperties: false }
  return {
    taken: withoutUndefined({ type: 'object', ...closed, required: Array.isArray(required) ? required : undefined }),
    used: ['type', 'properties', 'required', 'additionalProperties', 'patternProperties'],
  }
}

/** Merges the parts of `allOf`: closed objects would exclude each other's properties. */
function mergeAllOf(schema: JsonObject, { definitions }: Reduction): JsonObject {
  const { allOf, ...own } = schema
  const parts = [...resolveAll(objectsOf(allOf), definitions), own]
  const properties = parts.flatMap((part) => Object.entries(objectOf(part.properties)))
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []))
  const inner = parts.flatMap((part) => objectsOf(part.allOf))
  return {
    ...Object.fromEntries(parts.flatMap((part) => Object.entries(part))),
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
    allOf: inner.length > 0 ? inner : undefined,
  }
}

function resolveAll(schemas: readonly JsonObject[], definitions: JsonObject): JsonObject[] {
  const names = schemas.map(({ $ref }) => REFERENCE.exec(textOf($ref))?.[1])
  return schemas.flatMap((schema, index) => {
    const name = names[index]
    if (name === undefined) return [schema]
    return names.indexOf(name) === index ? [objectOf(definitions[name])] : []
  })
}

/** Whether a definition refers to itself, also by way of others. */
function isRecursive(definitions: JsonObject): boolean {
  const finished = new Set<string>()
  const open = new Set<string>()
  const leadsBack = (name: string): boolean => {
    if (open.has(name)) return true
    if (finished.has(name)) return false
    open.add(name)
    const found = referencesIn(definitions[name]).some(leadsBack)
    open.delete(name)
    finished.add(name)
    return found
  }
  return Object.keys(definitions).some(leadsBack)
}

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (!isRecord(value)) return []
  const name = REFERENCE.exec(textOf(value.$ref))?.[1]
  return [...(name === undefined ? [] : [name]), ...Object.values(value).flatMap(referencesIn)]
}
