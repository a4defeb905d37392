import { expect, test } from 'bun:test'
import { NO_CELLS } from '#contract/prices/dollar-prices.ts'
import { NO_EXTRAS } from '#contract/prices/price-terms.ts'
import { effectsOf, ruleEffectsOf } from './price-effects.ts'
import type { Changed } from './price-rows.ts'

const NO_TERMS = { extras: NO_EXTRAS, rules: null }
const changed = (before: Changed['own'], own: Changed['own']): Changed => ({
  row: {
    model: 'm',
    vendor: '',
    groups: ['default', 'vip'],
    listed: null,
    unpriced: null,
    own: before,
    stored: NO_CELLS,
    rules: [],
    terms: NO_TERMS,
  },
  own,
  terms: NO_TERMS,
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

test('rules and further prices have an effect, by condition and for the groups that they are for', () => {
  const own = { ModelRatio: 1, CompletionRatio: 4 }
  const rules = [
    { above: 1000, factor: 2 },
    { groups: ['vip'], group_ratio: 0.5 },
    { tier: 'priority', factor: 3 },
  ]
  const change = changed(own, own)
  const after = { ...change, terms: { extras: { ...NO_EXTRAS, cacheWrite5m: '2.5' }, rules } }
  const [always, long, ...others] = effectsOf([after], ratios)
  expect(others).toEqual([])
  expect(always?.groups.map(({ group, ratio, steps }) => [group, ratio, steps.input, steps.cacheWrite5m])).toEqual([
    ['default', 1, { before: '2', after: '2' }, { before: '2', after: '2.5' }],
    ['vip', 0.5, { before: '1.6', after: '1' }, { before: '1.6', after: '1.25' }],
  ])
  expect(long?.when).toEqual({ above: 1000 })
  expect(long?.groups[0]?.steps).toMatchObject({
    input: { before: '2', after: '4' },
    output: { before: '8', after: '16' },
    cacheWrite5m: { before: '2', after: '5' },
  })
  expect(ruleEffectsOf([after])).toEqual([{ model: 'm', added: rules, removed: [] }])
  expect(ruleEffectsOf([change])).toEqual([])
})
