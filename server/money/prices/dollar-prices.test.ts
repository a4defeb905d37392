import { expect, test } from 'bun:test'
import { decimalProduct } from '#contract/decimal.ts'
import { CELL_NAMES, cellsOf, dollarsOf, NO_CELLS, type OwnPrice, ownPriceOf } from '#contract/prices/dollar-prices.ts'
import { defaultPrices } from './default-prices.ts'
import { listedPrice } from './listed.ts'

const listed = Object.entries(defaultPrices.models)
const inDollars = listed.filter(([, { currency }]) => currency === 'USD')
const plain = (text: string | undefined) => (text === undefined ? '' : decimalProduct(Number(text)))

test('every list price that is typed is stored as ratios that give it back to the digit', () => {
  for (const [model, price] of inDollars) {
    const cells = {
      input: plain(price.input),
      output: plain(price.output),
      cacheRead: plain(price.cache_read),
      perCall: plain(price.per_call),
    }
    const { own, problems } = ownPriceOf(cells, {}, null)
    expect([model, problems]).toEqual([model, undefined])
    expect([model, cellsOf(own!, null)]).toEqual([model, cells])
  }
})

test('typing what the list says changes nothing, and so does an unchanged row', () => {
  for (const [model] of listed) {
    const list = listedPrice({}, model)
    const cells = cellsOf({}, list)
    expect(ownPriceOf(cells, {}, list)).toEqual({ own: {} })
    const own: OwnPrice = { ModelRatio: 1 / 3, CompletionRatio: 2 / 7, CacheRatio: 0.1 + 0.2 }
    expect(ownPriceOf(cellsOf(own, list), own, list).own).toBe(own)
  }
})

test('a changed input price keeps the dollars of output and cached input', () => {
  for (const [model] of inDollars) {
    const list = listedPrice({}, model)
    const cells = cellsOf({}, list)
    if (cells.perCall !== '' || Number(cells.input) === 0) continue
    const wanted = { ...cells, input: decimalProduct(Number(cells.input), 1.1) }
    const { own, problems } = ownPriceOf(wanted, {}, list)
    expect([model, problems]).toEqual([model, undefined])
    expect([model, cellsOf(own!, list)]).toEqual([model, wanted])
  }
})

test('the table of prices and the catalogue state the same dollars', () => {
  expect(dollarsOf({}, listedPrice({}, 'claude-opus-4-8'), 2)?.tokens).toMatchObject({
    input: '10',
    output: '50',
    cacheRead: '1',
    cacheWrite5m: '12.5',
    cacheWrite1h: '20',
  })
})

test('the operator changes how a model is billed', () => {
  const call = ownPriceOf({ ...NO_CELLS, perCall: '0.04' }, { ModelRatio: 1, CompletionRatio: 2 }, null).own!
  expect(call).toEqual({ ModelPrice: 0.04, ModelRatio: 1, CompletionRatio: 2 })
  expect(ownPriceOf({ ...NO_CELLS, input: '3', output: '15' }, call, null).own).toEqual({
    ModelRatio: 1.5,
    CompletionRatio: 5,
  })
  expect(ownPriceOf({ ...NO_CELLS, input: '3' }, {}, listedPrice({}, 'dall-e-3')).own).toEqual({ ModelRatio: 1.5 })
  expect(ownPriceOf(NO_CELLS, call, null).own).toEqual({})
})

test('an unpriced model with a ratio of output is left as it is until it is priced', () => {
  expect(ownPriceOf(NO_CELLS, { CompletionRatio: 4 }, null).own).toEqual({ CompletionRatio: 4 })
})

test.each([
  [{ input: 'two' }, { input: 'notNumber' }],
  [{ input: '1e3' }, { input: 'notNumber' }],
  [{ input: '-1' }, { input: 'notNumber' }],
  [{ input: '0.123456789' }, { input: 'tooPrecise' }],
  [{ input: '123456.789' }, { input: 'tooPrecise' }],
  [{ input: '2000001' }, { input: 'tooLarge' }],
  [{ perCall: '1000001' }, { perCall: 'tooLarge' }],
  [{ input: '1', output: '1000001' }, { output: 'tooLarge' }],
  [{ input: '1000', output: '0.00001' }, { output: 'tooSmall' }],
  [{ input: '0', output: '1' }, { output: 'freeInput' }],
  [{ output: '1' }, { input: 'inputMissing' }],
  [{ input: '1', perCall: '1' }, { perCall: 'both' }],
] as const)('%j is refused: %j', (cells, problems) => {
  const given = { ...NO_CELLS, ...cells }
  expect(ownPriceOf(given, {}, null)).toEqual({ problems })
  expect(CELL_NAMES.some((name) => name in problems)).toBe(true)
})

test('free models have a price of 0', () => {
  expect(ownPriceOf({ ...NO_CELLS, input: '0', output: '0' }, {}, null).own).toMatchObject({ ModelRatio: 0 })
})
