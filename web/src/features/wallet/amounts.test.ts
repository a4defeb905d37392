import { expect, test } from 'bun:test'
import { amountProblem, leastAmount, namedAmount, usualAmounts, worthOfAmount } from './amounts.ts'

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

test('in another display currency, whole amounts of it are bought', () => {
  const yuan = { ...dollars, display_currency: 'CNY', display_rate: 7.3 } as const
  expect(worthOfAmount(10, yuan)).toBe(684_932)
  expect(leastAmount({ ...yuan, min_topup: 10 })).toBe(73)
  expect(usualAmounts(yuan)).toEqual([8, 10, 20, 50, 100, 200])
  expect(amountProblem(7, yuan)).toBe('low')
  expect(amountProblem(14_600_000_000, yuan)).toBeNull()
  expect(amountProblem(14_600_000_001, yuan)).toBe('high')
  expect(usualAmounts({ ...yuan, display_in_currency: false, min_topup: 100 })).toEqual([50_000_000])
})

test('the server is told the currency, but for dollars and units', () => {
  const yuan = { ...dollars, display_currency: 'CNY', display_rate: 7.3 } as const
  expect(namedAmount(10, yuan)).toEqual({ amount: 10, currency: 'CNY' })
  expect(namedAmount(10, { ...yuan, display_in_currency: false })).toEqual({ amount: 10 })
  expect(namedAmount(10, dollars)).toEqual({ amount: 10 })
})
