import { expect, test } from 'bun:test'
import { channelTypes } from '#contract/channel-types/all.ts'
import { vendorOfModel } from '#contract/vendor-of-model.ts'
import prices from '#server/money/prices/default-prices.json'
import { VENDORS } from './vendors.ts'

/** Hosts of other vendors' models: a model's name tells who made it. */
const HOSTS = ['groq', 'together', 'siliconflow', 'amazon', 'perplexity', 'replicate']

test('every vendor of the price list and of the channel types has a mark', () => {
  const listed = Object.values(prices.models).map(({ vendor }) => vendor)
  const typed = channelTypes.flatMap(({ vendor }) => vendor ?? [])
  expect([...new Set([...listed, ...typed])].filter((vendor) => !Object.hasOwn(VENDORS, vendor))).toEqual([])
})

test('no two vendors have the same mark', () => {
  const letters = Object.values(VENDORS).map(([letter]) => letter)
  expect(new Set(letters).size).toBe(letters.length)
})

test('the names in the price list tell their makers', () => {
  const wrong = Object.entries(prices.models)
    .filter(([name, { vendor }]) => !HOSTS.includes(vendor) && vendorOfModel(name) !== vendor)
    .map(([name, { vendor }]) => `${name}: ${vendor}, not ${vendorOfModel(name)}`)
  expect(wrong).toEqual([])
})

test('a host or a region before the name does not hide the maker', () => {
  expect(vendorOfModel('deepseek-ai/DeepSeek-V3')).toBe('deepseek')
  expect(vendorOfModel('us.anthropic.claude-sonnet-4-5-v1:0')).toBe('anthropic')
  expect(vendorOfModel('my-own-model')).toBeUndefined()
})
