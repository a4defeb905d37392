import { describe, expect, test } from 'bun:test'
import { effectOf, type PriceFacts, usd } from './price-effect.ts'

const facts: PriceFacts = {
  ratios: new Map([['own', 5]]),
  completions: new Map([['own', 4]]),
  fixed: new Map([['by-call', 0.04]]),
  listed: new Map([
    ['listed', { quota_type: 0, model_ratio: 1.25, completion_ratio: 4 }],
    ['listed-call', { quota_type: 1, model_ratio: 0, completion_ratio: 0 }],
  ]),
  topUpPrice: 7.3,
}

describe('what a number comes to', () => {
  test('a ratio is dollars per million input tokens, and output where its ratio is known', () => {
    expect(effectOf('ModelRatio', 'own', 2.5, facts)).toEqual({ kind: 'tokens', input: 5, output: 20 })
    expect(effectOf('ModelRatio', 'listed', 2.5, facts)).toEqual({ kind: 'tokens', input: 5, output: 20 })
    expect(effectOf('ModelRatio', 'new', 2.5, facts)).toEqual({ kind: 'tokens', input: 5, output: undefined })
  })

  test('completion and cache go by the model’s ratio', () => {
    expect(effectOf('CompletionRatio', 'own', 3, facts)).toEqual({ kind: 'output', usd: 30 })
    expect(effectOf('CacheRatio', 'listed', 0.5, facts)).toEqual({ kind: 'cache', usd: 1.25 })
    expect(effectOf('CompletionRatio', 'new', 3, facts)).toEqual({ kind: 'unknown' })
    expect(effectOf('CompletionRatio', 'listed-call', 3, facts)).toEqual({ kind: 'unknown' })
  })

  test('a fixed price makes ratios idle', () => {
    expect(effectOf('ModelRatio', 'by-call', 3, facts)).toEqual({ kind: 'fixed' })
    expect(effectOf('ModelPrice', 'by-call', 0.04, facts)).toEqual({ kind: 'call', usd: 0.04 })
  })

  test('of groups', () => {
    expect(effectOf('GroupRatio', 'vip', 0.5, facts)).toEqual({ kind: 'group', usd: 1 })
    expect(effectOf('TopupGroupRatio', 'vip', 0, facts)).toEqual({ kind: 'topUp', cny: 7.3 })
  })
})

test('dollars have two decimals, or as many as count', () => {
  expect([usd(5), usd(0.075), usd(0.0000015)]).toEqual(['$5.00', '$0.075', '$0.000002'])
})
