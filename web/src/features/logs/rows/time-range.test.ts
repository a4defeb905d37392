import { expect, test } from 'bun:test'
import { chooseRange, rangeOf, shifted, windowOf } from './time-range.ts'

const at = (text: string) => new Date(text).getTime() / 1000
const NOW = at('2026-11-20T15:30:10')
const HOUR = 3600

test('without a choice the log shows today, from midnight to an hour ahead', () => {
  expect(rangeOf({})).toBe('today')
  expect(windowOf({}, NOW)).toEqual({ start: at('2026-11-20T00:00:00'), end: NOW + HOUR })
})

test.each([
  ['1h', HOUR],
  ['24h', 24 * HOUR],
  ['7d', 7 * 24 * HOUR],
  ['30d', 30 * 24 * HOUR],
] as const)('%s reaches %d seconds back', (range, seconds) => {
  expect(windowOf({ range }, NOW)).toEqual({ start: NOW - seconds, end: NOW + HOUR })
})

test('a request id is looked for at any time, unless a range was chosen', () => {
  const request_id = '2026'
  expect(windowOf({ request_id }, NOW)).toEqual({ start: undefined, end: undefined })
  expect(windowOf({ request_id, range: '1h' }, NOW)).toEqual({ start: NOW - HOUR, end: NOW + HOUR })
  expect(chooseRange({ request_id }, 'today', NOW).range).toBe('today')
  expect(chooseRange({ request_id }, 'all', NOW).range).toBeUndefined()
})

test('another list may start with another range, which then needs no word in its URL', () => {
  expect(rangeOf({ initial: 'all' })).toBe('all')
  expect(windowOf({ initial: 'all' }, NOW)).toEqual({ start: undefined, end: undefined })
  expect(chooseRange({ initial: 'all' }, 'all', NOW).range).toBeUndefined()
  expect(chooseRange({ initial: 'all' }, 'today', NOW).range).toBe('today')
})

test('bounds of one’s own win over a name, and either may be open', () => {
  expect(rangeOf({ range: '7d', from: 5 })).toBe('custom')
  expect(windowOf({ from: 5 }, NOW)).toEqual({ start: 5, end: undefined })
  expect(windowOf({ to: 9 }, NOW)).toEqual({ start: undefined, end: 9 })
})

test('the default leaves nothing in the URL, and a name clears the bounds', () => {
  expect(chooseRange({ range: '7d' }, 'today', NOW)).toEqual({ range: undefined, from: undefined, to: undefined })
  expect(chooseRange({ from: 1, to: 2 }, '24h', NOW)).toEqual({ range: '24h', from: undefined, to: undefined })
})

test('a custom range starts with what was shown', () => {
  expect(chooseRange({ range: '1h' }, 'custom', NOW)).toEqual({ range: undefined, from: NOW - HOUR, to: NOW + HOUR })
  const open = chooseRange({ range: 'all' }, 'custom', NOW)
  expect(open).toEqual({ range: undefined, from: at('2026-11-20T00:00:00'), to: NOW + HOUR })
})

test('a shift leads to the stretch of the same length before, and back again', () => {
  const before = shifted({ range: '1h' }, -1, NOW)
  expect(before).toEqual({ from: NOW - 2 * HOUR - 1, to: NOW - HOUR - 1 })
  expect(shifted(before ?? {}, 1, NOW)).toEqual({ from: NOW - HOUR, to: NOW })
  expect(shifted({ from: 1000, to: 1099 }, -1, NOW)).toEqual({ from: 900, to: 999 })
})

test('there is nothing after now, and nothing beside all time', () => {
  expect(shifted({}, 1, NOW)).toBeNull()
  expect(shifted({ range: 'all' }, -1, NOW)).toBeNull()
  expect(shifted({ from: 10, to: 1000 }, -1, NOW)).toBeNull()
})
