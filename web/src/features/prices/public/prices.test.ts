import { describe, expect, test } from 'bun:test'
import { costOf, NO_USAGE, ratesOf, tokensUsed } from '#contract/prices/price.ts'
import { QUOTA_PER_USD } from '#contract/quota.ts'
import { formatPrice, formatRatio, shortPrice, shortRatio } from '#web/lib/format-prices.ts'
import { type PricedRow, usdOfCall, usdPerCall, usdPerMillion } from './prices.ts'

const DOLLARS = { quota_per_unit: QUOTA_PER_USD, display_in_currency: true }

const byTokens = (model_ratio: number, completion_ratio: number): PricedRow => ({
  ...{ kind: 'chat', quota_type: 0, model_price: 0 },
  ...{ model_ratio, completion_ratio },
})
const perCall = (model_price: number): PricedRow => ({ ...byTokens(0, 0), quota_type: 1, model_price })

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
      expect(formatPrice(input, DOLLARS)).toBe(formatPrice(usd(1_000_000, 0), DOLLARS))
      expect(formatPrice(output, DOLLARS)).toBe(formatPrice(usd(0, 1_000_000), DOLLARS))
      expect(usdOfCall(row, group, QUOTA_PER_USD, { input: 1234, output: 567 })).toBe(usd(1234, 567))
    })
  }

  test('of an embedding, which has no output', () => {
    const row = { ...byTokens(0.01, 8), kind: 'embedding' as const }
    expect(usdOfCall(row, 1, QUOTA_PER_USD, { input: 1_000_000, output: 1_000_000 })).toBe(0.02)
  })

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
  expect(formatPrice(usd, DOLLARS)).toBe(text)
})

test('prices are shown in the display currency; in dollars where balances are units', () => {
  const yuan = { ...DOLLARS, display_currency: 'CNY', display_rate: 7.3 } as const
  expect([2.5, 0.15, 0.0000001].map((usd) => formatPrice(usd, yuan))).toEqual(['¥18.25', '¥1.095', '<¥0.000001'])
  expect(formatPrice(2.5, { ...yuan, display_in_currency: false })).toBe('$2.50')
  expect([shortPrice(0.1 * 3, DOLLARS), shortPrice(0.15, yuan)]).toEqual(['$0.3', '¥1.095'])
})

test('ratios are shown without noise', () => {
  expect([0.1 * 3, 1, 12.5].map(formatRatio)).toEqual(['0.3', '1', '12.5'])
  expect([4 / 3, 4, 12.5, 1000, 0.0004].map(shortRatio)).toEqual(['1.333', '4', '12.5', '1000', '0.0004'])
})
