import { expect, test } from 'bun:test'
import { MAX_QUOTA, QUOTA_PRESETS } from '#contract/quota.ts'
import { presetQuota, typedAmounts } from './typed-amounts.ts'

const dollars = { quota_per_unit: 500_000, display_in_currency: true }
const yuan = { ...dollars, display_currency: 'CNY', display_rate: 7.3 } as const
const units = { ...yuan, display_in_currency: false }

test('an amount that is shown and typed again is the same quota', () => {
  for (const display of [dollars, yuan, units, { ...yuan, display_currency: 'EUR', display_rate: 0.9237 } as const]) {
    const { show, read } = typedAmounts(display)
    for (const quota of [0, 1, 2, 3, 100_000, 123_457, 342_466, 999_999_999, MAX_QUOTA]) {
      expect(read(show(quota))).toBe(quota)
      expect(read(Number(String(show(quota))))).toBe(quota)
    }
  }
})

test('an amount that is typed is shown as it was typed', () => {
  const { show, read } = typedAmounts(yuan)
  for (const amount of [0, 0.01, 5, 7.3, 19.99, 1000]) expect(show(read(amount))).toBe(amount)
})

test('invalid input stays invalid', () => {
  const { show, read } = typedAmounts(yuan)
  expect([read(Number.NaN), show(Number.NaN)]).toEqual([Number.NaN, Number.NaN])
})

test('presets are amounts of the display currency', () => {
  expect(QUOTA_PRESETS.map((amount) => presetQuota(amount, dollars))).toEqual([
    500_000, 5_000_000, 25_000_000, 50_000_000, 250_000_000, 500_000_000,
  ])
  expect(presetQuota(10, yuan)).toBe(684_932)
  expect(presetQuota(10, units)).toBe(5_000_000)
})
