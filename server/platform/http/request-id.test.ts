import { expect, test } from 'bun:test'
import { newRequestId, randomText } from './request-id.ts'

test('an id is the UTC time, nine digits of nanoseconds and eight random characters', () => {
  const id = newRequestId(Date.UTC(2024, 10, 18, 18, 53, 55), 12_000_000_345)
  expect(id).toMatch(/^20241118185355000000345[0-9A-Za-z]{8}$/)
})

test('ids do not repeat', () => {
  expect(new Set(Array.from({ length: 1000 }, () => newRequestId())).size).toBe(1000)
})

test('random text has the length asked for', () => {
  expect(randomText(48)).toMatch(/^[0-9A-Za-z]{48}$/)
})
