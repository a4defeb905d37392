import { describe, expect, test } from 'bun:test'
import { amountText, taxWithin, toSmallestUnit } from './payment-receipts.ts'

describe('the tax in an amount', () => {
  test.each([
    [11_900, 19, 1900],
    [14_600, 6, 826],
    [14_600, 0, 0],
    [1, 19, 0],
    [10_000, 7.7, 715],
    [-11_900, 19, -1900],
    [-1, 19, 0],
    [99_999_999_999_999, 19, 15_966_386_554_622],
  ])('%d at %d %% contains %d', (total, percent, tax) => {
    expect(taxWithin(total, percent)).toBe(tax)
  })
})

test('amounts have the decimals of their currency', () => {
  expect(toSmallestUnit(146, 'CNY')).toBe(14_600)
  expect(toSmallestUnit(0.29, 'EUR')).toBe(29)
  expect(toSmallestUnit(1500, 'JPY')).toBe(1500)
  expect(amountText(14_600, 'CNY')).toBe('146.00 CNY')
  expect(amountText(-29, 'EUR')).toBe('-0.29 EUR')
  expect(amountText(1500, 'JPY')).toBe('1500 JPY')
  expect(amountText(150, '')).toBe('1.50 ')
})
