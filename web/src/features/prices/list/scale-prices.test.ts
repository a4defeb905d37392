import { expect, test } from 'bun:test'
import { NO_CELLS, ownPriceOf } from '#contract/prices/dollar-prices.ts'
import { NO_EXTRAS } from '#contract/prices/price-terms.ts'
import { readPercent, scaleCells, scaleExtras } from './scale-prices.ts'

test.each([
  ['10', 10],
  ['+7.5 %', 7.5],
  ['-20', -20],
  ['−20%', -20],
  ['１０', 10],
  ['-100', -100],
  ['-101', null],
  ['ten', null],
  ['', null],
  ['1e3', null],
] as const)('%j is %p per cent', (text, percent) => {
  expect(readPercent(text)).toBe(percent)
})

test('prices change exactly', () => {
  const cells = { ...NO_CELLS, input: '0.15', output: '0.6', cacheRead: '0.075' }
  expect(scaleCells(cells, 10)).toEqual({ ...NO_CELLS, input: '0.165', output: '0.66', cacheRead: '0.0825' })
  expect(scaleCells({ ...NO_CELLS, perCall: '0.1' }, 200)).toEqual({ ...NO_CELLS, perCall: '0.3' })
  expect(scaleCells({ ...NO_CELLS, input: '0' }, 50).input).toBe('0')
  expect(scaleCells({ ...NO_CELLS, input: '0.00000001' }, 1).input).toBe('0.00000001')
})

test('only the ratio of the model changes, not those to its input price', () => {
  const own = { ModelRatio: 0.075, CompletionRatio: 4, CacheRatio: 0.333333333 }
  const scaled = scaleCells({ ...NO_CELLS, input: '0.15', output: '0.6', cacheRead: '0.05' }, 20)
  expect(ownPriceOf(scaled, own, null).own).toEqual({ ...own, ModelRatio: 0.09 })
})

test('own further prices change with the others', () => {
  expect(scaleExtras({ ...NO_EXTRAS, cacheWrite5m: '2.5', reasoning: '0' }, 10)).toEqual({
    ...NO_EXTRAS,
    cacheWrite5m: '2.75',
    reasoning: '0',
  })
})
