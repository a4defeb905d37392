import { describe, expect, test } from 'bun:test'
import { MAX_QUOTA } from '#contract/quota.ts'
import { readBalanceChange, signed } from './balance-change.ts'

const dollars = { quota_per_unit: 500_000, display_in_currency: true }
const units = { quota_per_unit: 500_000, display_in_currency: false }
const change = (value: number) => ({ kind: 'change' as const, units: value, absolute: false })
const balance = (value: number) => ({ ...change(value), absolute: true })
const wrong = (reason: 'unreadable' | 'belowZero' | 'tooLarge') => ({ kind: 'wrong' as const, reason })

describe('in dollars', () => {
  const read = (text: string, shown = 1_000_000) => readBalanceChange(text, shown, dollars)

  test('a sign makes a change', () => {
    expect(read('+5')).toEqual(change(2_500_000))
    expect(read('-2')).toEqual(change(-1_000_000))
    expect(read('−0.5')).toEqual(change(-250_000))
    expect(read(' +$1,000.25 ')).toEqual(change(500_125_000))
    expect(read('＋．１')).toEqual(change(50_000))
  })

  test('a bare amount is the new balance, sent as its difference', () => {
    expect(read('20')).toEqual(balance(9_000_000))
    expect(read('0')).toEqual(balance(-1_000_000))
  })

  test('nothing, and what changes nothing, is no change', () => {
    for (const text of ['', '  ', '+0', '-0.0', '2', '2.00']) expect(read(text)).toEqual({ kind: 'none' })
  })

  test('what is no amount is refused', () => {
    for (const text of ['five', '+', '1e9', '1.2.3', '--1', '5 USD', '+1,5', '7,5', '1,000'])
      expect(read(text)).toEqual(wrong('unreadable'))
  })

  test('a balance cannot be brought below zero or above the most', () => {
    expect(read('-2.01')).toEqual(wrong('belowZero'))
    expect(read('9'.repeat(12))).toEqual(wrong('tooLarge'))
  })

  test('a balance beyond its limits may come nearer to them', () => {
    expect(read('+1', -750_000)).toEqual(change(500_000))
    expect(read('-1', -750_000)).toEqual(wrong('belowZero'))
    expect(read('-1', MAX_QUOTA + 600_000)).toEqual(change(-500_000))
  })
})

describe('in yuan', () => {
  const yuan = { ...dollars, display_currency: 'CNY', display_rate: 7.3 } as const
  const read = (text: string, shown = 1_000_000) => readBalanceChange(text, shown, yuan)

  test('amounts are yuan', () => {
    expect(read('+7.3')).toEqual(change(500_000))
    expect(read('-￥7.30')).toEqual(change(-500_000))
    expect(read('¥21.9')).toEqual(balance(500_000))
    expect(read('+5')).toEqual(change(342_466))
    expect(read('-14.61')).toEqual(wrong('belowZero'))
  })

  test('the displayed balance typed again changes nothing, though it is rounded', () => {
    // ¥9.00999…, shown as ¥9.01.
    for (const text of ['9.01', '¥9.010', ' 9.01 ']) expect(read(text, 617_123)).toEqual({ kind: 'none' })
    expect(read('9.02', 617_123).kind).toBe('change')
    expect(read('0', 12)).toEqual(balance(-12))
  })
})

test('a displayed balance in dollars typed again changes nothing', () => {
  expect(readBalanceChange('2.00', 1_000_345, dollars)).toEqual({ kind: 'none' })
})

test('where balances are shown in units, units are typed', () => {
  expect(readBalanceChange('+5', 10, units)).toEqual(change(5))
  expect(readBalanceChange('7', 10, units)).toEqual(balance(-3))
  expect(readBalanceChange('1,000', 10, units)).toEqual(balance(990))
  expect(readBalanceChange('+0.5', 10, units)).toEqual(wrong('unreadable'))
})

test('the server is told the sign', () => {
  expect([signed(500), signed(-200)]).toEqual(['+500', '-200'])
})
