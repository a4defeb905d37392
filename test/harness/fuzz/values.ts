import type { Dice } from './dice.ts'

/** The part of JSON Schema that the contract's schemas come out as. */
export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  maxLength?: number
}

const HOSTILE_TEXTS = [
  '',
  ' ',
  'null',
  'undefined',
  "' OR 1=1 --",
  '"; DROP TABLE users; --',
  '%',
  '_%_\\',
  '\\',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b🤖',
  '敏感'.repeat(100),
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  '{"a":[1,{"b":null}]}',
  '[]',
  '1e309',
  '-1',
  '0x10',
  '9223372036854775808',
  'x'.repeat(5000),
  'root',
  'gpt-4o',
  'default',
  'http://127.0.0.1:1/',
  '=1+1',
  '2026-02-30',
]
const HOSTILE_NUMBERS = [0, -1, 1, 2, 0.5, -0.0, 1e9, 2 ** 31, 2 ** 32 + 1, 2 ** 53, -(2 ** 53), 1e18, 1e300, 1e-7]
const WRONG: readonly unknown[] = [null, true, [], {}, [[]], { id: 1 }, -1, 'text', [null], { length: 3 }]

/** A value that a schema may or may not accept: mostly of its shape, with hostile contents. */
export function valueFor(schema: Schema, dice: Dice): unknown {
  if (dice.roll(12) === 0) return dice.pick(WRONG)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return dice.pick(schema.enum)
  if (schema.anyOf) return valueFor(dice.pick(schema.anyOf), dice)
  const type = Array.isArray(schema.type) ? dice.pick(schema.type) : schema.type
  switch (type) {
    case 'string':
      return textFor(schema, dice)
    case 'integer':
    case 'number':
      return numberFor(schema, dice)
    case 'boolean':
      return dice.roll(2) === 0
    case 'array':
      return Array.from({ length: dice.roll(4) }, () => valueFor(schema.items ?? {}, dice))
    case 'object':
      return objectFor(schema, dice)
    case 'null':
      return null
    default:
      return dice.pick([...WRONG, ...HOSTILE_TEXTS])
  }
}

function textFor({ maxLength = 64 }: Schema, dice: Dice): string {
  const plain = `text-${dice.roll(1000)}`
  return dice.roll(3) === 0 ? plain.slice(0, maxLength) : dice.pick(HOSTILE_TEXTS)
}

function numberFor({ minimum, exclusiveMinimum, maximum }: Schema, dice: Dice): number {
  const edges = [minimum, maximum, exclusiveMinimum].filter((edge): edge is number => edge !== undefined)
  return dice.roll(2) === 0
    ? dice.roll(10)
    : dice.pick([...HOSTILE_NUMBERS, ...edges, ...edges.map((edge) => edge + 1)])
}

function objectFor({ properties = {}, required = [], additionalProperties }: Schema, dice: Dice): object {
  const wanted = Object.entries(properties).filter(([name]) => dice.roll(required.includes(name) ? 10 : 2) !== 0)
  const entries = wanted.map(([name, property]): [string, unknown] => [name, valueFor(property, dice)])
  if (additionalProperties) {
    const extra = additionalProperties === true ? {} : additionalProperties
    entries.push([dice.pick(HOSTILE_TEXTS), valueFor(extra, dice)])
  }
  return Object.fromEntries(entries)
}
