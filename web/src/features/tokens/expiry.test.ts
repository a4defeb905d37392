import { expect, test } from 'bun:test'
import { daysUntil, expiryOf, urgency } from './expiry.ts'

const NOW = 1_800_000_000
const DAY = 86_400

test('presets count from now; a month is 30 days; never is -1', () => {
  expect(expiryOf('never', NOW)).toBe(-1)
  expect(expiryOf('hour', NOW) - NOW).toBe(3600)
  expect(expiryOf('day', NOW) - NOW).toBe(DAY)
  expect(expiryOf('month', NOW) - NOW).toBe(30 * DAY)
})

test('the last week is soon, afterwards it is past, never is neither', () => {
  expect(urgency(-1, NOW)).toBe('none')
  expect(urgency(NOW + 7 * DAY, NOW)).toBe('none')
  expect(urgency(NOW + 7 * DAY - 1, NOW)).toBe('soon')
  expect(urgency(NOW, NOW)).toBe('past')
})

test('days are whole and rounded', () => {
  expect(daysUntil(NOW + 30 * DAY - 5, NOW)).toBe(30)
  expect(daysUntil(NOW + 1.4 * DAY, NOW)).toBe(1)
  expect(daysUntil(NOW - 3 * DAY + 1, NOW)).toBe(-3)
})
