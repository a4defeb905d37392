import { expect, test } from 'bun:test'
import type { DisplayOptions } from '#contract/currency/display-currency.ts'
import { quotaFigure, quotaText, quotaWords, sumWords } from './quota-text.ts'

const DOLLARS: DisplayOptions = {
  QuotaPerUnit: 500_000,
  DisplayInCurrencyEnabled: true,
  DisplayCurrency: 'USD',
  DisplayRateCNY: 7.3,
  DisplayRateEUR: 0.92,
}
const inDollars = (units: number) => quotaText(units, DOLLARS)

test('quota in dollars: Chinese in the form of this family, English as prices are written', () => {
  expect(inDollars(500_000)).toEqual({ zh: '＄1.000000 额度', en: '$1.00' })
  expect(inDollars(1)).toEqual({ zh: '＄0.000002 额度', en: '$0.000002' })
  expect(inDollars(50_100)).toEqual({ zh: '＄0.100200 额度', en: '$0.1002' })
  expect(inDollars(-5_000_000).en).toBe('-$10.00')
  expect(inDollars(0).en).toBe('$0.00')
})

test('quota in another display currency, as it was typed', () => {
  const yuan = { ...DOLLARS, DisplayCurrency: 'CNY' } as const
  expect(quotaText(500_000, yuan)).toEqual({ zh: '￥7.300000 额度', en: '¥7.30' })
  expect(quotaText(342_466, yuan)).toEqual({ zh: '￥5.000000 额度', en: '¥5.00' })
  expect(quotaText(-342_466, yuan).en).toBe('-¥5.00')
  const euros = { ...DOLLARS, DisplayCurrency: 'EUR' } as const
  expect(quotaText(500_000, euros)).toEqual({ zh: '€0.920000 额度', en: '€0.92' })
})

test('figures of mails: cents, or six decimals below a cent', () => {
  const yuan = { ...DOLLARS, DisplayCurrency: 'CNY' } as const
  expect([quotaFigure(40_000, DOLLARS), quotaFigure(999, DOLLARS), quotaFigure(0, DOLLARS)]).toEqual([
    '$0.08',
    '$0.001998',
    '$0.00',
  ])
  expect([quotaFigure(500_000, yuan), quotaFigure(100, yuan), quotaFigure(-500_000, yuan)]).toEqual([
    '¥7.30',
    '¥0.00146',
    '-¥7.30',
  ])
})

test('quota where no currency is shown', () => {
  const words = quotaText(1000, { ...DOLLARS, DisplayInCurrencyEnabled: false, DisplayCurrency: 'CNY' })
  expect(words).toEqual({ zh: '1000 点额度', en: '1000 quota units' })
})

test('errors and notifications name quota as money, however little, or as units', () => {
  expect(quotaWords(1, DOLLARS)).toEqual({ zh: '$0.000002', en: '$0.000002' })
  expect(quotaWords(1, { ...DOLLARS, QuotaPerUnit: 500_000_000 }).en).toBe('$0.000000002')
  const units = { ...DOLLARS, DisplayInCurrencyEnabled: false }
  expect([sumWords(29_198, DOLLARS).en, sumWords(1, DOLLARS).zh, sumWords(29_198, units).en]).toEqual([
    '$0.06',
    '$0.000002',
    '29198 quota units',
  ])
  expect(quotaWords(1, units)).toEqual({ zh: '1 点额度', en: '1 quota unit' })
})
