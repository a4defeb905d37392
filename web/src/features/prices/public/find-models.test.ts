import { describe, expect, test } from 'bun:test'
import type { PublicPrice } from '#contract/api/public-prices.ts'
import prices from '#server/money/prices/default-prices.json'
import en from '#web/locales/en/pricing.json'
import zh from '#web/locales/zh/pricing.json'
import { findModels, vendorsOf } from './find-models.ts'
import { inUsualOrder } from './pricing-query.ts'

const row = (model_name: string, fields: Partial<PublicPrice> = {}): PublicPrice => ({
  model_name,
  quota_type: 0,
  model_ratio: 1,
  completion_ratio: 1,
  model_price: 0,
  owner_by: '',
  vendor: '',
  enable_groups: ['default'],
  ...fields,
})
const rows = [
  row('gpt-4o', { vendor: 'openai', model_ratio: 1.25, completion_ratio: 4 }),
  row('gpt-4o-mini', { vendor: 'openai', model_ratio: 0.075, completion_ratio: 4 }),
  row('claude-3-opus', { vendor: 'anthropic', model_ratio: 7.5, completion_ratio: 5, enable_groups: ['vip'] }),
  row('dall-e-3', { quota_type: 1, model_ratio: 0, completion_ratio: 0, model_price: 0.04 }),
]
const wish = { filters: {}, group: 'default', sort: null, tokens: { input: 1000, output: 1000 } }
const find = (fields: Partial<Parameters<typeof findModels>[1]>) =>
  findModels(rows, { ...wish, ...fields }).map(({ model_name }) => model_name)
const search = (keyword: string) => find({ filters: { keyword } })

describe('search', () => {
  test.each([
    ['GPT-4o', ['gpt-4o', 'gpt-4o-mini']],
    ['mini 4o', ['gpt-4o-mini']],
    ['gpt4o', ['gpt-4o', 'gpt-4o-mini']],
    ['g4mi', ['gpt-4o-mini']],
    ['opus', ['claude-3-opus']],
    ['nothing', []],
    ['***', []],
  ])('%s', (keyword, found) => {
    expect(search(keyword)).toEqual(found)
  })
})

test('filters by billing and by what a group can use', () => {
  expect(find({ filters: { type: 'call' } })).toEqual(['dall-e-3'])
  expect(find({ filters: { type: 'tokens', available: 'no' } })).toEqual(['claude-3-opus'])
  expect(find({ filters: { available: 'yes' }, group: 'vip' })).toEqual(['claude-3-opus'])
})

describe('vendors', () => {
  const vendors = (filters: Parameters<typeof findModels>[1]['filters'], group = 'default') =>
    vendorsOf(rows, { filters, group }).map(({ vendor, count }) => `${vendor} ${count}`)

  test('narrow the list together with the other filters', () => {
    expect(find({ filters: { vendor: 'openai' } })).toEqual(['gpt-4o', 'gpt-4o-mini'])
    expect(find({ filters: { vendor: 'openai', keyword: 'mini' } })).toEqual(['gpt-4o-mini'])
    expect(find({ filters: { vendor: 'anthropic', available: 'yes' } })).toEqual([])
    expect(find({ filters: { vendor: 'other' } })).toEqual(['dall-e-3'])
    expect(find({ filters: { vendor: 'nobody' } })).toEqual([])
  })

  test('count what the other filters leave, each vendor whichever is chosen, unknown ones last', () => {
    expect(vendors({})).toEqual(['openai 2', 'anthropic 1', 'other 1'])
    expect(vendors({ vendor: 'anthropic' })).toEqual(['openai 2', 'anthropic 1', 'other 1'])
    expect(vendors({ keyword: 'mini' })).toEqual(['openai 1', 'anthropic 0', 'other 0'])
    expect(vendors({ available: 'yes' }, 'vip')).toEqual(['openai 0', 'anthropic 1', 'other 0'])
  })
})

describe('sorts', () => {
  const sorted = (id: string, descending = false) => find({ sort: { id, descending } })

  test('by input and output, models without such a price last either way', () => {
    expect(sorted('input')).toEqual(['gpt-4o-mini', 'gpt-4o', 'claude-3-opus', 'dall-e-3'])
    expect(sorted('output', true)).toEqual(['claude-3-opus', 'gpt-4o', 'gpt-4o-mini', 'dall-e-3'])
  })

  test('by cost all together', () => {
    expect(sorted('cost', true)).toEqual(['claude-3-opus', 'dall-e-3', 'gpt-4o', 'gpt-4o-mini'])
  })

  test('by name', () => {
    expect(sorted('name')).toEqual(['claude-3-opus', 'dall-e-3', 'gpt-4o', 'gpt-4o-mini'])
  })
})

test('the usual order begins with gpt', () => {
  const names = inUsualOrder(rows.toReversed()).map(({ model_name }) => model_name)
  expect(names).toEqual(['gpt-4o', 'gpt-4o-mini', 'claude-3-opus', 'dall-e-3'])
})

test('a thousand models are found and sorted at once', () => {
  const many = Array.from({ length: 1000 }, (_, index) => row(`model-${index}`, { model_ratio: (index * 7919) % 1000 }))
  const found = findModels(many, { ...wish, filters: { keyword: 'model' }, sort: { id: 'cost', descending: false } })
  expect(found).toHaveLength(1000)
  expect(found.map(({ model_ratio }) => model_ratio)).toEqual(Array.from({ length: 1000 }, (_, index) => index))
})

test.each([
  ['zh', zh],
  ['en', en],
])('every vendor of the built-in price list has a name in %s', (_language, { vendor: names }) => {
  expect(Object.keys(prices.sources).filter((vendor) => !Object.hasOwn(names, vendor))).toEqual([])
})
