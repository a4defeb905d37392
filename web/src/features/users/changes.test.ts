import { expect, test } from 'bun:test'
import type { User } from '#contract/api/users.ts'
import { changesOf } from './changes.ts'
import { valuesOfUser } from './form-values.ts'

const display = { quota_per_unit: 500_000, display_in_currency: true }
const alice = { id: 2, username: 'alice', display_name: 'Alice', group: 'default', quota: 1_000_000 } as User
const values = valuesOfUser(alice)

test('only what was changed is sent', () => {
  expect(changesOf(alice, values, display)).toEqual({})
  expect(changesOf(alice, { ...values, display_name: '', group: 'vip' }, display)).toEqual({
    display_name: '',
    group: 'vip',
  })
  expect(changesOf(alice, { ...values, password: 'password2' }, display)).toEqual({ password: 'password2' })
})

test('a balance is sent as a difference, with its reason', () => {
  expect(changesOf(alice, { ...values, balance: '+5', reason: 'refund' }, display)).toEqual({
    quota_change: '+2500000',
    reason: 'refund',
  })
  expect(changesOf(alice, { ...values, balance: '1.5' }, display)).toEqual({ quota_change: '-250000' })
})

test('a reason without a change is not sent', () => {
  expect(changesOf(alice, { ...values, balance: '2', reason: 'nothing' }, display)).toEqual({})
})
