import { expect, test } from 'bun:test'
import { isFestive } from './dates.ts'

test('there are wishes on New Year’s Day and from 9 to 24 February', () => {
  const days = Array.from({ length: 366 }, (_, index) => new Date(2028, 0, 1 + index))
  const festive = days.filter(isFestive).map((day) => [day.getMonth() + 1, day.getDate()])
  expect(festive).toEqual([[1, 1], ...Array.from({ length: 16 }, (_, index) => [2, 9 + index])])
})
