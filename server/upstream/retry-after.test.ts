import { expect, test } from 'bun:test'
import { retryAfterMs } from './retry-after.ts'

const NOW = Date.UTC(2026, 10, 26, 12)

test.each([
  ['7', 7000],
  ['0.5', 500],
  ['Thu, 26 Nov 2026 12:01:00 GMT', 60_000],
  ['Thu, 26 Nov 2026 11:59:00 GMT', undefined],
  ['0', undefined],
  ['-3', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
] as const)('%j asks to wait %j ms', (text, ms) => {
  expect(retryAfterMs(text, NOW)).toBe(ms)
})
