import { describe, expect, test } from 'bun:test'
import { seeded } from '#test/harness/seeded.ts'
import { type Fields, fieldValue, scanFields, scanFieldsInSteps } from './scan-fields.ts'

const read = (text: string, name: string) => {
  const bytes = Buffer.from(text)
  return fieldValue(bytes, scanFields(bytes), name)
}

describe('reading a field', () => {
  test('gives the last of repeated ones, as JSON parsers do', () => expect(read('{"a":1,"a":[2]}', 'a')).toEqual([2]))
  test('gives falsy values as they are', () => {
    expect(['a', 'b', 'c', 'd'].map((name) => read('{"a":0,"b":false,"c":null,"d":""}', name))).toEqual([
      0,
      false,
      null,
      '',
    ])
  })
  test('knows the top level alone', () => expect(read('{"x":{"a":1}}', 'a')).toBeUndefined())
  test('is not confused by names that objects have by themselves', () =>
    expect(read('{"constructor":1}', '__proto__')).toBeUndefined())
})

test.each([
  '',
  '   ',
  'null',
  '[]',
  '"x"',
  '{',
  '{"a"',
  '{"a":',
  '{"a":1',
  '{"a":1,',
  '{"a":1,}',
  '{,}',
  '{"a" 1}',
  '{a:1}',
  "{'a':1}",
  '{"a":"x}',
  '{"a":"x\\"}',
  '{"a":[1,2}',
  '{"a":{"b":1}',
  '{"a":tru}',
  '{"a":01}',
  '{"a":+1}',
  '{"a":1 2}',
  '{"a":1}}',
  '{"a":1} x',
  '{"a":1}{"b":2}',
  '{"a":\u00011}',
  '\ufeff{"a":1}',
  '{"a\\x":1}',
])('%j is no JSON object', (text) => {
  expect(() => scanFields(Buffer.from(text))).toThrow(SyntaxError)
})

const SIGNS = ['0', '1', '9', '.', '-', '+', 'e', 'E', 'true', 'false', 'null', 'n', 'x', '00', '12']

test('scalars are those of JSON, exactly', () => {
  const pairs = SIGNS.flatMap((one) => SIGNS.map((other) => one + other))
  const triples = pairs.flatMap((pair) => SIGNS.map((sign) => pair + sign))
  for (const scalar of [...SIGNS, ...pairs, ...triples, '1.5e-7', '-12.25', '1.', '0.00', '1e5.']) {
    const text = `{"model":${scalar},"b":2}`
    expect([scalar, attempt(() => read(text, 'model'))]).toEqual([scalar, attempt(() => JSON.parse(text).model)])
  }
})

test('strings end where they end, however long they are and whatever is escaped in them', () => {
  for (let length = 50; length < 140; length++) {
    for (const tail of ['', '\\', '"', '\\"', '\\\\', '"\\', '\\\\"', '\n']) {
      const value = { model: 'a'.repeat(length) + tail, b: 1 }
      const text = JSON.stringify(value)
      expect([read(text, 'model'), read(text, 'b')]).toEqual([value.model, 1])
    }
  }
})

test('a string with quotes and backslashes at any distance ends where it ends', () => {
  for (let distance = 0; distance < 140; distance++) {
    for (const sign of ['"', '\\', '"\\', '\\"', '\\\\"']) {
      const value = { model: `${sign}${'a'.repeat(distance)}`.repeat(5) + 'b'.repeat(distance), b: 1 }
      const text = JSON.stringify(value)
      expect([read(text, 'model'), read(text, 'b')]).toEqual([value.model, 1])
      expect(() => scanFields(Buffer.from(text.slice(0, -8)))).toThrow('unterminated string')
    }
  }
})

test('fields of large bodies are those that a parser finds, whatever is in their texts', () => {
  const random = seeded(7)
  const parts = [
    '"',
    '\\',
    '\n',
    'a',
    '\u2022',
    '中文',
    '😀',
    '\u0001',
    '\ud800',
    '{',
    ']',
    ',',
    ':',
    ' text ',
    'x'.repeat(70),
  ]
  const textOf = (length: number) => Array.from({ length }, () => parts[random(parts.length)]).join('')
  const randomValue = (depth: number): unknown => {
    if (depth === 0 || random(3) === 0) return random(4) === 0 ? random(1000) : textOf(random(30))
    const inside = Array.from({ length: random(6) }, () => randomValue(depth - 1))
    return random(2) ? inside : Object.fromEntries(inside.map((value) => [textOf(random(3)), value]))
  }
  for (let round = 0; round < 300; round++) {
    const value = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`f${at}`, randomValue(4)]))
    const text = JSON.stringify(value, null, random(2))
    // At any place of the memory.
    const bytes = Buffer.from('x'.repeat(random(4)) + text)
    const own = bytes.subarray(bytes.length - Buffer.byteLength(text))
    const fields = scanFields(own)
    const found = Object.fromEntries([...fields.spans.keys()].map((name) => [name, fieldValue(own, fields, name)]))
    expect(found).toEqual(JSON.parse(own.toString()))
    expect(() => scanFields(own.subarray(0, own.lastIndexOf('}')))).toThrow(SyntaxError)
  }
})

describe('a large body that is scanned in steps', () => {
  const scanSlowly = (bytes: Buffer) => {
    const steps = scanFieldsInSteps(bytes)
    let rests = 0
    for (;;) {
      const { done, value } = steps.next()
      if (done) return { fields: value, rests }
      rests += 1
    }
  }
  const positions = ({ spans, repeated, open }: Fields) => ({ spans: [...spans], repeated, open })

  test.each([
    ['a text of letters and quotes', 'say "hello" again, '.repeat(20_000)],
    ['a text of quotes', '"'.repeat(150_000)],
    ['a text of quotes behind backslashes', '\\"'.repeat(80_000)],
    ['texts in objects', Array.from({ length: 20_000 }, (_, at) => ({ role: 'user', content: `${at} "]}\\` }))],
    ['arrays in arrays', Array.from({ length: 30_000 }, () => [[1], {}, '"'])],
  ])('has the same fields when it is %s, and rests in between', (_what, value) => {
    for (let shift = 0; shift < 4; shift++) {
      const bytes = Buffer.from(
        JSON.stringify({ ['x'.repeat(shift)]: 1, value, other: [value], value2: 'end', n: -1.5 }),
      )
      const { fields, rests } = scanSlowly(bytes)
      expect(positions(fields)).toEqual(positions(scanFields(bytes)))
      expect(rests).toBeGreaterThanOrEqual(Math.floor(bytes.length / 200_000))
      expect(() => scanSlowly(bytes.subarray(0, bytes.length - 20 - shift))).toThrow(SyntaxError)
    }
  })

  test('is small, empty or broken like any other', () => {
    for (const text of ['{}', '{"a":1}', '{"a":"x","a":[]}', '{"a":', '{"a":"', '{"a":[', '[]', '', '{"a":1}x']) {
      const bytes = Buffer.from(text)
      const read = (scan: () => Fields) => attempt(() => positions(scan()))
      expect(read(() => scanSlowly(bytes).fields)).toEqual(read(() => scanFields(bytes)))
    }
  })
})

test('a body that is made of fields is given up early: each costs many times its bytes', () => {
  const bodyOf = (names: string[]) => Buffer.from(`{${names.map((name) => `"${name}":1`).join(',')}}`)
  const names = (count: number) => Array.from({ length: count }, (_, i) => `k${i}`)
  expect(scanFields(bodyOf(names(1000))).spans.size).toBe(1000)
  expect(() => scanFields(bodyOf(names(1001)))).toThrow('more than 1000 fields')
  expect(() => scanFields(bodyOf(names(1001).map(() => 'same')))).toThrow('more than 1000 fields')
})

function attempt(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return (error as Error).name
  }
}
