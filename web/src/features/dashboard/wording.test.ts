import { expect, test } from 'bun:test'
import { formatGrowth } from '#web/lib/format.ts'
import { axisRoom, axisUnit, bucketName, metricText, tickText } from './wording.ts'

const DOLLARS = { quota_per_unit: 500_000, display_in_currency: true }
const UNITS = { quota_per_unit: 500_000, display_in_currency: false }
const at = (text: string) => new Date(text).getTime() / 1000

test('a bar is named by its time', () => {
  expect(bucketName(at('2026-11-20T14:00:00'), at('2026-11-20T15:00:00'), 'hour')).toBe('11-20 14:00')
  expect(bucketName(at('2026-11-20T00:00:00'), at('2026-11-21T00:00:00'), 'day')).toBe('11-20')
  expect(bucketName(at('2026-11-16T00:00:00'), at('2026-11-23T00:00:00'), 'week')).toBe('11-16 - 11-22')
})

test('small sums keep their digits', () => {
  expect(metricText('quota', 500_000, DOLLARS)).toBe('$1.00')
  expect(metricText('quota', 5, DOLLARS)).toBe('$0.000010')
  expect(metricText('quota', 0, DOLLARS)).toBe('$0.00')
  expect(metricText('count', 12_000, DOLLARS)).toBe('12.0k')
  expect(metricText('quota', 1320.2787610619469, UNITS)).toBe('1320.28')
  expect(metricText('quota', 1320, UNITS)).toBe('1320')
})

test('an axis counts dollars, or units where the site shows units', () => {
  expect([axisUnit('quota', DOLLARS), axisUnit('quota', UNITS), axisUnit('count', DOLLARS)]).toEqual([500_000, 1, 1])
  const ticks = (...values: number[]) => values.map((value) => tickText('quota', value, values[1] ?? 0, DOLLARS))
  expect(ticks(0, 0.05, 0.1)).toEqual(['$0.00', '$0.05', '$0.10'])
  expect(ticks(0, 2, 4)).toEqual(['$0', '$2', '$4'])
  expect(ticks(0, 12_000)).toEqual(['$0', '$12.0k'])
  expect(ticks(0, 0.0000002)).toEqual(['$0.0000000', '$0.0000002'])
  expect(tickText('quota', 25_000, 25_000, UNITS)).toBe('25.0k')
})

test('growth in few signs', () => {
  expect([0.25, -0.175, 0, 51.2, 99, 99.6].map(formatGrowth)).toEqual([
    '+25\u202f%',
    '−17\u202f%',
    '±0\u202f%',
    '+5,120\u202f%',
    '+9,900\u202f%',
    '+9,960\u202f%',
  ])
})

test('the axis has room for its longest label, however small the costs are', () => {
  expect(axisRoom(['$0', '$25'])).toBe('max(3.5rem, calc(3ch + 0.75rem))')
  expect(axisRoom(['$0.0000000', '$0.0000025'])).toBe('max(3.5rem, calc(10ch + 0.75rem))')
})
