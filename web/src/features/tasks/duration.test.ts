import { expect, test } from 'bun:test'
import { durationColour, durationOf } from './duration.ts'

test('a duration needs both moments', () => {
  expect(durationOf(1000, 61_000)).toBe(60_000)
  expect(durationOf(0, 61_000)).toBeNull()
  expect(durationOf(1000, 0)).toBeNull()
  expect(durationOf(5000, 1000)).toBeNull()
})

test('red from more than a minute', () => {
  expect(durationColour(60_000)).toBe('green')
  expect(durationColour(60_001)).toBe('red')
})
