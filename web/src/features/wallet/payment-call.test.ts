import { expect, test } from 'bun:test'
import { ApiError } from '#web/lib/api.ts'
import { readPayment } from './payment-call.ts'

test('a payment reply that succeeded is the reply', () => {
  expect(readPayment<{ data: string }>('{"message":"success","data":"7.30"}', 200, 'r1').data).toBe('7.30')
})

test('a refused one is thrown with its reason', () => {
  const read = () => readPayment('{"message":"error","data":"充值金额过低"}', 200, 'r1')
  expect(read).toThrow(new ApiError('充值金额过低', 200, 'r1'))
})
