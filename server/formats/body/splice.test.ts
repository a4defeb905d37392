import { describe, expect, test } from 'bun:test'
import { scanFields } from './scan-fields.ts'
import { editFields } from './splice.ts'

const splice = (text: string, values: Record<string, string>) => {
  const bytes = Buffer.from(text)
  return editFields({ bytes, fields: scanFields(bytes) }, values).toString('utf8')
}
const drop = (text: string, name: string) => {
  const bytes = Buffer.from(text)
  return editFields({ bytes, fields: scanFields(bytes) }, { [name]: undefined }).toString('utf8')
}

describe('splicing', () => {
  test('changes the value and no other byte', () => {
    const before =
      ' {\t"temperature" : 0,\r\n "model":"a" , "unknown":{"b":[0,null,-0.0,1e2]}, "text":"\\u00e9 \\"}{" }\n'
    expect(splice(before, { model: '"z"' })).toBe(before.replace('"a"', '"z"'))
  })

  test.each([
    ['a string with braces, quotes and backslashes', '{"x":"}\\\\\\"{\\\\","model":"a"}'],
    ['nested objects with the same field', '{"x":{"model":"inner","y":[{"model":"deep"}]},"model":"a"}'],
    ['an escaped name of the field', '{"mod\\u0065l":"a"}'],
    ['text beyond ASCII', '{"é😀":"模型","model":"a"}'],
  ])('is not led astray by %s', (_, text) => {
    const result = splice(text, { model: '"z"' })
    expect(JSON.parse(result)).toEqual({ ...JSON.parse(text), model: 'z' })
    expect(result).toHaveLength(text.length)
  })

  test('sets every occurrence of a repeated field: parsers differ in which one they take', () => {
    expect(splice('{"model":"a","x":1,"model":"b"}', { model: '"z"' })).toBe('{"model":"z","x":1,"model":"z"}')
  })

  test('puts missing fields in front', () => {
    expect(splice('{ "a":1}', { b: '2' })).toBe('{"b":2, "a":1}')
    expect(JSON.parse(splice('{ }', { b: '2', c: '3' }))).toEqual({ b: 2, c: 3 })
  })

  test('leaves broken UTF-8 in other values as it came', () => {
    const bytes = Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xff, 0xc3]), Buffer.from('","model":"a"}')])
    const result = editFields({ bytes, fields: scanFields(bytes) }, { model: '"z"' })
    expect(result.equals(Buffer.from(bytes.toString('latin1').replace('"a"', '"z"'), 'latin1'))).toBe(true)
  })

  test('of random objects equals an assignment', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const random = randomizer(seed)
      const object = randomObject(random, 3)
      const text = JSON.stringify(object, null, Math.floor(random() * 3))
      const values = { model: '"new"', stream_options: '{"include_usage":true}' }
      const expected = { ...object, model: 'new', stream_options: { include_usage: true } }
      expect(JSON.parse(splice(text, values))).toEqual(expected)
    }
  })
})

describe('dropping a field', () => {
  test.each([
    ['{"group":"vip","model":"a"}', '{"model":"a"}'],
    ['{"model":"a", "group" : "vip" , "x":1}', '{"model":"a", "x":1}'],
    ['{"model":"a", "group":{"x":[1]}}', '{"model":"a"}'],
    ['{ "group":"vip" }', '{  }'],
    ['{"group":1,"a":2,"group":3}', '{"a":2}'],
    ['{"model":"a"}', '{"model":"a"}'],
  ])('%s', (before, after) => expect(drop(before, 'group')).toBe(after))
})

describe('edits', () => {
  const edit = (text: string, values: Record<string, string | undefined>) => {
    const bytes = Buffer.from(text)
    return editFields({ bytes, fields: scanFields(bytes) }, values).toString('utf8')
  }

  test.each([
    ['set and leave out at once', '{"a":1, "b":2,"c":3}', { a: '9', b: undefined, d: '0' }, '{"d":0,"a":9, "c":3}'],
    ['leave out several, the last one too', '{"a":1, "b":2,"c":3}', { b: undefined, c: undefined }, '{"a":1}'],
    ['leave out all', '{"a":1,"b":2}', { a: undefined, b: undefined }, '{}'],
    ['leave out all and set another', '{"a":1,"b":2}', { a: undefined, b: undefined, c: '3' }, '{"c":3}'],
    ['leave out the first and the last', '{"a":1, "b":2, "c":3}', { a: undefined, c: undefined }, '{"b":2}'],
    ['leave out what comes twice', '{"a":1,"b":2,"a":3}', { a: undefined, b: '4' }, '{"b":4}'],
  ])('%s', (_, before, values, after) => expect(edit(before, values)).toBe(after))

  test('that change nothing answer the same bytes', () => {
    const bytes = Buffer.from('{"a":1}')
    expect(editFields({ bytes, fields: scanFields(bytes) }, { b: undefined })).toBe(bytes)
  })
})

/** Returns a generator of numbers from 0 up to 1 that depends on the seed alone. */
function randomizer(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function randomObject(random: () => number, depth: number): Record<string, unknown> {
  const names = ['model', 'stream_options', 'é', 'a"b', 'c\\', '{', '', 'messages', '\n']
  const chosen = names.filter(() => random() < 0.4)
  return Object.fromEntries(chosen.map((name) => [name, randomValue(random, depth)]))
}

function randomValue(random: () => number, depth: number): unknown {
  const leaves = [0, -1.5e-7, null, true, '', '"}', '\\', '\\"', '{[,:]}', '😀\u2028', [], {}]
  if (depth === 0 || random() < 0.5) return leaves[Math.floor(random() * leaves.length)]
  if (random() < 0.5) return randomObject(random, depth - 1)
  return Array.from({ length: Math.floor(random() * 4) }, () => randomValue(random, depth - 1))
}
