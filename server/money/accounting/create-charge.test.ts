import { expect, test } from 'bun:test'
import { NO_USAGE, type Price, ratesOf, tokensUsed } from '#contract/prices/price.ts'
import { createCharge } from './create-charge.ts'

const PRICE: Price = {
  modelPrice: null,
  modelRatio: 1,
  groupRatio: 1,
  quotaPerUnit: 500_000,
  ratios: { ...NO_USAGE, output: 2 },
}
const CALL = { id: 'id1', startedAt: 1_000_400, user: { id: 3, username: 'somebody' }, group: 'default', model: 'm' }

test('a charge is of the second in which its call ended, and lasts whole seconds', () => {
  const charge = createCharge({
    call: { ...CALL, token: { id: 7, name: 'test', unlimited: false } },
    stream: true,
    attempts: [],
    channel: 5,
    outcome: {
      quote: { price: PRICE, rates: ratesOf(PRICE), group: 'default', version: 'test', free: false },
      usage: { ...tokensUsed(10, 4), cacheRead: 6 },
      source: 'upstream',
      reason: 'stop',
      firstByteMs: 15,
      upstreamModel: 'm',
    },
    paid: { charge: 24, carryIn: 1, carryOut: 2 },
    cost: undefined,
    content: '',
    log: true,
    endedAt: 1_003_999,
  })
  expect(charge).toMatchObject({
    ...{ at: 1003, seconds: 4, prompt: 16, completion: 4, cached: 6 },
    ...{ user: 3, token: 7, limited: true, channel: 5, quota: 24, carryIn: 1, carryOut: 2 },
  })
  expect(charge).not.toHaveProperty('cost')
})
