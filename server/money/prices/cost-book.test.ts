import { expect, test } from 'bun:test'
import type { BuyPrice } from '#contract/prices/buy-price.ts'
import { parseBuyPrice } from '#contract/prices/buy-price-schema.ts'
import { tokensUsed } from '#contract/prices/price.ts'
import { createCostBook } from './cost-book.ts'

/** Thousandths of a unit of a USD. */
const USD = 500_000_000
const MILLION = tokensUsed(1_000_000, 0)
const costs = () => createCostBook({ values: { QuotaPerUnit: 500_000, SyncedPrices: {} } })
const costOf = (buy: BuyPrice | undefined, model: string, usage = MILLION, more = {}) =>
  costs().costOf(buy, model, { usage, ...more })

test('without a buy price a call costs the list price', () => {
  expect(costOf(undefined, 'gpt-6.1-sol', tokensUsed(100_000, 10_000))).toBe(0.3 * USD)
})

test('the cost of a model without a list price is unknown, and never guessed', () => {
  expect(costOf(undefined, 'our-own-model')).toBeUndefined()
  expect(costOf({ discount: 0.5 }, 'our-own-model')).toBeUndefined()
  expect(costOf({ models: { 'our-own-model': { output: 2 } } }, 'our-own-model')).toBeUndefined()
  expect(costOf(undefined, 'constructor')).toBeUndefined()
})

test('a discount is exact, and on tools too', () => {
  expect(costOf({ discount: 0.35 }, 'o3', tokensUsed(1_000_000, 1_000_000))).toBe(3.5 * USD)
  const search = { ...tokensUsed(0, 0), tools: { web_search: 3 } }
  expect(costOf({ discount: 0.5 }, 'o3', search)).toBe(0.015 * USD)
  expect(costOf({ discount: 0 }, 'o3')).toBe(0)
})

test('own prices are in the channel’s currency, without the discount; other components keep the list price', () => {
  const buy = { discount: 0.5, currency: 'CNY', rate: 7.2, models: { o3: { input: 7.2 } } }
  expect(costOf(buy, 'o3', tokensUsed(1_000_000, 1_000_000))).toBe((1 + 4) * USD)
  expect(costOf({ models: { o3: { per_call: 0.25 } } }, 'o3')).toBe(0.25 * USD)
})

test('an own price is enough for a model that is not in the list', () => {
  const models = { mine: { input: 2, output: 6, cache_read: 0.5 }, plain: { input: 3 }, call: { per_call: 0.01 } }
  const usage = { ...tokensUsed(1_000_000, 1_000_000), cacheRead: 1_000_000, cacheWrite5m: 1_000_000 }
  expect(costOf({ models }, 'mine', usage)).toBe((2 + 6 + 0.5 + 2) * USD)
  expect(costOf({ models }, 'plain', usage)).toBe(12 * USD)
  expect(costOf({ models }, 'call', usage)).toBe(0.01 * USD)
})

test('long prompts and service tiers cost more by the same factor, for own prices too', () => {
  const long = tokensUsed(1_000_000, 0)
  expect(costOf(undefined, 'gpt-6.1-sol', long)).toBe(4 * USD)
  expect(costOf({ models: { 'gpt-6.1-sol': { input: 1 } } }, 'gpt-6.1-sol', long)).toBe(2 * USD)
  const usage = tokensUsed(100_000, 0)
  expect(costOf(undefined, 'gpt-6.1-sol', usage, { tier: 'priority' })).toBe(0.4 * USD)
  expect(costOf(undefined, 'gpt-6.1-sol', { ...usage, tier: 'flex' })).toBe(0.1 * USD)
})

test('images cost their number; tokens of images are not estimated', () => {
  const image = { isImages: true, images: 2, isEstimated: true }
  expect(costOf({ models: { painter: { per_call: 0.04 } } }, 'painter', tokensUsed(2, 0), image)).toBe(0.08 * USD)
  expect(
    costOf({ models: { painter: { per_call: 0.04 } } }, 'painter', MILLION, { ...image, images: undefined }),
  ).toBeUndefined()
  expect(costOf({ models: { painter: { input: 5 } } }, 'painter', MILLION, image)).toBeUndefined()
})

test('quotes are kept until the price can change', () => {
  const book = costs()
  const buy = { discount: 0.5 }
  const usage = tokensUsed(1000, 0)
  expect(book.costOf(buy, 'o3', { usage })).toBe(0.001 * USD)
  buy.discount = 1
  expect(book.costOf(buy, 'o3', { usage })).toBe(0.001 * USD)
  expect(book.costOf({ ...buy }, 'o3', { usage })).toBe(0.002 * USD)
})

test.each([
  ['{', 'is not JSON'],
  ['[]', 'Invalid input'],
  ['{"discount":-1}', 'discount: must not be below 0'],
  ['{"discount":"1"}', 'discount: must be a number'],
  ['{"currency":"cny","rate":7}', 'currency: must be three capital letters, such as CNY'],
  ['{"currency":"CNY"}', 'rate: is missing for the currency'],
  ['{"rate":0}', 'rate: must be above 0'],
  ['{"models":{"m":{}}}', 'models.m: has no price'],
  ['{"models":{"m":{"input":1,"per_call":1}}}', 'models.m: is either per call or per million tokens'],
  ['{"models":{"m":{"input":0,"output":1}}}', 'models.m: input must be above 0 where other components have a price'],
  ['{"models":{"m":{"video":1}}}', 'models.m: unknown field video'],
  ['{"factor":1}', 'unknown field factor'],
])('a buy price %s is refused: %s', (text, detail) => {
  expect(parseBuyPrice(text)).toEqual({ detail })
})
