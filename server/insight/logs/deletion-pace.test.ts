import { expect, test } from 'bun:test'
import { firstPace, nextPace } from './deletion-pace.ts'

test('slices grow while they are quick and nothing else waits', () => {
  let pace = firstPace()
  for (let slice = 0; slice < 10; slice++) pace = nextPace('sqlite', pace, pace.rows / 100, 0)
  expect(pace).toEqual({ rows: 400, pauseMs: 4 })
})

test('slices that take long become short', () => {
  expect(nextPace('sqlite', { rows: 400, pauseMs: 4 }, 20, 0).rows).toBe(80)
  expect(nextPace('postgres', { rows: 400, pauseMs: 4 }, 20, 0).rows).toBe(800)
})

test('where timers are late, pauses are long', () => {
  expect(nextPace('sqlite', { rows: 100, pauseMs: 4 }, 4, 10).pauseMs).toBe(56)
})

test('the deletion never stands still', () => {
  expect(nextPace('sqlite', { rows: 100, pauseMs: 4 }, 5000, 5000)).toEqual({ rows: 50, pauseMs: 150 })
})
