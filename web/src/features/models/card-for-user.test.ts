import { expect, test } from 'bun:test'
import type { CatalogueCard } from '#contract/api/models.ts'
import { cardForUser } from './card-for-user.ts'

const prices = {
  group: 'vip',
  input: '0.3',
  output: '12',
  cache_read: null,
  per_call: null,
  tools: { web_search: '0.01' },
}
const card = {
  name: 'm',
  prices: [prices],
  conditional_prices: [{ when: { above: 5 }, prices: { ...prices, input: '0.6' } }],
} as unknown as CatalogueCard

test('a user sees every price times the own ratio, exactly', () => {
  const own = cardForUser(card, 0.9)
  expect(own.prices[0]).toMatchObject({ group: 'vip', input: '0.27', output: '10.8', tools: { web_search: '0.009' } })
  expect(own.prices[0]).toMatchObject({ cache_read: null, per_call: null })
  expect(own.conditional_prices[0]?.prices.input).toBe('0.54')
})

test('a card stays as it is without an own ratio', () => {
  expect(cardForUser(card, 1)).toBe(card)
})
