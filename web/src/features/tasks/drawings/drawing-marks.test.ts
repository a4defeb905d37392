import { expect, test } from 'bun:test'
import { CODE_COLOURS, isKnown, isUnderWay, STATUS_COLOURS } from './drawing-marks.ts'

const NOW = 1_800_000_000_000
const HOUR = 3_600_000

test.each([
  ['IN_PROGRESS', HOUR, true],
  ['SUBMITTED', HOUR, true],
  ['NOT_START', 0, true],
  ['', 0, true],
  ['IN_PROGRESS', 25 * HOUR, false],
  ['SUCCESS', 0, false],
  ['FAILURE', 0, false],
  ['MODAL', 0, false],
  ['NEW_WORD', 0, false],
])('%p, submitted %p ms ago, goes on: %p', (status, age, expected) => {
  expect(isUnderWay({ status, submit_time: NOW - age }, NOW)).toBe(expected)
})

test('what the console does not know is not taken from the prototype', () => {
  expect(isKnown(STATUS_COLOURS, 'SUCCESS')).toBe(true)
  expect(isKnown(STATUS_COLOURS, 'constructor')).toBe(false)
  expect(isKnown(CODE_COLOURS, 21)).toBe(true)
  expect(isKnown(CODE_COLOURS, 24)).toBe(true)
  expect(isKnown(CODE_COLOURS, 7)).toBe(false)
})
