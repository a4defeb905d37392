import { expect, test } from 'bun:test'
import { NO_USAGE, type Price, ratesOf, type Usage } from '#contract/prices/price.ts'
import { type Receipt, recompute } from '#contract/receipt.ts'
import type { Quote } from '../prices/quote.ts'
import type { ChargeOutcome } from './charge-outcome.ts'
import { createReceipt, type ReceiptCall } from './create-receipt.ts'
import { wholeReceipt } from './whole-receipt.ts'

const PRICE: Price = {
  modelPrice: null,
  modelRatio: 0.075,
  groupRatio: 1.5,
  quotaPerUnit: 500_000,
  ratios: {
    output: 4,
    cacheRead: 0.5,
    cacheWrite5m: 1.25,
    cacheWrite1h: 2,
    audioInput: 16,
    audioOutput: 32,
    imageInput: 1,
    imageOutput: 4,
  },
}
const PAID = { charge: 3, carryIn: 999, carryOut: 1 }

const quoteOf = (price: Partial<Price> = {}, group = 'default'): Quote => {
  const all = { ...PRICE, ...price }
  return { price: all, rates: ratesOf(all), group, version: '2026-11-20+abcdef12', free: false }
}
const callOf = (fields: Partial<ReceiptCall> = {}): ReceiptCall => ({
  model: 'gpt-4o',
  attempts: [{ channel: 7, status: 200, ms: 12 }],
  ...fields,
})
const outcomeOf = (fields: Partial<ChargeOutcome> = {}): ChargeOutcome => ({
  quote: quoteOf(),
  usage: used({ input: 12, output: 34 }),
  source: 'upstream',
  reason: 'stop',
  firstByteMs: 15,
  upstreamModel: 'gpt-4o',
  ...fields,
})
const used = (usage: Partial<Usage>): Usage => ({ ...NO_USAGE, ...usage })

const PLAIN: Receipt = {
  model_ratio: 0.075,
  completion_ratio: 4,
  group_ratio: 1.5,
  model_price: -1,
  frt: 15,
  usage: { input: 12, output: 34 },
  usage_source: 'upstream',
  end_reason: 'stop',
  price_version: '2026-11-20+abcdef12',
  quota_per_unit: 500_000,
  carry_in: 999,
  carry_out: 1,
  request_id: '20261121060817123456789abcdEFGH',
  group: 'default',
  admin_info: { use_channel: ['7'], attempts: [{ channel: 7, status: 200, ms: 12 }] },
}

function expectReceipt(call: ReceiptCall, outcome: ChargeOutcome, receipt: Receipt): void {
  const { terms, other } = createReceipt(call, outcome, PAID)
  expect(JSON.parse(wholeReceipt({ request_id: PLAIN.request_id, other }, terms.receipt))).toEqual(receipt)
  // The journal keeps the object: the text is made from it again.
  expect(JSON.stringify(JSON.parse(other))).toBe(other)
}

test('a plain call has what every receipt has, and nothing else', () => {
  expectReceipt(callOf(), outcomeOf(), PLAIN)
})

test('a usage without tokens is empty', () => {
  expectReceipt(callOf(), outcomeOf({ usage: NO_USAGE, source: 'estimated', firstByteMs: -1000 }), {
    ...PLAIN,
    usage: {},
    usage_source: 'estimated',
    frt: -1000,
  })
})

/** The receipt's audio fields for 7 and 8 audio tokens. */
const SPOKEN = {
  audio_input: 7,
  audio_output: 8,
  text_input: 0,
  text_output: 0,
  audio_ratio: 16,
  audio_completion_ratio: 2,
}

test('every component has its count, and its ratio if it is a dear one', () => {
  const usage = used({
    input: 1,
    cacheRead: 2,
    cacheWrite5m: 3,
    cacheWrite1h: 4,
    output: 5,
    reasoning: 6,
    imageInput: 9,
  })
  expectReceipt(callOf(), outcomeOf({ usage }), {
    ...PLAIN,
    usage: { input: 1, cacheRead: 2, cacheWrite5m: 3, cacheWrite1h: 4, output: 5, reasoning: 6, imageInput: 9 },
    ratios: { cacheRead: 0.5, cacheWrite5m: 1.25, cacheWrite1h: 2, imageInput: 1 },
  })
  const dear = used({ audioInput: 7, audioOutput: 8, imageOutput: 10 })
  expectReceipt(callOf(), outcomeOf({ usage: dear }), {
    ...PLAIN,
    usage: { audioInput: 7, audioOutput: 8, imageOutput: 10 },
    ratios: { audioInput: 16, audioOutput: 32, imageOutput: 4 },
    audio: true,
    ...SPOKEN,
  })
})

test('a response of a session names it, and tells what was spoken and written, even if nothing was spoken', () => {
  const usage = used({ input: 12, cacheRead: 5, output: 34, audioInput: 7, audioOutput: 8 })
  const realtime = { session: 's1', response: 'resp_"1"' }
  expectReceipt(callOf(), outcomeOf({ usage, realtime }), {
    ...PLAIN,
    usage: { input: 12, cacheRead: 5, output: 34, audioInput: 7, audioOutput: 8 },
    ratios: { cacheRead: 0.5, audioInput: 16, audioOutput: 32 },
    ws: true,
    session_id: 's1',
    response_id: 'resp_"1"',
    ...SPOKEN,
    text_input: 17,
    text_output: 34,
  })
  expectReceipt(callOf(), outcomeOf({ realtime: { session: 's1', response: undefined } }), {
    ...PLAIN,
    ws: true,
    session_id: 's1',
    ...SPOKEN,
    audio_input: 0,
    audio_output: 0,
    text_input: 12,
    text_output: 34,
  })
})

test('a fixed price, an abort and a mapped model are told', () => {
  const quote = quoteOf({ modelPrice: 0.002, modelRatio: 0 }, 'vip "1" 组')
  const outcome = outcomeOf({ quote, reason: 'client_abort', abortPolicy: 'drain', upstreamModel: 'a "b"\\模' })
  expectReceipt(callOf(), outcome, {
    ...PLAIN,
    model_price: 0.002,
    model_ratio: 0,
    group: 'vip "1" 组',
    end_reason: 'client_abort',
    abort_policy: 'drain',
    upstream_model: 'a "b"\\模',
  })
})

test('the retry path is told with its errors', () => {
  const attempts = [
    { channel: 1, status: 0, ms: 3, error: 'said: "no"\n\u2028' },
    { channel: 2, status: 429, ms: 0, error: '' },
    { channel: 3, status: 200, ms: 1234 },
  ]
  expectReceipt(callOf({ attempts }), outcomeOf(), {
    ...PLAIN,
    admin_info: { use_channel: ['1', '2', '3'], attempts },
  })
})

test('a tier of service that has another price is told with its factor, from which the charge follows', () => {
  const quote = quoteOf({ tiers: { priority: 2, standard: 1 } })
  const usage = { ...used({ input: 1000, output: 200 }), tier: 'priority' }
  const tier = { name: 'priority', factor: 2 }
  const receipt: Receipt = { ...PLAIN, usage: { input: 1000, output: 200 }, tier }
  expectReceipt(callOf(), outcomeOf({ quote, usage }), receipt)
  const { tier: _, ...plain } = receipt
  expect(recompute({ ...receipt, carry_in: 0 })).toBe(405)
  expect(recompute({ ...plain, carry_in: 0 })).toBe(202)
  expectReceipt(callOf(), outcomeOf({ quote, usage: { ...used({ input: 12, output: 34 }), tier: 'standard' } }), PLAIN)
})

test('what was left out for the upstream and the reason of the vendor are in the receipt, within bounds', () => {
  const omitted = ['tools[2]: web_search', 'service_tier']
  expectReceipt(callOf(), outcomeOf({ omitted, vendorReason: 'MODEL_ARMOR' }), {
    ...PLAIN,
    omitted,
    vendor_reason: 'MODEL_ARMOR',
  })
  const long = Array.from({ length: 100 }, () => 'x'.repeat(1000))
  const cut = Array.from({ length: 20 }, () => 'x'.repeat(100))
  expectReceipt(callOf(), outcomeOf({ omitted: long }), { ...PLAIN, omitted: cut })
})
