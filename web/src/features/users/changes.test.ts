import { expect, test } from 'bun:test'
import type { User } from '#contract/api/users.ts'
import { changesOf } from './changes.ts'
import { valuesOfUser } from './form-values.ts'

const display = { quota_per_unit: 500_000, display_in_currency: true }
const alice = {
  id: 2,
  username: 'alice',
  display_name: 'Alice',
  group: 'default',
  user_ratio: 1,
  quota: 1_000_000,
  used_quota: 4,
} as User
const shown = { quota: 1_000_000, used_quota: 4, uncertain: false }
const values = valuesOfUser(alice)

test('only what was changed is sent', () => {
  expect(changesOf(alice, values, shown, display)).toEqual({})
  expect(changesOf(alice, { ...values, display_name: '', group: 'vip' }, shown, display)).toEqual({
    display_name: '',
    group: 'vip',
  })
  expect(changesOf(alice, { ...values, password: 'password2' }, shown, display)).toEqual({ password: 'password2' })
  expect(changesOf(alice, { ...values, user_ratio: '0.90' }, shown, display)).toEqual({ user_ratio: 0.9 })
  expect(changesOf(alice, { ...values, user_ratio: '1.0' }, shown, display)).toEqual({})
})

test('a balance is sent as a difference, with its reason', () => {
  expect(changesOf(alice, { ...values, balance: '+5', reason: 'refund' }, shown, display)).toEqual({
    quota_change: '+2500000',
    reason: 'refund',
  })
  expect(changesOf(alice, { ...values, balance: '1.5' }, shown, display)).toEqual({
    quota_change: '-250000',
    seen: { quota: 1_000_000, used_quota: 4 },
  })
})

test('a change that may have been made already goes with the balance that was seen', () => {
  expect(changesOf(alice, { ...values, balance: '+5' }, { ...shown, uncertain: true }, display)).toEqual({
    quota_change: '+2500000',
    seen: { quota: 1_000_000, used_quota: 4 },
  })
})

test('a reason without a change is not sent', () => {
  expect(changesOf(alice, { ...values, balance: '2', reason: 'nothing' }, shown, display)).toEqual({})
})
