import { expect, test } from 'bun:test'
import { tokenCount } from './card-words.ts'

test.each([
  [512, '512'],
  [4096, '4K'],
  [1500, '1.5K'],
  [8191, '8K'],
  [8192, '8K'],
  [16_385, '16K'],
  [128_000, '128K'],
  [131_072, '128K'],
  [102_400, '100K'],
  [200_000, '200K'],
  [400_000, '400K'],
  [1_000_000, '1M'],
  [1_047_576, '1M'],
  [1_048_576, '1M'],
  [1_050_000, '1.05M'],
  [2_097_152, '2M'],
  [10_000_000, '10M'],
])('%d tokens are %s', (tokens, text) => {
  expect(tokenCount(tokens)).toBe(text)
})
