import { expect, test } from 'bun:test'
import { tokenCount } from './card-words.ts'

test.each([
  [512, '512'],
  [4096, '4K'],
  [8191, '8.19K'],
  [16_385, '16K'],
  [128_000, '128K'],
  [131_072, '128K'],
  [200_000, '200K'],
  [1_000_000, '1M'],
  [1_048_576, '1.05M'],
])('%d tokens are %s', (tokens, text) => {
  expect(tokenCount(tokens)).toBe(text)
})
