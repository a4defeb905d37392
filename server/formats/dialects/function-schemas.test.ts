import { describe, expect, test } from 'bun:test'
import { type UpstreamFormat, upstreamDialects } from './all.ts'
import { anthropic } from './anthropic/dialect.ts'
import type { JsonObject } from './conversation.ts'
import { isStrictSchema } from './function-schemas.ts'
import { readChat } from './read-chat.ts'
import { writeChat } from './write-chat.ts'

const written = (tool: JsonObject, upstream: UpstreamFormat, omit?: (name: string) => void) => {
  const messages = [{ role: 'user', content: 'a' }]
  const read = readChat(anthropic, { model: 'm', max_tokens: 9, messages, tools: [{ name: 'f', ...tool }] }, false)
  return JSON.stringify({ ...writeChat(read, upstreamDialects[upstream], 'm', omit ? { omit } : {}) })
}

test.each([{}, { type: 'object' }, { type: 'object', properties: null }, { type: ['object', 'null'] }])(
  'arguments without properties are an object with none: %p',
  (input_schema) => {
    for (const upstream of ['openai', 'responses', 'cohere', 'anthropic'] as const)
      expect(written({ input_schema }, upstream)).toContain('"type":"object","properties":{}')
  },
)

describe('a strict tool', () => {
  const part = { type: 'string' }
  const whole = { type: 'object', properties: { a: part }, required: ['a'], additionalProperties: false }
  const optional = { ...whole, required: [] }

  test('stays one where its schema allows it', () => {
    expect(written({ strict: true, input_schema: whole }, 'openai')).toContain('"strict":true')
    expect(written({ strict: true, input_schema: whole }, 'responses')).toContain('"strict":true')
  })

  test('with an optional property is none, and the log says so', () => {
    const omitted: string[] = []
    expect(written({ strict: true, input_schema: optional }, 'openai', (name) => omitted.push(name))).not.toContain(
      'strict',
    )
    expect(written({ strict: true, input_schema: optional }, 'responses', (name) => omitted.push(name))).toContain(
      '"strict":false',
    )
    expect(omitted).toEqual(['tools[0].strict', 'tools[0].strict'])
  })

  test('is judged by all its parts', () => {
    expect(isStrictSchema({ ...whole, properties: { a: { type: 'array', items: optional } } })).toBe(false)
    expect(isStrictSchema({ ...whole, properties: { a: { anyOf: [optional, part] } } })).toBe(false)
    expect(isStrictSchema({ ...whole, $defs: { x: optional } })).toBe(false)
    expect(isStrictSchema({ ...whole, properties: { a: { anyOf: [whole, part] } } })).toBe(true)
  })
})

describe('a schema is written in words that every vendor takes', () => {
  const properties = (given: JsonObject) =>
    JSON.parse(written({ input_schema: { type: 'object', properties: given } }, 'openai')).tools[0].function.parameters
      .properties

  test.each<[JsonObject, unknown]>([
    [{ type: 'STRING' }, { type: 'string' }],
    [{ type: 'int' }, { type: 'integer' }],
    [{ type: ['String', 'null'] }, { type: ['string', 'null'] }],
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [{ type: 'whatever', description: 'd' }, { description: 'd' }],
    [{ type: 'array' }, { type: 'array', items: {} }],
    [
      { type: 'array', items: true },
      { type: 'array', items: {} },
    ],
    [
      { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
    ],
    [
      { type: 'number', minimum: 1, exclusiveMinimum: true },
      { type: 'number', minimum: 1, exclusiveMinimum: 1 },
    ],
    [
      { type: 'object', required: null, properties: { type: { type: 'OBJECT' } } },
      { type: 'object', properties: { type: { type: 'object' } } },
    ],
    [
      { enum: ['STRING'], default: { type: 'STRING' } },
      { enum: ['STRING'], default: { type: 'STRING' } },
    ],
    [{ const: 1 }, { const: 1 }],
  ])('%j', (given, expected) => {
    expect(properties({ a: given }).a).toEqual(expected)
  })

  test('also where it is true, or nothing', () => {
    expect(properties({ a: true, b: null } as unknown as JsonObject)).toEqual({ a: {}, b: {} })
  })

  const a = { a: { type: 'string' } }
  test.each<[string, JsonObject, JsonObject]>([
    [
      'a reference',
      { $ref: '#/$defs/x', $defs: { x: { properties: a, required: ['a'] } } },
      { properties: a, required: ['a'] },
    ],
    [
      'a reference to itself',
      { $ref: '#/$defs/x', $defs: { x: { $ref: '#/$defs/x', properties: a } } },
      { properties: a },
    ],
    [
      'alternatives',
      {
        anyOf: [
          { properties: a, required: ['a', 'b'] },
          { properties: { b: {} }, required: ['b'] },
        ],
      },
      { properties: { ...a, b: {} }, required: ['b'] },
    ],
    [
      'parts',
      { allOf: [{ properties: a, required: ['a'] }, { properties: { b: {} } }] },
      { properties: { ...a, b: {} }, required: ['a'] },
    ],
  ])('%s at the top become an object', (_, input_schema, expected) => {
    const { $defs: _defs, ...schema } = JSON.parse(written({ input_schema }, 'openai')).tools[0].function.parameters
    expect(schema).toEqual({ type: 'object', ...expected })
    expect(written({ input_schema }, 'gemini')).toContain('"a":{"type":"string"}')
  })
})
