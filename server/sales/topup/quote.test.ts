import { describe, expect, test } from 'bun:test'
import type { DisplayCurrency } from '#contract/currency/display-currency.ts'
import { errorText } from '#contract/errors.ts'
import { MAX_QUOTA } from '#contract/quota.ts'
import { centsOfMoney, priceInCents, quoteTopUp, shownPrice } from './quote.ts'

const terms = {
  DisplayInCurrencyEnabled: true,
  DisplayCurrency: 'USD' as DisplayCurrency,
  DisplayRateCNY: 7.3,
  DisplayRateEUR: 0.92,
  QuotaPerUnit: 500_000,
  MinTopUp: 1,
  Price: 7.3,
  TopupGroupRatio: { default: 1, vip: 0.8, free: 0 },
}

describe('in dollars', () => {
  test.each([
    [1, 'default', 500_000, '7.30'],
    [10, 'vip', 5_000_000, '58.40'],
    [3, 'free', 1_500_000, '21.90'],
    [3, 'nobody', 1_500_000, '21.90'],
    [3, 'constructor', 1_500_000, '21.90'],
  ])('%d for group %s is worth %d and costs %s', (amount, group, quota, price) => {
    const quote = quoteTopUp(amount, group, terms)
    expect(quote).toMatchObject({ units: amount, quota })
    expect(shownPrice(quote)).toBe(price)
  })
})

describe('in quota units', () => {
  const inUnits = { ...terms, DisplayInCurrencyEnabled: false }

  test('everything that is paid for is credited, parts of a dollar too', () => {
    const quote = quoteTopUp(750_000, 'default', inUnits)
    expect(quote).toMatchObject({ units: 1, quota: 750_000 })
    expect(shownPrice(quote)).toBe('10.95')
  })

  test('the minimum counts units', () => {
    expect(() => quoteTopUp(499_999, 'default', inUnits)).toThrow(
      errorText('topup_below_minimum', 'en', { min: 500_000 }),
    )
  })
})

describe('in a display currency', () => {
  const yuan = { ...terms, DisplayCurrency: 'CNY' as DisplayCurrency }

  test.each([
    [10, 'default', { units: 1, quota: 684_932 }, '10.00'],
    [73, 'default', { units: 10, quota: 5_000_000 }, '73.00'],
    [73, 'vip', { units: 10, quota: 5_000_000 }, '58.40'],
    [100_000_007, 'default', { units: 13_698_631, quota: 6_849_315_547_945 }, '100000007.00'],
  ])('%d yuan for group %s', (amount, group, worth, price) => {
    const quote = quoteTopUp(amount, group, yuan, 'CNY')
    expect(quote).toMatchObject(worth)
    expect(shownPrice(quote)).toBe(price)
  })

  test('where dollars sell for another price than the rate, that price is paid', () => {
    const quote = quoteTopUp(92, 'default', { ...yuan, DisplayCurrency: 'EUR', Price: 7.1 }, 'EUR')
    expect(quote).toMatchObject({ units: 100, quota: 50_000_000 })
    expect(shownPrice(quote)).toBe('710.00')
  })

  test('the minimum and the maximum count whole amounts of it', () => {
    expect(() => quoteTopUp(36, 'default', { ...yuan, MinTopUp: 5 }, 'CNY')).toThrow(
      errorText('topup_below_minimum', 'en', { min: 37 }),
    )
    const max = 14_600_000_000
    expect(quoteTopUp(max, 'default', yuan, 'CNY').quota).toBe(MAX_QUOTA)
    expect(() => quoteTopUp(max + 1, 'default', yuan, 'CNY')).toThrow(errorText('topup_above_maximum', 'en', { max }))
  })

  test('an amount without a currency is in dollars still, and one in another currency is refused', () => {
    expect(quoteTopUp(10, 'default', yuan)).toMatchObject({ units: 10, quota: 5_000_000 })
    const refused = errorText('topup_parameters', 'en')
    expect(() => quoteTopUp(10, 'default', yuan, 'EUR')).toThrow(refused)
    expect(() => quoteTopUp(10, 'default', { ...yuan, DisplayInCurrencyEnabled: false }, 'CNY')).toThrow(refused)
  })
})

test('amounts outside the limits are refused', () => {
  const below = errorText('topup_below_minimum', 'en', { min: 5 })
  for (const amount of [4, 0, -1]) expect(() => quoteTopUp(amount, 'default', { ...terms, MinTopUp: 5 })).toThrow(below)
  const max = MAX_QUOTA / 500_000
  expect(quoteTopUp(max, 'default', terms).quota).toBe(MAX_QUOTA)
  expect(() => quoteTopUp(max + 1, 'default', terms)).toThrow(errorText('topup_above_maximum', 'en', { max }))
})

test('a cent is too little to show, less than a cent too little to ask for', () => {
  const tooLow = errorText('topup_money_too_low', 'en')
  const at = (Price: number) => quoteTopUp(1, 'default', { ...terms, Price })
  expect(() => shownPrice(at(0.01))).toThrow(tooLow)
  expect(shownPrice(at(0.02))).toBe('0.02')
  expect(priceInCents(at(0.01))).toBe(1)
  expect(() => priceInCents(at(0.009))).toThrow(tooLow)
  expect(() => priceInCents(at(0))).toThrow(tooLow)
})

test.each([
  [0.285, 29],
  [1.005, 101],
  [2.675, 268],
  [7.3, 730],
  [7.304, 730],
])('%p is %d hundredths', (money, cents) => {
  expect(centsOfMoney(money)).toBe(cents)
})
