import { describe, expect, test } from 'bun:test'
import { MAX_QUOTA } from '../quota.ts'
import {
  type AmountScale,
  amountText,
  DISPLAY_CURRENCIES,
  type DisplayCurrency,
  displayScale,
  exactAmount,
  quotaOfAmount,
} from './display-currency.ts'

const USD: AmountScale = { quotaPerUsd: 500_000, rate: 1 }
const CNY: AmountScale = { quotaPerUsd: 500_000, rate: 7.3 }
const SCALES: AmountScale[] = [
  USD,
  CNY,
  { quotaPerUsd: 500_000, rate: 0.92 },
  { quotaPerUsd: 500_000, rate: 7.123456 },
  { quotaPerUsd: 333_333, rate: 0.8765 },
  { quotaPerUsd: 1, rate: 7.3 },
  { quotaPerUsd: 1_000_000_000, rate: 0.0001 },
  { quotaPerUsd: 1_000_000_000, rate: 7.3 },
  { quotaPerUsd: 500_000, rate: 1_000_000 },
]

/** Numbers of every size, the same in each run. */
function* quotas(count: number): Generator<number> {
  yield* [0, 1, -1, 2, 7, 500_000, -500_000, 123_457, MAX_QUOTA, MAX_QUOTA - 1, -MAX_QUOTA]
  let seed = 20261126
  for (let made = 0; made < count; made++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    yield Math.floor(10 ** ((seed / 2_147_483_648) * 15)) * (made % 3 === 0 ? -1 : 1)
  }
}

test('amounts are exact quotients, rounded half away from zero', () => {
  expect(amountText(500_000, CNY, 2)).toBe('7.30')
  expect(amountText(1, CNY, 6)).toBe('0.000015')
  expect(amountText(502_500, USD, 2)).toBe('1.01')
  expect(amountText(-502_500, USD, 2)).toBe('-1.01')
  expect(amountText(-1, USD, 2)).toBe('0.00')
  expect(amountText(MAX_QUOTA, CNY, 2)).toBe('14600000000.00')
  expect(amountText(0.25, { quotaPerUsd: 1, rate: 1 }, 1)).toBe('0.3')
})

test('typed amounts become the nearest quota units', () => {
  expect(quotaOfAmount(7.3, CNY)).toBe(500_000)
  expect(quotaOfAmount(5, CNY)).toBe(342_466)
  expect(quotaOfAmount(-5, CNY)).toBe(-342_466)
  expect(Object.is(quotaOfAmount(-0.000001, CNY), 0)).toBe(true)
  expect(quotaOfAmount(14_600_000_000, CNY)).toBe(MAX_QUOTA)
})

test('an amount that was typed is shown as it was typed', () => {
  for (const amount of [5, 0.01, 19.99, 100, 0.5, 12_345.67]) {
    expect(exactAmount(quotaOfAmount(amount, CNY), CNY)).toBe(amount)
    expect(exactAmount(quotaOfAmount(amount, USD), USD)).toBe(amount)
  }
})

test('cents are shown even where a unit is worth more than they are', () => {
  expect(exactAmount(1, { quotaPerUsd: 1, rate: 7.3 })).toBe(7.3)
})

test('each currency has its own rate, and a dollar is a dollar', () => {
  const options = { QuotaPerUnit: 500_000, DisplayRateCNY: 7.3, DisplayRateEUR: 0.92 }
  const rateOf = (DisplayCurrency: DisplayCurrency) => displayScale({ ...options, DisplayCurrency }).rate
  expect(DISPLAY_CURRENCIES.map(rateOf)).toEqual([1, 7.3, 0.92])
})

describe.each(SCALES)('with $quotaPerUsd units of a dollar, at $rate', (scale) => {
  test('the amount in an input reads back as the same units', () => {
    for (const quota of quotas(300)) expect(quotaOfAmount(exactAmount(quota, scale), scale)).toBe(quota)
  })

  test('shown amounts differ from the exact quotient by half of the last digit at most', () => {
    const [per, rate] = [BigInt(scale.quotaPerUsd), BigInt(Math.round(scale.rate * 1e6))]
    for (const quota of quotas(200)) {
      for (const digits of [0, 2, 6]) {
        const shown = BigInt(amountText(quota, scale, digits).replace('.', ''))
        // 2 × |shown − quota × rate × 10^digits / per| ≤ 1, in whole numbers.
        const apart = 2n * (shown * per * 1_000_000n - BigInt(quota) * rate * 10n ** BigInt(digits))
        expect((apart < 0n ? -apart : apart) <= per * 1_000_000n).toBe(true)
      }
    }
  })
})
