import { expect, test } from 'bun:test'
import { usageTimes } from './token-usage.ts'

const at = (text: string) => new Date(text).getTime() / 1000

test('usage is asked for from local midnights', () => {
  expect(usageTimes(new Date('2026-03-05T14:30:00'))).toEqual({
    month: at('2026-03-01T00:00:00'),
    start: at('2026-02-04T00:00:00'),
  })
  expect(usageTimes(new Date('2026-01-31T00:00:00')).start).toBe(at('2026-01-02T00:00:00'))
})
