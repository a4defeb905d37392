import { describe, expect, test } from 'bun:test'
import { barAt, splitIntoBars } from './bars.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** A midnight in UTC+8. */
const MIDNIGHT = 20_000 * DAY - 8 * HOUR

describe('bars of a range', () => {
  test('a day has 24 of an hour, from midnight', () => {
    const bars = splitIntoBars({ start: MIDNIGHT, end: MIDNIGHT + DAY - 1 }, 60, MIDNIGHT, true)
    expect(bars).toMatchObject({ first: MIDNIGHT, step: HOUR, count: 24 })
  })

  test('a month has one a day, each from midnight, though the range begins in between', () => {
    const bars = splitIntoBars({ start: MIDNIGHT + 1000, end: MIDNIGHT + 30 * DAY }, 60, MIDNIGHT, true)
    expect(bars).toMatchObject({ first: MIDNIGHT, step: DAY, count: 31 })
  })

  test('an hour has minutes; where only rows tell, a day has half hours', () => {
    expect(splitIntoBars({ start: MIDNIGHT, end: MIDNIGHT + HOUR - 1 }, 60, MIDNIGHT, true).step).toBe(60)
    expect(splitIntoBars({ start: MIDNIGHT, end: MIDNIGHT + DAY - 1 }, 60, MIDNIGHT, false).step).toBe(1800)
  })

  test('bars of hours begin at hours of UTC, whatever the place', () => {
    const bars = splitIntoBars({ start: MIDNIGHT, end: MIDNIGHT + DAY }, 60, MIDNIGHT - 1800, true)
    expect(bars.first % HOUR).toBe(0)
    expect(bars.first).toBeLessThanOrEqual(MIDNIGHT)
  })

  test.each([1, 2, 7, 60, 200])('there are never more than %d and one for the edge', (most) => {
    for (const length of [0, 1, 59, 4000, 100_000, 9_999_999, 40 * 365 * DAY]) {
      const bars = splitIntoBars({ start: MIDNIGHT + 17, end: MIDNIGHT + 17 + length }, most, MIDNIGHT, true)
      expect(bars.count).toBeLessThanOrEqual(Math.max(most, 2))
      expect(bars.first).toBeLessThanOrEqual(bars.start)
      expect(bars.first + bars.count * bars.step).toBeGreaterThan(bars.end)
    }
  })

  test('an end before its start is one moment', () => {
    expect(splitIntoBars({ start: MIDNIGHT, end: MIDNIGHT - DAY }, 60, 0, true)).toMatchObject({
      end: MIDNIGHT,
      count: 1,
    })
  })

  test('a moment belongs to one bar; what lies beyond the ends to those', () => {
    const bars = splitIntoBars({ start: MIDNIGHT, end: MIDNIGHT + DAY - 1 }, 60, MIDNIGHT, true)
    expect([-5, 0, HOUR - 1, HOUR, 30 * HOUR].map((after) => barAt(bars, MIDNIGHT + after))).toEqual([0, 0, 0, 1, 23])
  })
})
