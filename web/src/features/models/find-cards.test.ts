import { expect, test } from 'bun:test'
import type { CatalogueRow } from '#contract/api/models.ts'
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
  row('claude', { vendor: 'anthropic', context: 200_000, features: ['tools'], model_ratio: 0.2 }),
  row('painter', { kind: 'image', output: ['image'], quota_type: 1, model_ratio: 0, model_price: 0.04 }),
]
const find = (filters: Parameters<typeof findCards>[1]['filters'], sort: string | null = null) =>
  findCards(ROWS, {
    filters,
    sort: sort === null ? null : { id: sort.replace('-', ''), descending: sort.startsWith('-') },
    ratioOf: () => 1,
  }).map(({ name }) => name)

test.each([
  [{}, ['claude', 'gpt-4o', 'gpt-5', 'painter']],
  [{ keyword: 'gpt4' }, ['gpt-4o']],
  [{ vendor: 'openai' }, ['gpt-4o', 'gpt-5']],
  [{ vendor: 'other' }, ['painter']],
  [{ can: 'image_in' }, ['gpt-4o']],
  [{ can: 'image_out' }, ['painter']],
  [{ context: 200_000 }, ['claude', 'gpt-5']],
  [{ price: 1 }, ['claude']],
  [{ price: 3, feature: 'tools' }, ['claude', 'gpt-5']],
] as const)('the filters %j leave %j', (filters, names) => {
  expect(find(filters)).toEqual([...names])
})

test.each([
  ['-released', ['gpt-5', 'gpt-4o', 'claude', 'painter']],
  ['-context', ['gpt-5', 'claude', 'gpt-4o', 'painter']],
  ['input', ['claude', 'gpt-5', 'gpt-4o', 'painter']],
  ['-input', ['gpt-4o', 'gpt-5', 'claude', 'painter']],
])('sorted by %s, models without the value come last', (sort, names) => {
  expect(find({}, sort)).toEqual(names)
})

test('the price limit counts with the group ratio', () => {
  const names = findCards(ROWS, { filters: { price: 1 }, sort: null, ratioOf: () => 0.5 }).map(({ name }) => name)
  expect(names).toEqual(['claude', 'gpt-5'])
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
