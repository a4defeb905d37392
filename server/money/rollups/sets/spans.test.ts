import { expect, test } from 'bun:test'
import { joinNearest, withoutPeriods } from './spans.ts'

const span = (from: number, until: number) => ({ from, until })

test.each([
  [span(0, 10), [], 2, [span(0, 10)]],
  [span(0, 10), [0, 2, 4, 6, 8], 2, []],
  [span(1, 10), [2, 4, 8], 2, [span(1, 2), span(6, 8)]],
  [span(0, 11), [0, 8], 2, [span(2, 8), span(10, 11)]],
])('of %o, periods that begin at %o and have a length of %i leave %o', (whole, starts, length, left) => {
  expect(withoutPeriods(whole, starts, length)).toEqual(left)
})

test('spans are joined across the smallest gaps', () => {
  const spans = [span(0, 1), span(5, 6), span(7, 8), span(20, 21)]
  expect(joinNearest(spans, 4)).toEqual(spans)
  expect(joinNearest(spans, 3)).toEqual([span(0, 1), span(5, 8), span(20, 21)])
  expect(joinNearest(spans, 1)).toEqual([span(0, 21)])
})
