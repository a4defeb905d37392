import { expect, test } from 'bun:test'
import { failuresOf, linePath } from './measured.ts'

test('failures of all kinds count', () => {
  expect(failuresOf({ failed: { rate: 2, server: 3 } })).toBe(5)
  expect(failuresOf({ failed: {} })).toBe(0)
})

test('a line is broken at days without values, and one value alone is a point', () => {
  const box = { width: 40, height: 10 }
  expect(linePath([0, 10, undefined, 5, undefined], 10, box)).toBe('M0.0 10.0L10.0 0.0M30.0 5.0h0')
  expect(linePath([undefined, undefined], 10, box)).toBe('')
})
