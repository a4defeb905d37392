import { expect, test } from 'bun:test'
import { isRefundable, leftOf, unitsTaken } from './refundable.ts'

const paid = {
  status: 'success',
  money: 10,
  quota: 1000,
  returned_money: 0,
  returned_quota: 0,
  frozen_quota: 0,
} as const

test('what is left of an order follows from its refunds and disputes', () => {
  expect(leftOf(paid)).toEqual({ cents: 1000, quota: 1000 })
  const part = { ...paid, status: 'partly_refunded', returned_money: 3.33, returned_quota: 333 } as const
  expect(leftOf(part)).toEqual({ cents: 667, quota: 667 })
  expect([unitsTaken(part, 100), unitsTaken(part, 667)]).toEqual([100, 667])
  const disputed = { ...paid, status: 'disputed', frozen_quota: 1000 } as const
  expect([isRefundable(paid), isRefundable(part), isRefundable(disputed)]).toEqual([true, true, false])
  expect(isRefundable({ ...paid, status: 'pending' })).toBe(false)
})
