import { describe, expect, test } from 'bun:test'
import { bucketOf, quantileOf } from './traffic.ts'

const BOUNDS = [100, 200, 400]

test.each([
  [0, 0],
  [100, 0],
  [101, 1],
  [400, 2],
  [401, 3],
])('%d is in bucket %d', (value, bucket) => {
  expect(bucketOf(BOUNDS, value)).toBe(bucket)
})

describe('a quantile', () => {
  test('without values is not known', () => {
    expect(quantileOf(BOUNDS, [0, 0, 0, 0], 0.5)).toBeUndefined()
  })
  test('lies in the bucket that holds it', () => {
    expect(quantileOf(BOUNDS, [10, 0, 10, 0], 0.25)).toBe(50)
    expect(quantileOf(BOUNDS, [10, 0, 10, 0], 0.5)).toBe(100)
    expect(quantileOf(BOUNDS, [10, 0, 10, 0], 0.75)).toBe(300)
  })
  test('above the last bound is that bound', () => {
    expect(quantileOf(BOUNDS, [1, 0, 0, 99], 0.95)).toBe(400)
  })
  test('of random values is at most a bucket away from the exact one', () => {
    const bounds = Array.from({ length: 20 }, (_, index) => (index + 1) * 50)
    const values = Array.from({ length: 500 }, (_, index) => (index * 7919) % 1000)
    const counts = new Array<number>(21).fill(0)
    for (const value of values) counts[bucketOf(bounds, value)]! += 1
    const sorted = values.toSorted((a, b) => a - b)
    for (const quantile of [0.05, 0.5, 0.95]) {
      const exact = sorted[Math.floor(quantile * 500)]!
      expect(Math.abs(quantileOf(bounds, counts, quantile)! - exact)).toBeLessThanOrEqual(50)
    }
  })
})
