import { expect, test } from 'bun:test'
import type { ClaimState } from '../tables.ts'
import { outcomeOf } from './outcome.ts'

const order = { money: 10, quota: 1_000_001 }
const refund = (cents: number, state: ClaimState) => ({ kind: 'refund' as const, cents, state })
const dispute = (cents: number, state: ClaimState) => ({ kind: 'dispute' as const, cents, state })

test.each([
  ['nothing', [], 'success', 0, 0],
  ['a part', [refund(333, 'done')], 'partly_refunded', 333_000, 0],
  ['all', [refund(1000, 'done')], 'refunded', 1_000_001, 0],
  ['all in parts', [refund(333, 'done'), refund(667, 'done')], 'refunded', 1_000_001, 0],
  ['a failed refund', [refund(1000, 'failed')], 'success', 0, 0],
  ['a request', [refund(500, 'requested')], 'refunding', 500_000, 0],
  ['a dispute', [dispute(1000, 'open')], 'disputed', 0, 1_000_001],
  ['a lost one', [dispute(1000, 'lost')], 'charged_back', 1_000_001, 0],
  ['a won one', [dispute(1000, 'won')], 'success', 0, 0],
  ['an inquiry', [dispute(1000, 'inquiry')], 'success', 0, 0],
  ['a refund and a dispute of all', [refund(400, 'done'), dispute(1000, 'open')], 'disputed', 400_000, 600_001],
] as const)('%s', (_name, claims, status, returned_quota, frozen_quota) => {
  expect(outcomeOf(order, claims)).toMatchObject({ status, returned_quota, frozen_quota })
  expect(outcomeOf(order, claims.toReversed())).toEqual(outcomeOf(order, claims))
})

test('an order without a price keeps its units', () => {
  expect(outcomeOf({ money: 0, quota: 5 }, [refund(1, 'done')])).toMatchObject({ returned_quota: 0 })
})
