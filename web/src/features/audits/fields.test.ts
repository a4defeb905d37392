import { expect, test } from 'bun:test'
import { isMoneyField, isTimeField } from './fields.ts'

test('fields that count money, or hold a time', () => {
  expect(['quota', 'used_quota', 'aff_history_quota', 'quota_per'].map(isMoneyField)).toEqual([true, true, true, false])
  expect(isTimeField('created_time', 1_793_000_000)).toBe(true)
  expect(isTimeField('response_time', 820)).toBe(false)
  expect(isTimeField('quota', 1_793_000_000)).toBe(false)
})
