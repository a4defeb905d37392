import { expect, test } from 'bun:test'
import { marginOf, percentText, rateOf, unknownShare } from './margin.ts'

const sums = (quota: number, costed: number, cost: number) => ({ quota, costed, cost, count: 1 })

test('a margin is of calls whose cost is known', () => {
  expect(marginOf(sums(1000, 600, 450))).toBe(150)
  expect(rateOf(sums(1000, 600, 450))).toBe(0.25)
  expect(unknownShare(sums(1000, 600, 450))).toBe(0.4)
})

test('without a charge there is no rate, whatever it cost', () => {
  expect(rateOf(sums(0, 0, 50))).toBeNull()
  expect(marginOf(sums(0, 0, 50))).toBe(-50)
  expect(unknownShare(sums(0, 0, 50))).toBe(0)
})

test.each([
  [0, '0 %'],
  [0.25, '25.0 %'],
  [-0.0315, '-3.1 %'],
  [0.0004, '0.04 %'],
  [-0.000001, '0.00 %'],
  [-12, '-1200 %'],
])('%p is %s', (share, text) => {
  expect(percentText(share)).toBe(text)
})
