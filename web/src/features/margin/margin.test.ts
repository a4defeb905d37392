import { expect, test } from 'bun:test'
import { marginOf, rateOf, unknownShare } from './margin.ts'

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
