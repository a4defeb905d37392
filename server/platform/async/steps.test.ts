import { expect, test } from 'bun:test'
import { stepThrough } from './steps.ts'

test('every index has its turn once, a few in each step', () => {
  for (const count of [0, 1, 16, 17, 1000]) {
    const seen: number[] = []
    const steps = [...stepThrough(count, (index) => seen.push(index))]
    expect(seen).toEqual(Array.from({ length: count }, (_, index) => index))
    expect(steps).toHaveLength(Math.ceil(count / 16))
  }
})
