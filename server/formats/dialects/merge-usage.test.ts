import { expect, test } from 'bun:test'
import { tokensUsed } from '#contract/prices/price.ts'
import { asInputUsage, mergeUsage } from './merge-usage.ts'

test('a later report replaces an earlier one', () => {
  expect(mergeUsage(tokensUsed(9, 1), tokensUsed(9, 7))).toEqual(tokensUsed(9, 7))
  expect(mergeUsage(undefined, tokensUsed(9, 7))).toEqual(tokensUsed(9, 7))
})

test('a later report without input, output or tools does not lower them to zero', () => {
  const cached = { ...tokensUsed(2, 0), cacheRead: 90 }
  expect(mergeUsage(cached, tokensUsed(0, 7))).toEqual({ ...tokensUsed(2, 7), cacheRead: 90 })
  expect(mergeUsage({ ...tokensUsed(9, 7), reasoning: 3 }, tokensUsed(8, 0))).toEqual({
    ...tokensUsed(8, 7),
    reasoning: 3,
  })
  const searched = { ...tokensUsed(9, 1), tools: { web_search: 2 } }
  expect(mergeUsage(searched, tokensUsed(9, 7))).toEqual({ ...tokensUsed(9, 7), tools: { web_search: 2 } })
})

test('an answer without output has used input alone', () => {
  expect(asInputUsage(tokensUsed(0, 12))).toEqual(tokensUsed(12, 0))
  expect(asInputUsage(tokensUsed(12, 0))).toEqual(tokensUsed(12, 0))
})
