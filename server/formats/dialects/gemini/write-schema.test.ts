import { expect, test } from 'bun:test'
import { openApiSchema } from './write-schema.ts'

test.each([
  [
    'what is not known',
    { $schema: 'x', type: 'string', examples: ['a'], default: 'a', pattern: 'a' },
    { type: 'string', pattern: 'a' },
  ],
  ['formats', { type: 'string', format: 'uuid' }, { type: 'string' }],
  ['formats that are known', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
  ['null among the types', { type: ['integer', 'null'], minimum: 1 }, { type: 'integer', minimum: 1, nullable: true }],
  ['several types', { type: ['string', 'number'] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
  ['one choice and null', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string', nullable: true }],
  [
    'several choices',
    { oneOf: [{ type: 'string' }, { const: 'x' }] },
    { anyOf: [{ type: 'string' }, { type: 'string', enum: ['x'] }] },
  ],
  ['values that are no texts', { type: 'integer', enum: [1, 2] }, { type: 'integer' }],
  ['lists', { type: 'array', items: { type: 'string', $comment: 'c' } }, { items: { type: 'string' }, type: 'array' }],
  [
    'parts of a whole',
    { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }] },
    { type: 'object', properties: { a: { type: 'string' } } },
  ],
  [
    'names that are required and not there',
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b'] },
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  ],
  [
    'references',
    { type: 'object', properties: { a: { $ref: '#/$defs/A', description: 'one' } }, $defs: { A: { type: 'string' } } },
    { type: 'object', properties: { a: { type: 'string', description: 'one' } } },
  ],
  [
    'references in circles',
    {
      $ref: '#/definitions/T',
      definitions: { T: { type: 'object', properties: { next: { $ref: '#/definitions/T' } } } },
    },
    { type: 'object', properties: { next: { type: 'object' } } },
  ],
])('%s', (_, schema, expected) => expect<object>(openApiSchema(schema)).toEqual(expected))

test('references that double with every step are refused, not written out', () => {
  const step = (next: number) => ({ $ref: `#/$defs/d${next}` })
  const doubling = Array.from({ length: 60 }, (_, at) => [
    `d${at}`,
    { properties: { a: step(at + 1), b: step(at + 1) } },
  ])
  const schema = { type: 'object', properties: { x: step(0) }, $defs: Object.fromEntries(doubling) }
  expect(() => openApiSchema(schema)).toThrow(expect.objectContaining({ name: 'Unwritable' }))
})

test('many parts of a whole are all written', () => {
  const names = Array.from({ length: 3000 }, (_, at) => `p${at}`)
  const allOf = names.map((name) => ({ properties: { [name]: { type: 'string' } }, required: [name] }))
  const { properties, required } = openApiSchema({ type: 'object', allOf })
  expect([Object.keys(properties as object), required]).toEqual([names, names])
})
