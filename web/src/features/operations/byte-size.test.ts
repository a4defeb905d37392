import { expect, test } from 'bun:test'
import { byteSize } from './byte-size.ts'

test.each([
  [0, '0 B'],
  [812, '812 B'],
  [1536, '1.5 KB'],
  [64 * 1024 * 1024, '64 MB'],
  [3.25 * 1024 ** 4, '3.3 TB'],
])('%d is %s', (bytes, text) => {
  expect(byteSize(bytes)).toBe(text)
})
