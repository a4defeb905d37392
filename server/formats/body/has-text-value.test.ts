import { expect, test } from 'bun:test'
import { hasTextValue } from './has-text-value.ts'

test.each([
  ['{"role":"system"}', true],
  ['{"role" :\n "system"}', true],
  ['{"system":"x"}', false],
  ['{"system":"x","messages":[{"role":"system"}]}', true],
  ['["system"]', false],
])('a text is the value of a field in %s: %p', (json, isValue) => {
  expect(hasTextValue(Buffer.from(json), Buffer.from('"system"'))).toBe(isValue)
})
