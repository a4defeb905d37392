import { expect, test } from 'bun:test'
import { jsonArguments } from './tool-ids.ts'

test.each([
  ['{"a":1}', '{"a":1}'],
  [{ a: 1 }, '{"a":1}'],
  ['', '{}'],
  [undefined, '{}'],
  [null, '{}'],
  ['Paris', '{"input":"Paris"}'],
])('%j is given to callers as %s', (written, text) => {
  expect(jsonArguments(written)).toBe(text)
})
