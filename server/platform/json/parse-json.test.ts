import { expect, test } from 'bun:test'
import { isTooDeep, MAX_JSON_DEPTH } from '#contract/json-depth.ts'
import { parseJson } from './parse-json.ts'

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test.each([lists, objects])('JSON may be so deep, and no deeper', (nested) => {
  const most = nested(MAX_JSON_DEPTH)
  expect(JSON.stringify(parseJson(most))).toBe(most)
  for (const depth of [MAX_JSON_DEPTH + 1, 100_000]) {
    expect(() => parseJson(nested(depth))).toThrow(SyntaxError)
  }
  expect(isTooDeep(nested(100_000).slice(0, -100_000))).toBe(true)
})

test('brackets in strings, and beside each other, are no depth', () => {
  const texts = [
    JSON.stringify('[{'.repeat(2000)),
    JSON.stringify(`"\\${'[\\"{'.repeat(2000)}`),
    `[${'[],{},'.repeat(2000)}0]`,
  ]
  for (const text of texts) expect(JSON.stringify(parseJson(text))).toBe(text)
})

test('what is not JSON is a SyntaxError', () => {
  for (const text of ['', '{', `"${'['.repeat(5000)}`]) expect(() => parseJson(text)).toThrow(SyntaxError)
})
