import { expect, test } from 'bun:test'
import type { PricingRow } from '#contract/api/pricing.ts'
import { offersOf } from './offer.ts'

const row = (model_name: string, vendor = '', groups = ['default']): PricingRow => ({
  model_name,
  vendor,
  quota_type: 0,
  model_ratio: 1,
  model_price: 0,
  owner_by: '',
  completion_ratio: 4,
  enable_groups: groups,
})

test('models stand by vendor: most models first, chat models before others, newer before older, unknown vendors last', () => {
  const rows = [
    row('my-model'),
    row('my-other-model'),
    row('my-third-model'),
    row('gpt-5', 'openai'),
    row('gpt-10', 'openai'),
    row('whisper-1', 'openai'),
    row('claude-opus-5'),
  ]
  expect(offersOf(rows, 'default').map(({ vendor, rows }) => [vendor, ...rows.map((each) => each.model_name)])).toEqual(
    [
      ['openai', 'gpt-10', 'gpt-5', 'whisper-1'],
      ['anthropic', 'claude-opus-5'],
      ['other', 'my-third-model', 'my-other-model', 'my-model'],
    ],
  )
})

test('models of other groups are not on offer', () => {
  expect(offersOf([row('gpt-5', 'openai', ['vip'])], 'default')).toEqual([])
})
