import { describe, expect, test } from 'bun:test'
import { BUDGET_WINDOWS, type BudgetWindow } from '#contract/limits.ts'
import { createCalendar } from './calendar.ts'

const windowOf = (zone: string, kind: BudgetWindow, at: string) => {
  const { start, end } = createCalendar(zone).windowAt(kind, Date.parse(at))
  return [start, end].map((time) => new Date(time).toISOString())
}

describe('a window is that of the clocks of the zone', () => {
  test.each<[string, BudgetWindow, string, string, string]>([
    ['UTC', 'hour', '2026-11-25T10:59:59.999Z', '2026-11-25T10:00:00.000Z', '2026-11-25T11:00:00.000Z'],
    ['UTC', 'day', '2026-11-25T00:00:00.000Z', '2026-11-25T00:00:00.000Z', '2026-11-26T00:00:00.000Z'],
    ['UTC', 'week', '2026-11-25T12:00:00.000Z', '2026-11-23T00:00:00.000Z', '2026-11-30T00:00:00.000Z'],
    ['UTC', 'week', '2026-11-29T23:59:59.000Z', '2026-11-23T00:00:00.000Z', '2026-11-30T00:00:00.000Z'],
    ['UTC', 'month', '2026-12-31T23:59:59.000Z', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['Asia/Shanghai', 'day', '2026-11-25T16:00:00.000Z', '2026-11-25T16:00:00.000Z', '2026-11-26T16:00:00.000Z'],
    ['Asia/Shanghai', 'month', '2026-11-30T15:59:59.000Z', '2026-10-31T16:00:00.000Z', '2026-11-30T16:00:00.000Z'],
    ['Asia/Kolkata', 'hour', '2026-11-25T10:29:00.000Z', '2026-11-25T09:30:00.000Z', '2026-11-25T10:30:00.000Z'],
    ['America/New_York', 'day', '2026-11-25T04:59:59.000Z', '2026-11-24T05:00:00.000Z', '2026-11-25T05:00:00.000Z'],
    // Clocks are set forward on 2026-03-08: that day has 23 hours. They are set back on 2026-11-01: 25 hours.
    ['America/New_York', 'day', '2026-03-08T12:00:00.000Z', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['America/New_York', 'day', '2026-11-01T12:00:00.000Z', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    // Midnight of 2026-09-06 does not exist in Chile: clocks go from 24:00 to 01:00.
    ['America/Santiago', 'day', '2026-09-06T12:00:00.000Z', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ])('%s, %s at %s', (zone, kind, at, start, end) => expect(windowOf(zone, kind, at)).toEqual([start, end]))
})

test.each(['UTC', 'Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kolkata'])(
  'the windows of %s follow each other without a gap',
  (zone) => {
    for (const kind of BUDGET_WINDOWS) {
      const calendar = createCalendar(zone)
      let { end } = calendar.windowAt(kind, Date.parse('2026-01-15T00:00:00Z'))
      for (let n = 0; n < 500; n++) {
        const next = calendar.windowAt(kind, end)
        expect(next.start).toBe(end)
        expect(next.end).toBeGreaterThan(next.start)
        end = next.end
      }
    }
  },
)

test('an earlier moment after a later one has its own window', () => {
  const calendar = createCalendar('UTC')
  calendar.windowAt('day', Date.parse('2026-11-26T00:00:01Z'))
  expect(calendar.windowAt('day', Date.parse('2026-11-25T23:59:59Z')).end).toBe(Date.parse('2026-11-26T00:00:00Z'))
})
