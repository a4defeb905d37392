import { expect, test } from 'bun:test'
import { actionOf, isUnderWay, statusOf } from './task-marks.ts'

test.each([
  ['', 'SUBMITTING'],
  ['QUEUED', 'QUEUED'],
  ['SUCCESS', 'SUCCESS'],
  ['UNKNOWN', 'UNKNOWN'],
  ['NEW_WORD', 'UNKNOWN'],
  ['toString', 'UNKNOWN'],
])('status %p is shown as %p', (status, shown) => expect(statusOf({ status })).toBe(shown as 'SUCCESS'))

test('only known actions have a name', () => {
  expect(actionOf({ action: 'LYRICS' })).toBe('LYRICS')
  expect(actionOf({ action: 'constructor' })).toBeNull()
})

test.each([
  ['', 0, true],
  ['QUEUED', 3600, true],
  ['IN_PROGRESS', 3600, true],
  ['IN_PROGRESS', 90_000, false],
  ['SUCCESS', 0, false],
  ['FAILURE', 0, false],
  ['NEW_WORD', 0, false],
])('%p, submitted %p s ago, goes on: %p', (status, age, expected) => {
  expect(isUnderWay({ status, submit_time: 1_800_000_000 - age }, 1_800_000_000)).toBe(expected)
})
