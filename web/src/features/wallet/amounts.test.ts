import { expect, test } from 'bun:test'
import { amountProblem, leastAmount, usualAmounts, worthOfAmount } from './amounts.ts'

const dollars = { quota_per_unit: 500_000, display_in_currency: true, min_topup: 1 }
const units = { ...dollars, display_in_currency: false }

test('amounts are dollars, or quota units where no currency is shown', () => {
  expect(worthOfAmount(2, dollars)).toBe(1_000_000)
  expect(worthOfAmount(2, units)).toBe(2)
  expect(leastAmount({ ...dollars, min_topup: 3 })).toBe(3)
  expect(leastAmount({ ...units, min_topup: 3 })).toBe(1_500_000)
})

test('the usual amounts begin with the least one', () => {
  expect(usualAmounts(dollars)).toEqual([1, 5, 10, 20, 50, 100])
  expect(usualAmounts({ ...dollars, min_topup: 8 })).toEqual([8, 10, 20, 50, 100])
  expect(usualAmounts({ ...units, min_topup: 100 })).toEqual([50_000_000])
})

test('what is wrong with an amount', () => {
  expect(amountProblem(null, dollars)).toBe('missing')
  expect(amountProblem(1.5, dollars)).toBe('whole')
  expect(amountProblem(4, { ...dollars, min_topup: 5 })).toBe('low')
  expect(amountProblem(2_000_000_001, dollars)).toBe('high')
  expect(amountProblem(2_000_000_000, dollars)).toBeNull()
  expect(amountProblem(499_999, units)).toBe('low')
})
