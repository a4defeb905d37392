import { describe, expect, test } from 'bun:test'
import { answerSchema } from './answer-schema.ts'

const text = { type: 'string' }
const closed = (properties: object, rest: object = {}) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...rest,
})

test('every object is closed, and a schema in the subset stays as it is', () => {
  const schema = closed({
    a: text,
    b: { type: 'array', items: closed({ c: { type: ['number', 'null'] } }), minItems: 1 },
  })
  expect(answerSchema(schema)).toEqual({ schema, described: [], optional: 3 })
  const open = { type: 'object', properties: { a: { properties: { b: text } } }, additionalProperties: true }
  expect(answerSchema(open)?.schema).toEqual(closed({ a: closed({ b: text }) }))
})

test('what is not enforced stands in the description', () => {
  const schema = closed({
    a: { type: 'string', description: 'a word', minLength: 2, pattern: '^x', format: 'regex' },
    b: { type: 'integer', minimum: 1, default: 3 },
    c: { type: 'array', items: text, minItems: 3 },
    d: { type: 'string', format: 'date' },
  })
  expect(answerSchema(schema)).toEqual({
    schema: closed({
      a: { type: 'string', description: 'a word\n\n{minLength: 2, pattern: "^x", format: "regex"}' },
      b: { type: 'integer', description: '{minimum: 1, default: 3}' },
      c: { type: 'array', items: text, description: '{minItems: 3}' },
      d: { type: 'string', format: 'date' },
    }),
    described: ['format', 'minItems', 'minLength', 'minimum', 'pattern'],
    optional: 4,
  })
})

test('choices become anyOf', () => {
  const choices = [{ const: 1 }, { type: 'null' }]
  expect(answerSchema(closed({ a: { oneOf: choices } }))?.schema).toEqual(closed({ a: { anyOf: choices } }))
  const nullable = { type: ['object', 'null'], properties: { b: text } }
  expect(answerSchema(closed({ a: nullable }))?.schema).toEqual(
    closed({ a: { anyOf: [closed({ b: text }), { type: 'null' }] } }),
  )
})

test('the parts of allOf are merged with the definitions that they refer to', () => {
  const $defs = { a: closed({ x: text }, { required: ['x'] }) }
  const parts = [{ $ref: '#/$defs/a' }, { properties: { y: text }, required: ['y'] }]
  expect(answerSchema(closed({ both: { allOf: parts, description: 'd' } }, { $defs }))?.schema).toEqual(
    closed({ both: closed({ x: text, y: text }, { required: ['x', 'y'], description: 'd' }) }, { $defs }),
  )
})

describe('a schema loses its meaning', () => {
  const reference = { $ref: '#/$defs/a' }
  test.each<[string, Record<string, unknown>]>([
    ['that refers to itself', { ...closed({ a: reference }), $defs: { a: closed({ next: reference }) } }],
    ['that refers to its root', closed({ a: { $ref: '#' } })],
    ['that refers to what is not there', closed({ a: reference })],
    ['that refers to another document', closed({ a: { $ref: 'https://x.example/schema' } })],
    ['of a map', closed({ a: { type: 'object', additionalProperties: text } })],
    ['of any object', { type: 'object' }],
    ['of any value', closed({ a: { description: 'anything' } })],
  ])('%s', (_, schema) => {
    expect(answerSchema(schema)).toBeUndefined()
  })
})

test('a small schema that stands for a very large one is not enforced', () => {
  const names = Array.from({ length: 30 }, (_, index) => `a${index}`)
  const next = (index: number) => ({ allOf: [{ $ref: `#/$defs/a${index + 1}` }] })
  const $defs = Object.fromEntries(
    names.map((name, index) => [name, index === 29 ? text : closed({ x: next(index), y: next(index) })]),
  )
  expect(answerSchema({ ...closed({ a: { $ref: '#/$defs/a0' } }), $defs })).toBeUndefined()
})
