import { expect, test } from 'bun:test'
import type { LogHistogram } from '#contract/api/logs.ts'
import { barAt, coverage, spanOf, spanText, sumOf } from './chart-scale.ts'

const at = (text: string) => new Date(text).getTime() / 1000
const bar = (start: number) => ({ start, calls: 1, failed: 2, others: 3 })
const chart: LogHistogram = { start: 105, end: 129, step: 10, items: [bar(100), bar(110), bar(120)], since: null }

test('bars stand for their whole time, and not for more than was asked', () => {
  expect(spanOf(chart, { from: 1, to: 1 })).toEqual({ from: 110, to: 119 })
  expect(spanOf(chart, { from: 2, to: 0 })).toEqual({ from: 105, to: 129 })
})

test('a place in the chart is a bar, also beyond its ends', () => {
  expect([-0.1, 0, 0.34, 0.99, 1, 2].map((place) => barAt(place, 3))).toEqual([0, 0, 1, 2, 2, 2])
})

test('bars before the first row that was looked at are not counted, or in part', () => {
  expect(chart.items.map((each) => coverage(each, 10, 115))).toEqual(['none', 'part', 'whole'])
  expect(chart.items.map((each) => coverage(each, 10, null))).toEqual(['whole', 'whole', 'whole'])
})

test('sums are by kind', () => {
  expect(sumOf(chart.items)).toEqual({ calls: 3, failed: 6, others: 9 })
})

test('times say no more than they must', () => {
  const [day, hour] = [at('2026-11-22T00:00:00'), 3600]
  expect(spanText(day + 14 * hour, day + 15 * hour - 1, hour)).toBe('11-22 14:00 – 15:00')
  expect(spanText(day + 23 * hour, day + 24 * hour - 1, hour)).toBe('11-22 23:00 – 24:00')
  expect(spanText(day, day + 36 * hour - 1, hour)).toBe('11-22 00:00 – 11-23 12:00')
  expect(spanText(day, day + 4, 5)).toBe('11-22 00:00:00 – 00:00:05')
})
