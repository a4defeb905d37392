import { expect, test } from 'bun:test'
import type { CatalogueRow } from '#contract/api/models.ts'
import prices from '#server/money/prices/default-prices.json'
import en from '#web/locales/en/pricing.json'
import zh from '#web/locales/zh/pricing.json'
import { canDo, cardVendors, findCards } from './find-cards.ts'

const row = (name: string, facts: Partial<CatalogueRow> = {}): CatalogueRow => ({
  name,
  vendor: '',
  kind: 'chat',
  description: null,
  context: null,
  max_output: null,
  input: ['text'],
  output: ['text'],
  features: [],
  released: null,
  deprecated: false,
  retires: null,
  formats: [],
  enable_groups: ['default'],
  quota_type: 0,
  model_ratio: 1,
  model_price: 0,
  completion_ratio: 4,
  ...facts,
})

const ROWS = [
  row('gpt-5', { vendor: 'openai', context: 400_000, released: '2025-08-07', features: ['tools', 'reasoning'] }),
  row('gpt-4o', {
    vendor: 'openai',
    context: 128_000,
    released: '2024-05-13',
    input: ['text', 'image'],
    model_ratio: 2,
  }),
  row('claude', {
    ...{ vendor: 'anthropic', context: 200_000, features: ['tools'], model_ratio: 0.2 },
    ...{ enable_groups: ['vip'], retires: '2027-01-14' },
  }),
  row('painter', {
    ...{ kind: 'image', output: ['image'], quota_type: 1, model_ratio: 0, model_price: 0.04 },
    retires: '2026-12-01',
  }),
]
const find = (filters: Parameters<typeof findCards>[1]['filters'], sort: string | null = null) =>
  findCards(ROWS, {
    filters,
    sort: sort === null ? null : { id: sort.replace('-', ''), descending: sort.startsWith('-') },
    ratioOf: () => 1,
    group: 'default',
    tokens: { input: 1000, output: 1000 },
  }).map(({ name }) => name)

test.each([
  // Names that start with gpt come first among models that nobody uses.
  [{}, ['gpt-4o', 'gpt-5', 'claude', 'painter']],
  [{ keyword: 'gpt4' }, ['gpt-4o']],
  [{ vendor: 'openai' }, ['gpt-4o', 'gpt-5']],
  [{ vendor: 'other' }, ['painter']],
  [{ can: 'image_in' }, ['gpt-4o']],
  [{ can: 'image_out' }, ['painter']],
  [{ context: 200_000 }, ['gpt-5', 'claude']],
  [{ price: 1 }, ['claude']],
  [{ price: 3, feature: 'tools' }, ['gpt-5', 'claude']],
  [{ type: 'call' }, ['painter']],
  [{ type: 'tokens', available: 'no' }, ['claude']],
  [{ keyword: 'GPT 5' }, ['gpt-5']],
  [{ keyword: 'gpt5' }, ['gpt-5']],
  [{ keyword: 'g5' }, ['gpt-5']],
  [{ keyword: '***' }, []],
] as const)('the filters %j leave %j', (filters, names) => {
  expect(find(filters)).toEqual([...names])
})

test.each([
  ['-released', ['gpt-5', 'gpt-4o', 'claude', 'painter']],
  ['-context', ['gpt-5', 'claude', 'gpt-4o', 'painter']],
  ['input', ['claude', 'gpt-5', 'gpt-4o', 'painter']],
  ['-input', ['gpt-4o', 'gpt-5', 'claude', 'painter']],
  ['-output', ['gpt-4o', 'gpt-5', 'claude', 'painter']],
  ['-cost', ['painter', 'gpt-4o', 'gpt-5', 'claude']],
  ['retires', ['painter', 'claude', 'gpt-4o', 'gpt-5']],
  ['name', ['claude', 'gpt-4o', 'gpt-5', 'painter']],
])('sorted by %s, models without the value come last', (sort, names) => {
  expect(find({}, sort)).toEqual(names)
})

test('the price limit counts with the group ratio', () => {
  const names = findCards(ROWS, { filters: { price: 1 }, sort: null, ratioOf: () => 0.5 }).map(({ name }) => name)
  expect(names).toEqual(['gpt-5', 'claude'])
})

test('vendors come by size, and count the models that match the other filters', () => {
  expect(cardVendors(ROWS, { filters: { vendor: 'openai', feature: 'tools' }, ratioOf: () => 1 })).toEqual([
    { vendor: 'openai', count: 1 },
    { vendor: 'anthropic', count: 1 },
    { vendor: 'other', count: 0 },
  ])
})

test('a model whose modalities are not known has the abilities of its kind', () => {
  expect(canDo(row('e', { kind: 'embedding', input: [], output: [] }), 'embedding')).toBe(true)
  expect(canDo(row('e', { kind: null, input: [], output: [] }), 'text')).toBe(false)
})

test('an embedding costs its input alone, and has no output to sort by', () => {
  const vectors = row('vectors', { kind: 'embedding', model_ratio: 1.5, completion_ratio: 8 })
  const wish = { filters: {}, ratioOf: () => 1, tokens: { input: 1000, output: 1000 } }
  const sorted = (id: string) =>
    findCards([vectors, ...ROWS], { ...wish, sort: { id, descending: false } }).map(({ name }) => name)
  expect(sorted('cost')).toEqual(['claude', 'vectors', 'gpt-5', 'gpt-4o', 'painter'])
  expect(sorted('output').at(-1)).toBe('vectors')
})

test('a thousand models are found and sorted at once', () => {
  const many = Array.from({ length: 1000 }, (_, index) => row(`model-${index}`, { model_ratio: (index * 7919) % 1000 }))
  const wish = { filters: { keyword: 'model' }, ratioOf: () => 1, tokens: { input: 1000, output: 1000 } }
  const found = findCards(many, { ...wish, sort: { id: 'cost', descending: false } })
  expect(found.map(({ model_ratio }) => model_ratio)).toEqual(Array.from({ length: 1000 }, (_, index) => index))
})

test.each([
  ['zh', zh],
  ['en', en],
])('every vendor of the built-in price list has a name in %s', (_language, { vendor: names }) => {
  expect(Object.keys(prices.sources).filter((vendor) => !Object.hasOwn(names, vendor))).toEqual([])
})
