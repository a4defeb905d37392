import { expect, test } from 'bun:test'
import { findJsonProblem } from './json-check.ts'

test.each(['{}', '[]', ' {"a": [1, -2.5e3, true, null, "x\\n\\u00e9"]} ', '"text"', '0', '{"a":{"b":[{}]}}'])(
  'accepts %p, as JSON.parse does',
  (text) => {
    JSON.parse(text)
    expect(findJsonProblem(text)).toBeNull()
  },
)

test.each([
  ['{\n  "a": 1,\n  "b": }', 3],
  ['{\n  "a": 1\n  "b": 2\n}', 3],
  ['{\n  a: 1\n}', 2],
  ['{\n  "a": 1,\n}', 3],
  ['[1,\n01]', 2],
  ['{"a": "line\nbreak"}', 1],
  ['{"a": 1}\n}', 2],
  ['', 1],
  ['{"a": tru', 1],
])('points at the line where %p goes wrong', (text, line) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(findJsonProblem(text)?.line).toBe(line)
})

test('the offset is that of the wrong character', () => {
  expect(findJsonProblem('{"a": 1 "b": 2}')?.offset).toBe(8)
})

test('very deep nesting is refused instead of overflowing the stack', () => {
  expect(findJsonProblem('['.repeat(100_000))).toEqual({ offset: 501, line: 1 })
})
