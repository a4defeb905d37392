import { expect, test } from 'bun:test'
import type { ModelStatus } from '#contract/api/traffic.ts'
import { countStates, daysOfAll, findStatus, levelOf } from './status-list.ts'

const model = (model_name: string, state: ModelStatus['state']): ModelStatus => ({
  model_name,
  vendor: '',
  state,
  days: [],
})
const MODELS = [model('b', 'up'), model('a', 'up'), model('q', 'quiet'), model('d', 'down'), model('s', 'slow')]
const names = (filters: Parameters<typeof findStatus>[1]) => findStatus(MODELS, filters).map((row) => row.model_name)

test('models in trouble come first, then by name', () => {
  expect(names({})).toEqual(['d', 's', 'a', 'b', 'q'])
})

test('models are found by name and state', () => {
  expect(names({ keyword: 'B' })).toEqual(['b'])
  expect(names({ state: 'up' })).toEqual(['a', 'b'])
})

test('models are counted by state', () => {
  expect(countStates(MODELS)).toEqual({ up: 2, slow: 1, down: 1, quiet: 1 })
})

test.each([
  [100, 0, 'up'],
  [95, 5, 'up'],
  [94, 6, 'slow'],
  [1, 1, 'down'],
  [0, 3, 'down'],
] as const)('a day with %d served and %d failed calls was %s', (served, failed, level) => {
  expect(levelOf({ served, failed })).toBe(level)
})

test('the calls of all models add up by day', () => {
  const withDays = (days: ModelStatus['days']) => ({ ...model('m', 'up'), days })
  expect(
    daysOfAll([
      withDays([
        { at: 200, served: 1, failed: 0 },
        { at: 100, served: 2, failed: 1 },
      ]),
      withDays([{ at: 100, served: 3, failed: 0 }]),
    ]),
  ).toEqual([
    { at: 100, served: 5, failed: 1 },
    { at: 200, served: 1, failed: 0 },
  ])
})
