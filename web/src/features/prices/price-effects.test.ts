import { expect, test } from 'bun:test'
import { NO_CELLS } from '#contract/dollar-prices.ts'
import { effectsOf } from './price-effects.ts'
import type { Changed } from './price-rows.ts'

const changed = (before: Changed['own'], own: Changed['own']): Changed => ({
  row: {
    model: 'm',
    vendor: '',
    groups: ['default', 'vip'],
    listed: null,
    unpriced: null,
    own: before,
    stored: NO_CELLS,
  },
  own,
  problems: {},
})
const ratios = { default: 1, vip: 0.8 }

test('a changed price has its old and new dollars in each group that can use the model', () => {
  const [effect] = effectsOf(
    [changed({ ModelRatio: 1, CompletionRatio: 4 }, { ModelRatio: 1, CompletionRatio: 5 })],
    ratios,
  )
  expect(effect?.amounts).toEqual(['output'])
  expect(effect?.groups.map(({ group, ratio, steps }) => [group, ratio, steps.output])).toEqual([
    ['default', 1, { before: '8', after: '10' }],
    ['vip', 0.8, { before: '6.4', after: '8' }],
  ])
})

test('a model without a price gets all prices, and one billed by the call loses those of tokens', () => {
  expect(effectsOf([changed({}, { ModelRatio: 1 })], ratios)[0]?.groups[0]?.steps.input).toEqual({
    before: null,
    after: '2',
  })
  const [call] = effectsOf([changed({ ModelRatio: 1 }, { ModelPrice: 0.1 })], ratios)
  expect(call?.amounts).toContain('perCall')
  expect(call?.groups[1]?.steps).toMatchObject({
    input: { before: '1.6', after: null },
    perCall: { before: null, after: '0.08' },
  })
})

test('prices of the cache that are those of input are not told twice', () => {
  expect(effectsOf([changed({}, { ModelRatio: 1 })], ratios)[0]?.amounts).toEqual(['input', 'output'])
  const cached = effectsOf([changed({}, { ModelRatio: 1, CacheRatio: 0.1 })], ratios)[0]
  expect(cached?.amounts).toEqual(['input', 'output', 'cacheRead'])
})

test('what leaves all prices as they are has no effect', () => {
  expect(effectsOf([changed({ ModelRatio: 1 }, { ModelRatio: 1, CompletionRatio: 1 })], ratios)).toEqual([])
})
