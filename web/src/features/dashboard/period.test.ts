import { expect, test } from 'bun:test'
import { nextStart, periodOf, spanBefore, spanOf, startOf, stepOf } from './period.ts'

const at = (text: string) => new Date(text).getTime() / 1000
const NOW = at('2026-11-20T15:30:10')
const HOUR = 3600

test('a day is 24 whole hours with the current one, compared with the 24 before', () => {
  const span = spanOf({}, NOW)
  expect(span).toEqual({ start: at('2026-11-19T16:00:00'), end: NOW })
  expect(spanBefore({}, span)).toEqual({ start: at('2026-11-18T16:00:00'), end: NOW - 24 * HOUR })
})

test('longer periods are local days with today', () => {
  const span = spanOf({ period: '7d' }, NOW)
  expect(span).toEqual({ start: at('2026-11-14T00:00:00'), end: NOW })
  expect(spanBefore({ period: '7d' }, span)).toEqual({
    start: at('2026-11-07T00:00:00'),
    end: at('2026-11-13T15:30:10'),
  })
  expect(spanOf({ period: '30d' }, NOW).start).toBe(at('2026-10-22T00:00:00'))
})

test('bounds of one’s own win, and never end before they start', () => {
  const search = { period: '7d', from: at('2026-11-01T10:20:00'), to: at('2026-11-02T10:20:00') } as const
  expect(periodOf(search)).toBe('custom')
  const span = spanOf(search, NOW)
  expect(span).toEqual({ start: at('2026-11-01T10:00:00'), end: search.to })
  expect(spanBefore(search, span).end).toBe(span.start - 1)
  expect(spanOf({ from: NOW, to: NOW - 10 }, NOW).end).toBe(NOW)
  expect(spanOf({ from: NOW - HOUR }, NOW).end).toBe(NOW)
})

test('the step follows the period unless it was chosen', () => {
  const span = (days: number) => ({ start: NOW - days * 24 * HOUR, end: NOW })
  expect(stepOf({}, span(1))).toBe('hour')
  expect(stepOf({ period: '30d' }, span(30))).toBe('day')
  expect(stepOf({ period: '30d', step: 'week' }, span(30))).toBe('week')
  expect(stepOf({ from: 1 }, span(2))).toBe('hour')
  expect(stepOf({ from: 1 }, span(40))).toBe('day')
  expect(stepOf({ from: 1 }, span(400))).toBe('week')
})

test('weeks begin on Monday, and steps follow each other', () => {
  expect(startOf(at('2026-11-22T23:00:00'), 'week')).toBe(at('2026-11-16T00:00:00'))
  expect(startOf(at('2026-11-16T00:00:00'), 'week')).toBe(at('2026-11-16T00:00:00'))
  expect(nextStart(at('2026-11-16T00:00:00'), 'week')).toBe(at('2026-11-23T00:00:00'))
  expect(nextStart(at('2026-11-30T00:00:00'), 'day')).toBe(at('2026-12-01T00:00:00'))
})
