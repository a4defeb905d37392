import { expect, test } from 'bun:test'
import { NO_USAGE, type Price, ratesOf, tokensUsed, type Usage } from '#contract/prices/price.ts'
import type { AnswerStream } from '../../upstream/answers/answer-reader.ts'
import { knownCount } from '../../upstream/answers/input-count.ts'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import type { HeldCall } from '../call/held-call.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { StreamMeter } from './stream-meter.ts'

/** A token of input costs 1 unit, one of output 2. */
const PRICE: Price = {
  ...{ modelPrice: null, modelRatio: 1, groupRatio: 1, quotaPerUnit: 500_000 },
  ratios: { ...NO_USAGE, output: 2 },
}
const INPUT = 10

/** A stream whose hold covers its input and this many tokens of output. `balance`: tokens that can be added. */
function meterWith(covered: number, balance: number, price: Partial<Price> = {}) {
  const rates = ratesOf({ ...PRICE, ...price })
  const quote = { price: { ...PRICE, ...price }, rates, group: 'default', version: 'v', free: false }
  const hold = {
    units: INPUT + 2 * covered,
    extend(cost: number) {
      const missing = Math.ceil(cost / 1000) - hold.units
      if (missing > 2 * balance) return false
      hold.units += missing
      return true
    },
  }
  const input = knownCount(INPUT)
  const call = { id: 'c', quote, input, inputTokens: INPUT, endpoint: { hasOutput: true }, maxTokens: 1 }
  const stream = { outputTokens: 0, isComplete: false, usage: undefined as Usage | undefined }
  const attempt = { model: 'm', channel: { type: 1 }, format: 'openai', answer: { header: () => undefined } }
  const meter = new StreamMeter(
    { call, hold } as unknown as HeldCall,
    attempt as unknown as AnsweredAttempt,
    stream as unknown as AnswerStream,
    { services: { log: { warn() {} } } } as unknown as RelayDeps,
  )
  return { meter, stream, hold }
}

test('output that the hold covers needs no more units, and output beyond it extends the hold', async () => {
  const { meter, stream, hold } = meterWith(5, 100)
  stream.outputTokens = 5
  expect(meter.countRead()).toBe(true)
  stream.outputTokens = 20
  expect(meter.countRead()).toBe(false)
  expect(await meter.extend()).toBe(true)
  expect(hold.units).toBe(INPUT + 40)
  expect(meter.countRead()).toBe(true)
})

test('what cannot be paid is not delivered: neither its text nor the usage that came with it counts', async () => {
  const { meter, stream } = meterWith(5, 0)
  stream.outputTokens = 5
  meter.countRead()
  meter.noteDelivered()
  stream.outputTokens = 500
  stream.usage = tokensUsed(INPUT, 500)
  expect([meter.countRead(), await meter.extend()]).toEqual([false, false])
  expect(meter.deliveredTokens).toBe(5)
  expect(meter.priceDelivered()).toMatchObject({ source: 'estimated', usage: { output: 5 }, full: (INPUT + 10) * 1000 })
  expect(meter.priceProduced()).toMatchObject({ usage: { output: 500 } })
})

test('a complete answer costs what its upstream reports', () => {
  const { meter, stream } = meterWith(50, 0)
  Object.assign(stream, { outputTokens: 5, usage: tokensUsed(INPUT, 7), isComplete: true })
  meter.countRead()
  meter.noteDelivered()
  expect(meter.priceDelivered()).toMatchObject({ source: 'upstream', full: (INPUT + 14) * 1000 })
})

test('a call with a fixed price is covered whatever it says', () => {
  const { meter, stream } = meterWith(0, 0, { modelPrice: 0.01 })
  stream.outputTokens = 1_000_000
  expect(meter.countRead()).toBe(true)
})
