import { expect, test } from 'bun:test'
import { momentOf, toType } from './log-ages.ts'

test('an age is a moment to the minute', () => {
  expect(momentOf('week', 1_700_000_059)).toBe(1_700_000_040 - 7 * 86_400)
  expect(momentOf('week', 1_700_000_059) % 60).toBe(0)
})

test('above 100,000 rows their number must be typed', () => {
  expect(toType(100_000)).toBeUndefined()
  expect(toType(100_001)).toBe('100001')
})
