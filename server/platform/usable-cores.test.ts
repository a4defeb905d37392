import { expect, test } from 'bun:test'
import { quotaOf, usableCores } from './usable-cores.ts'

test('a quota counts whole cores, at least one; without one there is no bound', () => {
  expect(quotaOf('250000 100000\n')).toBe(2)
  expect(quotaOf('50000 100000\n')).toBe(1)
  expect(quotaOf('max 100000\n')).toBe(Number.POSITIVE_INFINITY)
  expect(quotaOf('')).toBe(Number.POSITIVE_INFINITY)
})

test('there is a core to use', () => {
  expect(usableCores()).toBeGreaterThanOrEqual(1)
  expect(Number.isInteger(usableCores())).toBe(true)
})
