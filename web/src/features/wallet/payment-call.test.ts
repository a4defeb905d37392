import { expect, test } from 'bun:test'
import { ApiError } from '#web/lib/api.ts'
import { paymentFailure, readPayment } from './payment-call.ts'

test('a payment reply that succeeded is the reply', () => {
  expect(readPayment<{ data: string }>('{"message":"success","data":"7.30"}', 200, 'r1').data).toBe('7.30')
})

test('a refused one is thrown with its reason', () => {
  const read = () => readPayment('{"message":"error","data":"充值金额过低"}', 200, 'r1')
  expect(read).toThrow(new ApiError('充值金额过低', 200, 'r1'))
})

test('a failure is told to be one once', () => {
  const words = (error: Error) => paymentFailure(error, (message) => `Error: ${message}`)
  expect(words(new ApiError('the amount is too low', 200))).toBe('Error: the amount is too low')
  expect(words(new ApiError('Error: internal server error', 500))).toBe('Error: internal server error')
})
