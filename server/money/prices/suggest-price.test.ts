import { expect, test } from 'bun:test'
import { defaultPrices } from './default-prices.ts'
import { createSuggester } from './suggest-price.ts'

const suggest = createSuggester(Object.keys(defaultPrices.models))

test.each([
  ['openai/gpt-4o', 'name', 'gpt-4o'],
  ['GPT-4o', 'name', 'gpt-4o'],
  ['us.anthropic.claude-3-5-sonnet-20241022-v2:0', 'name', 'claude-3-5-sonnet-20241022'],
  ['anthropic/claude-opus-4.8', 'name', 'claude-opus-4-8'],
  ['deepseek/deepseek-r1:free', 'name', 'deepseek-ai/DeepSeek-R1'],
  ['gpt-5.1-2026-02-03', 'edition', 'gpt-5.1'],
  ['gpt-4o-2025-01-31', 'edition', 'gpt-4o'],
  ['gemini-2.5-flash-preview-05-20', 'edition', 'gemini-2.5-flash'],
  ['meta-llama/llama-3.3-70b-instruct', 'edition', 'llama-3.3-70b-versatile'],
  ['claude-opus-6', 'family', 'claude-opus-5-5'],
  ['gpt-7-mini', 'family', 'gpt-5.4-mini'],
  ['claude-haiku-4-6', 'family', 'claude-haiku-4-5'],
  ['gpt-5-mini-audio', 'similar', 'gpt-5-mini'],
] as const)('the price of %s: by %s, that of %s', (model, reason, like) => {
  expect(suggest(model)).toEqual({ like, reason })
})

test.each(['zebra-9', 'constructor', '', 'a/'])('nothing is suggested for %j', (model) => {
  expect(suggest(model)).toBeUndefined()
})

test('what an operator has priced comes before the list', () => {
  expect(createSuggester(['our/gpt-4o', 'gpt-4o'])('openai/gpt-4o')).toEqual({ like: 'our/gpt-4o', reason: 'name' })
})
