import { describe, expect, test } from 'bun:test'
import type { PricingRow } from '#contract/api/pricing.ts'
import { costOf, NO_USAGE, ratesOf, tokensUsed } from '#contract/price.ts'
import { QUOTA_PER_USD } from '#contract/quota.ts'
import { formatRatio, formatUsd, shortRatio, usdOfCall, usdPerCall, usdPerMillion } from './prices.ts'

const byTokens = (model_ratio: number, completion_ratio: number): PricingRow => ({
  model_name: 'm',
  quota_type: 0,
  model_ratio,
  completion_ratio,
  model_price: 0,
  owner_by: '',
  vendor: '',
  enable_groups: [],
})
const perCall = (model_price: number): PricingRow => ({ ...byTokens(0, 0), quota_type: 1, model_price })

describe('prices are those of the ledger', () => {
  for (const [ratio, completion, group] of [
    [1.25, 4, 1],
    [0.075, 4, 0.8],
    [15, 5, 1.37],
    [0.1, 3, 0.3],
  ] as const) {
    test(`ratio ${ratio}, output ${completion}, group ${group}`, () => {
      const row = byTokens(ratio, completion)
      const rates = ratesOf({
        modelPrice: null,
        modelRatio: ratio,
        ratios: { ...NO_USAGE, output: completion },
        groupRatio: group,
        quotaPerUnit: QUOTA_PER_USD,
      })
      const usd = (input: number, output: number) => costOf(rates, tokensUsed(input, output)) / 1000 / QUOTA_PER_USD
      const { input, output } = usdPerMillion(row, group)
      expect(formatUsd(input)).toBe(formatUsd(usd(1_000_000, 0)))
      expect(formatUsd(output)).toBe(formatUsd(usd(0, 1_000_000)))
      expect(usdOfCall(row, group, QUOTA_PER_USD, { input: 1234, output: 567 })).toBe(usd(1234, 567))
    })
  }

  test('of a call, whatever its tokens', () => {
    const row = perCall(0.04)
    expect(usdPerCall(row, 0.5)).toBe(0.02)
    expect(usdOfCall(row, 0.5, QUOTA_PER_USD, { input: 1e6, output: 1e6 })).toBe(0.02)
  })
})

test.each([
  [2.5, '$2.50'],
  [0.000375, '$0.000375'],
  [1234.5, '$1,234.50'],
  [0, '$0.00'],
  [0.0000001, '<$0.000001'],
  [0.1 * 3, '$0.30'],
])('%d is shown as %s', (usd, text) => {
  expect(formatUsd(usd)).toBe(text)
})

test('ratios are shown without noise', () => {
  expect([0.1 * 3, 1, 12.5].map(formatRatio)).toEqual(['0.3', '1', '12.5'])
  expect([4 / 3, 4, 12.5, 1000, 0.0004].map(shortRatio)).toEqual(['1.333', '4', '12.5', '1000', '0.0004'])
})
