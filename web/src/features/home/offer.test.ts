import { expect, test } from 'bun:test'
import type { CatalogueRow } from '#contract/api/models.ts'
import { offersOf } from './offer.ts'
import { mostUsedModel } from './offered-models.ts'

const row = (name: string, more: Partial<CatalogueRow> = {}): CatalogueRow => ({
  name,
  vendor: '',
  kind: null,
  description: null,
  context: null,
  max_output: null,
  input: [],
  output: [],
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
  ...more,
})

test('models stand by vendor: most models first, unknown vendors last; chat before others, newer before older', () => {
  const rows = [
    row('my-model'),
    row('my-other-model'),
    row('my-third-model'),
    row('whisper-1', { vendor: 'openai', kind: 'transcription', released: '2026-09-01' }),
    row('gpt-5', { vendor: 'openai', kind: 'chat', released: '2025-08-07' }),
    row('gpt-6', { vendor: 'openai', kind: 'chat', released: '2026-06-01' }),
    row('claude-opus-5'),
  ]
  expect(offersOf(rows, 'default').map(({ vendor, rows }) => [vendor, ...rows.map(({ name }) => name)])).toEqual([
    ['openai', 'gpt-6', 'gpt-5', 'whisper-1'],
    ['anthropic', 'claude-opus-5'],
    ['other', 'my-third-model', 'my-other-model', 'my-model'],
  ])
})

test('a vendor can what one of its models can, beyond text', () => {
  const rows = [
    row('gpt-5', { input: ['text', 'image'], output: ['text'], features: ['tools'] }),
    row('gpt-image-2', { input: ['text'], output: ['image'] }),
  ]
  expect(offersOf(rows, 'default')[0]?.abilities).toEqual(['tools', 'image_in', 'image_out'])
})

test('models of other groups are not on offer', () => {
  expect(offersOf([row('gpt-5', { enable_groups: ['vip'] })], 'default')).toEqual([])
})

test('the model of an example is the most used for chats, or the newest before anything was called', () => {
  const rows = [
    row('gpt-5', { kind: 'chat', released: '2025-08-07' }),
    row('gpt-6', { kind: 'chat', released: '2026-06-01' }),
    row('embedding', { kind: 'embedding' }),
    row('of-others', { kind: 'chat', enable_groups: ['vip'] }),
  ]
  const ranks = new Map(['embedding', 'of-others', 'gpt-5'].map((name, at) => [name, { rank: at + 1 }]))
  expect(mostUsedModel(rows, 'default')?.name).toBe('gpt-6')
  expect(mostUsedModel(rows, 'default', ranks)?.name).toBe('gpt-5')
  expect(mostUsedModel([row('embedding', { kind: 'embedding' })], 'default', ranks)?.name).toBe('embedding')
  expect(mostUsedModel([], 'default', ranks)).toBeUndefined()
})
