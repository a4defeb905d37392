import { expect, test } from 'bun:test'
import type { TFunction } from 'i18next'
import texts from '../../../locales/en/pricing.json' with { type: 'json' }
import { describeConditions } from './describe-conditions.ts'

/** Fills the texts of the English catalogue, as i18next does. */
const t = ((key: string, values: Record<string, string> = {}) => {
  const [, name = ''] = key.split('.')
  const text = texts.condition[name as keyof typeof texts.condition]
  return text.replace(/\{\{(\w+)\}\}/g, (_, value: string) => values[value] ?? '')
}) as unknown as TFunction<'pricing'>

test.each([
  [{ above: 272_000 }, 'prompts above 272,000 tokens'],
  [{ up_to: 32_000 }, 'prompts up to 32,000 tokens'],
  [{ above: 32_000, up_to: 128_000 }, 'prompts of 32,001 to 128,000 tokens'],
  [{ above: 5, with_reasoning: true }, 'prompts above 5 tokens · responses with reasoning'],
  [{ with_reasoning: false }, 'responses without reasoning'],
  [{ from: '2027-01-01', until: '2028-01-01' }, 'from 2027-01-01 · until 2028-01-01'],
  [{ days: [1, 7], hours: ['16:30-00:30', '01:00-02:00'] }, 'Mon Sun · 16:30–00:30, 01:00–02:00 (UTC)'],
  [{ groups: ['vip', 'svip'] }, 'group vip, svip'],
  [{}, 'always'],
])('%j is %s', (conditions, words) => {
  expect(describeConditions(conditions, t, 'en')).toBe(words)
})
