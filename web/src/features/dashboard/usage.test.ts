import { expect, test } from 'bun:test'
import type { UsageRow } from '#contract/api/statistics.ts'
import { nameHue } from '#web/lib/name-hue.ts'
import { labelled, ticksOf } from './scale.ts'
import { seriesOf } from './series.ts'
import { belongsTo, bucketsOf, errorRate, growth, rankParts, totalOf, unsplit } from './usage.ts'

const at = (text: string) => new Date(text).getTime() / 1000
const row = (time: string, model_name: string, quota: number, count = 1): UsageRow => ({
  id: 0,
  user_id: 0,
  username: '',
  model_name,
  created_at: at(time),
  token_used: quota * 2,
  prompt_tokens: quota,
  cached_tokens: 1,
  completion_tokens: quota - 1,
  count,
  quota,
  failed_count: 1,
})
const ROWS = [
  row('2026-11-18T09:00:00', 'a', 10),
  row('2026-11-18T23:00:00', 'a', 5),
  row('2026-11-18T23:00:00', 'b', 40, 3),
  row('2026-11-20T00:00:00', 'b', 1),
]
const SPAN = { start: at('2026-11-18T00:00:00'), end: at('2026-11-20T12:00:00') }

test('every step of a span has a bar, empty ones too, and nothing is lost', () => {
  const days = bucketsOf(ROWS, SPAN, 'day')
  expect(days.map(({ total }) => total.quota)).toEqual([55, 0, 1])
  expect(days[0]?.byPart.get('a')).toEqual({
    quota: 15,
    count: 2,
    tokens: 30,
    input: 15,
    cached: 2,
    output: 13,
    errors: 2,
  })
  expect(days[0]?.end).toBe(days[1]?.start ?? 0)
  expect(bucketsOf(ROWS, SPAN, 'hour')).toHaveLength(61)
  expect(bucketsOf(ROWS, SPAN, 'week').map(({ total }) => total.count)).toEqual([6])
  expect(totalOf(ROWS)).toEqual({ quota: 56, count: 6, tokens: 112, input: 56, cached: 4, output: 52, errors: 4 })
})

test('parts are ranked by what is asked for', () => {
  expect(rankParts(ROWS, 'quota').map(({ key, quota }) => [key, quota])).toEqual([
    ['b', 41],
    ['a', 15],
  ])
  const many = Array.from({ length: 12 }, (_, index) => row('2026-11-18T09:00:00', `m${index}`, 1))
  const series = seriesOf(rankParts(many, 'quota'))
  expect(series).toHaveLength(9)
  expect(series.at(-1)).toEqual({ key: undefined, row: undefined, hue: undefined, tone: 'usual' })
  // In whatever company a model is, its hue is the same; those that share one differ in tone.
  for (const { key, hue } of series.slice(0, 8)) expect(hue).toBe(nameHue(key ?? ''))
  expect(new Set(series.map(({ hue, tone }) => `${hue} ${tone}`)).size).toBe(9)
  expect(seriesOf(rankParts(ROWS, 'quota'))).toHaveLength(2)
})

test('growth is told only where there was something before', () => {
  expect(growth(5, 4)).toBe(0.25)
  expect(growth(0, 4)).toBe(-1)
  expect(growth(5, 0)).toBeUndefined()
  expect(growth(500, 50)).toBe(9)
  expect(growth(501, 50)).toBeUndefined()
})

test('axes have round lines that reach the largest value', () => {
  expect(ticksOf(93)).toEqual([0, 25, 50, 75, 100])
  expect(ticksOf(4)).toEqual([0, 1, 2, 3, 4])
  expect(ticksOf(0.0007)).toEqual([0, 0.0002, 0.0004, 0.0006, 0.0008])
  expect(ticksOf(0)).toEqual([0, 1])
  expect(Array.from({ length: 10 }, (_, index) => labelled(10, 4)(index)).filter(Boolean)).toHaveLength(4)
})

test('errors are a share of all calls, and tokens of former versions are in neither part', () => {
  const total = totalOf(ROWS)
  expect(errorRate(total)).toBe(0.4)
  expect(errorRate({ ...total, errors: 0, count: 0 })).toBe(0)
  expect(errorRate({ ...total, count: 0 })).toBe(1)
  expect(unsplit(total)).toBe(4)
})

test('who has nothing but errors is in the chart of errors alone', () => {
  const [part] = rankParts([{ ...row('2026-11-18T09:00:00', 'a', 0, 0), completion_tokens: 0 }], 'errors')
  expect(belongsTo('errors', part!)).toBe(true)
  expect(belongsTo('quota', part!)).toBe(false)
  expect(belongsTo('count', { ...part!, count: 1 })).toBe(true)
  expect(belongsTo('errors', { ...part!, count: 1, errors: 0 })).toBe(false)
})
