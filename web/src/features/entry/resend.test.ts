import { expect, test } from 'bun:test'
import { secondsLeft } from './resend.ts'

test.each([
  [1_000_000, 1_000_000, 30],
  [1_000_000, 1_000_001, 30],
  [1_000_000, 1_001_000, 29],
  [1_000_000, 1_029_001, 1],
  [1_000_000, 1_030_000, 0],
  [0, 1_000_000, 0],
])('a mail of %p leaves at %p %p seconds to wait', (sentAt, now, seconds) => {
  expect(secondsLeft(sentAt, now)).toBe(seconds)
})

test('a mail from the future holds up nobody', () => {
  expect(secondsLeft(2_000_000, 1_000_000)).toBe(0)
})
