import { expect, test } from 'bun:test'
import { NO_USAGE } from '#contract/price.ts'
import { partialUsage } from './billed-usage.ts'

test.each([
  ['nothing', undefined, { input: 7, output: 50 }, 'estimated'],
  ['less than was delivered', { input: 10, output: 1 }, { input: 10, output: 50 }, 'estimated'],
  ['more than was delivered', { input: 10, output: 60 }, { input: 10, output: 60 }, 'upstream'],
  ['no input', { output: 60 }, { input: 7, output: 60 }, 'estimated'],
  ['cached input', { cacheRead: 10, output: 60 }, { input: 0, cacheRead: 10, output: 60 }, 'upstream'],
] as const)('where the upstream reported %s', (_, reported, usage, source) => {
  const found = partialUsage(reported && { ...NO_USAGE, ...reported }, 7, 49.25)
  expect(found).toEqual({ usage: { ...NO_USAGE, ...usage }, source })
})
