import { expect, test } from 'bun:test'
import { zonedTimes } from './zoned-time.ts'

const at = (text: string) => Date.parse(text) / 1000

test.each([
  ['UTC', '2026-03-01T00:00:00Z', '2026-03-01 00:00:00', '2026-03-01T00:00:00+00:00'],
  ['Asia/Shanghai', '2026-02-28T16:00:00Z', '2026-03-01 00:00:00', '2026-03-01T00:00:00+08:00'],
  ['Asia/Kolkata', '2026-03-01T00:00:00Z', '2026-03-01 05:30:00', '2026-03-01T05:30:00+05:30'],
  ['America/New_York', '2026-03-01T00:00:00Z', '2026-02-28 19:00:00', '2026-02-28T19:00:00-05:00'],
])('%s at %s', (zone, time, local, iso) => {
  expect(zonedTimes(zone)(at(time))).toEqual({ local, iso })
})

test('the offset changes when the clocks do', () => {
  const write = zonedTimes('Europe/Berlin')
  expect(write(at('2026-03-29T00:59:59Z')).iso).toBe('2026-03-29T01:59:59+01:00')
  expect(write(at('2026-03-29T01:00:00Z')).iso).toBe('2026-03-29T03:00:00+02:00')
  expect(write(at('2026-03-29T00:59:59Z')).iso).toBe('2026-03-29T01:59:59+01:00')
})
