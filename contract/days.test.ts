import { expect, test } from 'bun:test'
import { percentText, slotsOf, totalOf } from './days.ts'

const DAY = 86_400

test('every day of the range has a place, with or without calls', () => {
  const days = [
    { at: 8 * DAY, served: 1 },
    { at: 10 * DAY, served: 2 },
  ]
  expect(slotsOf(days, 3, 10 * DAY + 500)).toEqual([days[0], undefined, days[1]])
})

test('the share of served calls is of all calls, and not known without any', () => {
  expect(
    totalOf([
      { served: 3, failed: 1 },
      { served: 5, failed: 0 },
    ]),
  ).toEqual({
    served: 8,
    failed: 1,
    calls: 9,
    share: 8 / 9,
  })
  expect(totalOf([]).share).toBeUndefined()
})

test.each([
  [1, '100%'],
  [0.999999, '99.99%'],
  [0.9912, '99.12%'],
  [0.5, '50%'],
  [0, '0%'],
])('the share %d is %s', (share, text) => {
  expect(percentText(share)).toBe(text)
})
