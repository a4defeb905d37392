import { expect, test } from 'bun:test'
import { quotaText } from './quota-text.ts'

const inDollars = (units: number) => quotaText(units, { DisplayInCurrencyEnabled: true, QuotaPerUnit: 500_000 })

test('quota in dollars: Chinese in the form of this family, English as prices are written', () => {
  expect(inDollars(500_000)).toEqual({ zh: '＄1.000000 额度', en: '$1.00' })
  expect(inDollars(1)).toEqual({ zh: '＄0.000002 额度', en: '$0.000002' })
  expect(inDollars(50_100)).toEqual({ zh: '＄0.100200 额度', en: '$0.1002' })
  expect(inDollars(-5_000_000).en).toBe('-$10.00')
  expect(inDollars(0).en).toBe('$0.00')
})

test('quota where no currency is shown', () => {
  const words = quotaText(1000, { DisplayInCurrencyEnabled: false, QuotaPerUnit: 500_000 })
  expect(words).toEqual({ zh: '1000 点额度', en: '1000 quota units' })
})
