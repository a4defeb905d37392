import { expect, test } from 'bun:test'
import { fromSmallestUnits, priceStep, toSmallestUnits } from './currencies.ts'

test.each([
  ['USD', 1234, 1234],
  ['JPY', 150_000, 1500],
  ['KRW', 100, 1],
  ['KWD', 1234, 12_340],
  ['ISK', 150_000, 150_000],
] as const)('hundredths of %s and back', (currency, cents, smallest) => {
  expect(toSmallestUnits(cents, currency)).toBe(smallest)
  expect(fromSmallestUnits(smallest, currency)).toBe(cents)
  expect(cents % priceStep(currency)).toBe(0)
})
