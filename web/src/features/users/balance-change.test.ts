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

test('where balances are shown in units, units are typed', () => {
  expect(readBalanceChange('+5', 10, units)).toEqual(change(5))
  expect(readBalanceChange('7', 10, units)).toEqual(balance(-3))
  expect(readBalanceChange('1,000', 10, units)).toEqual(balance(990))
  expect(readBalanceChange('+0.5', 10, units)).toEqual(wrong('unreadable'))
})

test('the server is told the sign', () => {
  expect([signed(500), signed(-200)]).toEqual(['+500', '-200'])
})
