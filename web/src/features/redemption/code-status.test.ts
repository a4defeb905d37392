import { expect, test } from 'bun:test'
import { stateOfCode } from './code-status.ts'

test.each([
  [1, 'unused'],
  [2, 'disabled'],
  [3, 'used'],
  [9, 'unknown'],
] as const)('status %d is %s', (status, state) => {
  expect(stateOfCode({ status })).toBe(state)
})
