import { describe, expect, test } from 'bun:test'
import type { PriceTable, PriceTableRow } from '#contract/api/price-table.ts'
import { NO_CELLS } from '#contract/prices/dollar-prices.ts'
import { NO_EXTRAS, type PriceTerms } from '#contract/prices/price-terms.ts'
import { changedRows, differenceOf, findRows, optionChanges, rowsOf, typedPrice, withCell } from './price-rows.ts'

const none = {
  completion_ratio: null,
  cache_ratio: null,
  cache_write_5m: null,
  cache_write_1h: null,
  reasoning_ratio: null,
  image_ratio: null,
  image_output_ratio: null,
}
const listed = { ...none, model_price: null, model_ratio: 1.25, audio_ratio: null, audio_completion_ratio: null }
const rowOf = (
  model: string,
  more: Omit<Partial<PriceTableRow>, 'rules'> & { rules?: PriceTableRow['rules'] } = {},
): PriceTableRow => ({
  model,
  vendor: 'openai',
  groups: ['default'],
  listed: null,
  unpriced: null,
  rules: [],
  ...more,
})
const table: PriceTable = {
  rows: [
    rowOf('new', { unpriced: { failed_calls: 0, suggestion: null }, vendor: '' }),
    rowOf('gpt', { listed: { ...listed, completion_ratio: 4, cache_ratio: 0.5 } }),
    rowOf('ours', { listed }),
  ],
  maps: {
    ModelPrice: '{}',
    ModelRatio: '{ "ours": 2.50, "elsewhere": 0.1 }',
    CompletionRatio: '{"ours":0.333333333}',
    CacheRatio: '{}',
    PriceRules: '{"elsewhere": [{"factor": 2}]}',
  },
  group_ratio: { default: 1 },
  sells_unpriced: false,
  list_version: '2026-11-20',
}
const rows = rowsOf(table)!

test('rows have the cells of the stored price', () => {
  expect(rows.map(({ stored }) => [stored.input, stored.output, stored.cacheRead])).toEqual([
    ['', '', ''],
    ['2.5', '10', '1.25'],
    ['5', '1.6666667', ''],
  ])
})

test('an option that is no map of numbers is not read as an empty one', () => {
  for (const text of ['[]', '{"a":"1"}', '{']) {
    expect(rowsOf({ ...table, maps: { ...table.maps, ModelRatio: text } })).toBeUndefined()
  }
})

test('cells as they are stored change no option', () => {
  const drafts = new Map(rows.map((row) => [row.model, { ...row.stored }]))
  expect(changedRows(rows, drafts)).toEqual([])
  expect(optionChanges(table, [])).toEqual([])
  const rewritten = { ...NO_CELLS, input: '2.50', output: '10.0', cacheRead: '1.25' }
  expect(changedRows(rows, new Map([['gpt', rewritten]]))).toEqual([])
})

test('changes are in as few options as they need, and leave other entries alone', () => {
  const drafts = new Map([
    ['new', { ...NO_CELLS, input: '3', output: '15' }],
    ['gpt', { ...NO_CELLS, input: '2.5', output: '10', cacheRead: '0.25' }],
  ])
  const changes = optionChanges(table, changedRows(rows, drafts))
  expect(changes).toEqual([
    { key: 'ModelRatio', value: '{"ours":2.5,"elsewhere":0.1,"new":1.5}', expected: table.maps.ModelRatio },
    { key: 'CompletionRatio', value: '{"ours":0.333333333,"new":5}', expected: table.maps.CompletionRatio },
    { key: 'CacheRatio', value: '{"gpt":0.1}', expected: '{}' },
  ])
})

test('a price that is taken away leaves the options', () => {
  const changes = optionChanges(table, changedRows(rows, new Map([['ours', NO_CELLS]])))
  expect(changes.map(({ key, value }) => [key, value])).toEqual([
    ['ModelRatio', '{"elsewhere":0.1}'],
    ['CompletionRatio', '{}'],
  ])
})

test('wrong cells are named', () => {
  const [changed] = changedRows(rows, new Map([['new', { ...NO_CELLS, input: 'x' }]]))
  expect(changed).toMatchObject({ own: {}, problems: { input: 'notNumber' } })
})

test('typing one kind of price empties the other', () => {
  const tokens = { ...NO_CELLS, input: '1', output: '2' }
  expect(withCell(tokens, 'perCall', '0.1')).toEqual({ ...NO_CELLS, perCall: '0.1' })
  expect(withCell({ ...NO_CELLS, perCall: '0.1' }, 'input', '1')).toEqual({ ...NO_CELLS, input: '1' })
  expect(withCell(tokens, 'perCall', '')).toEqual(tokens)
})

test.each([
  ['$2.50', '2.50'],
  ['２．５', '2.5'],
  ['2。5', '2.5'],
  [' 3 ', '3'],
])('%j is typed as %s', (text, price) => {
  expect(typedPrice(text)).toBe(price)
})

test('the difference to the list is one number where all prices differ alike', () => {
  expect(differenceOf(rows[1]!, { ModelRatio: 1.5 })).toEqual([20])
  expect(differenceOf(rows[1]!, { ModelRatio: 1.5, CompletionRatio: 2 })).toEqual([20, -40])
  expect(differenceOf(rows[1]!, { ModelPrice: 1 })).toEqual([])
  expect(differenceOf(rows[0]!, { ModelRatio: 1 })).toEqual([])
})

test('rows are found by name, vendor and where their price comes from', () => {
  const names = (...args: Parameters<typeof findRows> extends [unknown, ...infer Rest] ? Rest : never) =>
    findRows(rows, ...args).map(({ model }) => model)
  const drafts = new Map([['gpt', NO_CELLS]])
  expect(names(drafts, 'all', 'OPENAI')).toEqual(['gpt', 'ours'])
  expect(names(drafts, 'unpriced', '')).toEqual(['new'])
  expect(names(drafts, 'own', '')).toEqual(['ours'])
  expect(names(drafts, 'listed', '')).toEqual(['gpt'])
  expect(names(drafts, 'changed', '')).toEqual(['gpt'])
})

describe('further prices and rules', () => {
  const listedRules = [{ above: 5, factors: { input: 2 } }]
  const withRules: PriceTable = {
    ...table,
    rows: [rowOf('gpt', { listed: { ...listed, completion_ratio: 4 }, rules: listedRules })],
  }
  const stored = (text: string) => ({ ...withRules, maps: { ...withRules.maps, PriceRules: text } })
  const change = (from: PriceTable, edit: (terms: PriceTerms) => PriceTerms) => {
    const found = rowsOf(from)!
    const changed = changedRows(found, new Map(), new Map(found.map((row) => [row.model, edit(row.terms)])))
    return { changed, options: optionChanges(from, changed) }
  }
  const extras = { ...NO_EXTRAS, cacheWrite5m: '3', imageOutput: '30' }

  test('are stored as a rule without conditions before the built-in ones, and other models stay', () => {
    const { options } = change(withRules, (terms) => ({ ...terms, extras }))
    expect(options).toEqual([
      {
        key: 'PriceRules',
        value: JSON.stringify({
          elsewhere: [{ factor: 2 }],
          gpt: [{ prices: { cache_write_5m: 3, image_output: 30 } }, ...listedRules],
        }),
        expected: table.maps.PriceRules,
      },
    ])
    const [row] = rowsOf(stored(options[0]!.value))!
    expect(row?.terms).toEqual({ extras, rules: null })
  })

  test('without any, the entry is gone; an empty list switches the built-in rules off', () => {
    const own = stored('{"gpt":[{"prices":{"reasoning":1}},{"factor":3}]}')
    expect(rowsOf(own)![0]!.terms).toEqual({ extras: { ...NO_EXTRAS, reasoning: '1' }, rules: [{ factor: 3 }] })
    expect(change(own, () => ({ extras: NO_EXTRAS, rules: null })).options[0]?.value).toBe('{}')
    expect(change(withRules, (terms) => ({ ...terms, rules: [] })).options[0]?.value).toContain('"gpt":[]')
  })

  test('as they are stored, or written otherwise, change nothing', () => {
    expect(change(stored('{"gpt":[{"prices":{"reasoning":1}}]}'), (terms) => terms).changed).toEqual([])
    const same = change(stored('{"gpt":[{"prices":{"reasoning":1}}]}'), (terms) => ({
      ...terms,
      extras: { ...terms.extras, reasoning: '1.00' },
    }))
    expect(same.options).toEqual([])
  })

  test('that cannot be charged are wrong', () => {
    const wrong = (text: string) =>
      change(withRules, (terms) => ({ ...terms, extras: { ...NO_EXTRAS, reasoning: text } })).changed
    expect(wrong('much')[0]?.problems).toEqual({ reasoning: 'notNumber' })
    expect(wrong('123456789')[0]?.problems).toEqual({ reasoning: 'tooLarge' })
  })
})
