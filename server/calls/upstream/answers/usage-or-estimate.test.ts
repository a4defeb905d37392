import { expect, test } from 'bun:test'
import { NO_USAGE } from '#contract/prices/price.ts'
import { partialUsage, usageOrEstimate } from './usage-or-estimate.ts'

test.each([
  ['nothing', undefined, { input: 7, output: 50 }, 'estimated'],
  ['less than was delivered', { input: 10, output: 1 }, { input: 10, output: 50 }, 'estimated'],
  ['more than was delivered', { input: 10, output: 60 }, { input: 10, output: 60 }, 'upstream'],
  ['no input', { output: 60 }, { input: 7, output: 60 }, 'estimated'],
  ['cached input', { cacheRead: 10, output: 60 }, { input: 0, cacheRead: 10, output: 60 }, 'upstream'],
] as const)('where the upstream reported %s', (_, reported, usage, source) => {
  const found = partialUsage(reported && { ...NO_USAGE, ...reported }, { inputTokens: 7 }, 49.25)
  expect(found).toEqual({ usage: { ...NO_USAGE, ...usage }, source })
})

test.each([
  ['nothing', undefined, { input: 7, output: 50 }, 'estimated'],
  ['tools alone', { tools: { web_search: 1 } }, { input: 7, output: 50, tools: { web_search: 1 } }, 'estimated'],
  ['both sides', { input: 10, output: 60 }, { input: 10, output: 60 }, 'upstream'],
  ['cached input and a picture', { cacheRead: 10, imageOutput: 60 }, { cacheRead: 10, imageOutput: 60 }, 'upstream'],
  ['no output of an answer with text', { input: 10 }, { input: 10, output: 50 }, 'estimated'],
  ['no input', { output: 60 }, { input: 7, output: 60 }, 'estimated'],
] as const)('of a whole answer of which the upstream reported %s', (_, reported, usage, source) => {
  const found = usageOrEstimate(reported && { ...NO_USAGE, ...reported }, { inputTokens: 7 }, 49.25)
  expect(found).toEqual({ usage: { ...NO_USAGE, ...usage }, source })
})

test('an answer without text has no output, as the upstream says', () => {
  expect(usageOrEstimate({ ...NO_USAGE, input: 10 }, { inputTokens: 7 }, 0)).toEqual({
    usage: { ...NO_USAGE, input: 10 },
    source: 'upstream',
  })
})
