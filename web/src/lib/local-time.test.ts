import { expect, test } from 'bun:test'
import { fromLocalInput, toLocalInput } from './local-time.ts'

test('there and back, on both sides of a change of clocks', () => {
  for (const seconds of [1_711_843_199, 1_711_846_800, 1_729_994_400, 1_767_225_600]) {
    expect(fromLocalInput(toLocalInput(seconds))).toBe(seconds)
  }
})

test('writes the local wall clock', () => {
  expect(toLocalInput(new Date(2026, 10, 21, 8, 5, 9).getTime() / 1000)).toBe('2026-11-21T08:05:09')
})

test('never and nonsense are empty; empty and nonsense are no time', () => {
  expect(toLocalInput(-1)).toBe('')
  expect(toLocalInput(Number.NaN)).toBe('')
  expect(fromLocalInput('')).toBeNaN()
  expect(fromLocalInput('soon')).toBeNaN()
})
