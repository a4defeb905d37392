import { expect, test } from 'bun:test'
import type { HealthCell } from '#contract/api/traffic.ts'
import { allSlices, failuresOf, kindsOf, levelOf, selectCells, successOf } from './health.ts'

const cell = (fields: Partial<HealthCell> = {}): HealthCell => ({
  channel_id: 7,
  channel_name: 'Main',
  channel_type: 1,
  channel_status: 1,
  model_name: 'gpt-4o',
  served: 98,
  failed: {},
  in_flight: 0,
  quota: 0,
  slices: [],
  errors: [],
  ...fields,
})

test('a caller’s own error is not a failure of the channel', () => {
  const mixed = cell({ failed: { caller: 40, server: 2 } })
  expect(failuresOf(mixed)).toBe(2)
  expect(successOf(mixed)).toBe(0.98)
  expect(kindsOf(mixed)).toEqual([
    ['caller', 40],
    ['server', 2],
  ])
  expect(successOf(cell({ served: 0, failed: { caller: 1 } }))).toBeUndefined()
})

test.each([
  [1, 'good'],
  [0.99, 'good'],
  [0.95, 'fair'],
  [0.5, 'bad'],
] as const)('%d is %s', (share, level) => {
  expect(levelOf(share)).toBe(level)
})

test('slices without calls are there, too', () => {
  const slices = allSlices(cell({ slices: [{ at: 7200, served: 3, failed: 1 }] }), {
    start: 3600,
    end: 10_900,
    step: 3600,
  })
  expect(slices.map(({ at, served }) => [at, served])).toEqual([
    [3600, 0],
    [7200, 3],
    [10_800, 0],
  ])
})

test('cells are found by channel, id and model', () => {
  const cells = [cell(), cell({ channel_id: 8, channel_name: 'Spare', failed: { rate: 1 } })]
  const ids = (keyword: string, failing = false) =>
    selectCells(cells, keyword, failing).map(({ channel_id }) => channel_id)
  expect(ids('')).toEqual([7, 8])
  expect(ids('spare')).toEqual([8])
  expect(ids('7')).toEqual([7])
  expect(ids('GPT')).toEqual([7, 8])
  expect(ids('', true)).toEqual([8])
})
