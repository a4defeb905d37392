import { expect, test } from 'bun:test'
import { atOnce } from '../../platform/async/steps.ts'
import { concatInSteps } from './concat-in-steps.ts'
import { parseInSteps } from './parse-in-steps.ts'
import { writeInSteps } from './write-in-steps.ts'

const text = 'words, "quoted" \\ and\nlines, 中文 \u{1f600} '
const message = (index: number, length: number) => ({
  role: index % 2 ? 'user' : 'assistant',
  content: index % 3 ? text.repeat(length) : [{ type: 'text', text: text.repeat(length) }, null, 7, [], {}],
})
const messages = (count: number, length: number) => Array.from({ length: count }, (_, index) => message(index, length))
const BODIES = {
  'many short messages': { model: 'm', messages: messages(9000, 2), n: 1, stop: null, stream: true },
  'few long messages': { messages: messages(7, 4000), tools: [] },
  'one long text': { prompt: text.repeat(30_000) },
  'lists within lists': [[[[[[[[text.repeat(30_000)]]]]], messages(3000, 3)]]],
  'many numbers': { input: Array.from({ length: 150_000 }, (_, index) => index / 7) },
  'members of every kind': { a: true, b: [false, messages(4000, 3), -1.5e-7], c: {}, __proto__x: null, '': [''] },
}

test.each(Object.entries(BODIES))('%s are parsed and written as JSON does it', (_, body) => {
  for (const written of [JSON.stringify(body), JSON.stringify(body, null, 2)]) {
    const bytes = Buffer.from(written)
    const steps = parseInSteps(bytes)
    let rests = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) rests++
    expect(step.value).toEqual(JSON.parse(written))
    expect(JSON.stringify(step.value)).toBe(JSON.stringify(body))
    expect(rests).toBeGreaterThan(3)
  }
  expect(atOnce(writeInSteps(body)).toString('utf8')).toBe(JSON.stringify(body))
})

test('a repeated name and __proto__ are read as JSON.parse reads them', () => {
  const written = `{"a":1,"__proto__":{"x":1},"b":"${text.slice(0, 5).repeat(200_000)}","a":[2]}`
  const parsed = atOnce(parseInSteps(Buffer.from(written)))
  expect(JSON.stringify(parsed)).toBe(JSON.stringify(JSON.parse(written)))
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
})

test('what JSON leaves out is left out', () => {
  const value = { a: undefined, b: [undefined, () => 1, 'x'], c: { d: undefined }, e: Number.NaN, f: '\ud800' }
  expect(atOnce(writeInSteps(value)).toString('utf8')).toBe(JSON.stringify(value))
})

const long = JSON.stringify(messages(9000, 2))
test.each([
  `${long.slice(0, -1)},]`,
  `${long.slice(0, -1)}}`,
  `${long},`,
  long.slice(0, -1),
  long.slice(0, -20),
  `[${long} ${long}]`,
  `{"a":${long},}`,
  `{"a":${long}]`,
  `{"a" ${long}}`,
  `{a:${long}}`,
  `{"a":${long.replace('"role"', 'role')}}`,
  `[${long.slice(0, -3)}]`,
  `\ufeff${long}`,
])('what is no JSON is refused (%#)', (written) => {
  expect(() => JSON.parse(written)).toThrow(SyntaxError)
  expect(() => atOnce(parseInSteps(Buffer.from(written)))).toThrow(SyntaxError)
})

test('bytes are put together as Buffer.concat does it', () => {
  const sizes = [0, 1, 700_000, 0, 3, 524_288, 5, 1_300_000]
  const parts = sizes.map((size, index) => Buffer.alloc(size, `${index}abcdefghijk`))
  expect(atOnce(concatInSteps(parts)).equals(Buffer.concat(parts))).toBe(true)
  expect(atOnce(concatInSteps(parts.slice(0, 2))).equals(Buffer.concat(parts.slice(0, 2)))).toBe(true)
})
