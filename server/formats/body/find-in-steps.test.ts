import { expect, test } from 'bun:test'
import { atOnce } from '../../platform/async/steps.ts'
import { findAtOnce, findInSteps } from './find-in-steps.ts'

const MARK = Buffer.from('"mark"')
const STEP = 512 * 1024

test('finds a mark wherever it stands, also across the end of a step', () => {
  for (const at of [0, 7, STEP - 3, STEP, 2 * STEP - 1, 3 * STEP - MARK.length]) {
    const bytes = Buffer.alloc(3 * STEP, 'x')
    MARK.copy(bytes, at)
    expect(atOnce(findInSteps(bytes, MARK))).toBe(at)
    expect(atOnce(findInSteps(bytes, MARK, at))).toBe(at)
    expect(atOnce(findInSteps(bytes, MARK, at + 1))).toBe(-1)
    expect(atOnce(findInSteps(bytes, MARK, 0, at))).toBe(-1)
    expect(atOnce(findInSteps(bytes, MARK, 0, at + 1))).toBe(at)
  }
})

test.each([100, 64 * 1024])('finds a mark that begins in a part of %p bytes without a rest', (length) => {
  for (const at of [0, 7, length - MARK.length]) {
    const bytes = Buffer.alloc(length, 'x')
    MARK.copy(bytes, at)
    expect(findAtOnce(bytes, MARK, 0, length)).toBe(at)
    expect(findAtOnce(bytes, MARK, at, at + 1)).toBe(at)
    expect(findAtOnce(bytes, MARK, 0, at)).toBe(-1)
    expect(findAtOnce(bytes, MARK, at + 1, length)).toBe(-1)
  }
})

test('rests behind half a megabyte', () => {
  const steps = findInSteps(Buffer.alloc(2 * STEP, 'x'), MARK)
  expect(steps.next()).toEqual({ done: false, value: undefined })
  expect(steps.next()).toEqual({ done: true, value: -1 })
})
