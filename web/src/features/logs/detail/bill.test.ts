import { describe, expect, test } from 'bun:test'
import type { Receipt } from '#contract/receipt.ts'
import { readOther } from '../rows/read-other.ts'
import { billOf, reasoningOf } from './bill.ts'

const RECEIPT: Receipt = {
  model_ratio: 1.25,
  completion_ratio: 4,
  group_ratio: 0.5,
  model_price: -1,
  frt: 320,
  ratios: { cacheRead: 0.1 },
  usage: { input: 101, cacheRead: 40, output: 33, reasoning: 12 },
  usage_source: 'upstream',
  end_reason: 'stop',
  price_version: '2026-11-20',
  quota_per_unit: 500_000,
  carry_in: 999,
  carry_out: 624,
  request_id: '20261120215352544221279icNl82vk',
  group: 'vip',
}
const row = (other: unknown, prompt_tokens = 0, completion_tokens = 0) =>
  readOther({ other: typeof other === 'string' ? other : JSON.stringify(other), prompt_tokens, completion_tokens })
const bill = (other: unknown, prompt = 0, completion = 0) => billOf(row(other, prompt, completion), 500_000)

describe('the bill of a receipt', () => {
  test('has a line for every component that was used', () => {
    expect(bill(RECEIPT)?.lines).toEqual([
      { component: 'input', tokens: 101, ratios: [1.25], price: 2.5, units: 126.25 },
      { component: 'cacheRead', tokens: 40, ratios: [1.25, 0.1], price: 0.25, units: 5 },
      { component: 'output', tokens: 33, ratios: [1.25, 4], price: 10, units: 165 },
    ])
    expect(reasoningOf(row(RECEIPT))).toBe(12)
  })

  test('adds up from the lines over the group and the carry to the charge', () => {
    // 296.25 × 0.5 = 148.125; with 0.999 carried in, 149.124 gives 149 whole units and a carry of 0.124.
    expect(bill({ ...RECEIPT, carry_out: 124 })).toMatchObject({
      call: null,
      subtotal: 296.25,
      groupRatio: 0.5,
      cost: 148.125,
      carryIn: 0.999,
      carryOut: 0.124,
      charge: 149,
      exact: true,
    })
  })

  test('names the user’s ratio beside the group’s', () => {
    // 296.25 × 0.5 × 0.8 = 118.5.
    expect(bill({ ...RECEIPT, user_ratio: 0.8 })).toMatchObject({ groupRatio: 0.5, userRatio: 0.8, cost: 118.5 })
    expect(bill(RECEIPT)?.userRatio).toBe(1)
  })

  test('multiplies the lines of tokens by the factor of a tier of service', () => {
    const plain = bill(RECEIPT)
    const tiered = bill({ ...RECEIPT, tier: { name: 'priority', factor: 2 } })
    expect(tiered?.subtotal).toBe(2 * (plain?.subtotal ?? 0))
    expect(tiered?.lines.every(({ ratios }) => ratios.includes(2))).toBe(true)
    expect(tiered?.cost).toBe(2 * (plain?.cost ?? 0))
  })

  test('has a line for every tool that the vendor ran, which the group’s ratio counts for, too', () => {
    const tools = { web_search: { calls: 2, price: 0.01 }, code_interpreter: { calls: 1, price: 0.03 } }
    expect(bill({ ...RECEIPT, tools })).toMatchObject({
      tools: [
        { tool: 'web_search', calls: 2, price: 0.01, units: 10_000 },
        { tool: 'code_interpreter', calls: 1, price: 0.03, units: 15_000 },
      ],
      subtotal: 25_296.25,
      cost: 12_648.125,
      charge: 12_649,
    })
    // Pictures count by their price: the bill must add up to the charge.
    const drawn = { image_generation: { calls: 3.976190476, price: 0.042 } }
    expect(bill({ ...RECEIPT, tools: drawn })?.tools).toMatchObject([{ calls: 3.976190476 }])
    const odd = { web_search: { calls: -1, price: 0.01 }, rocket: { calls: 1, price: 1 }, file_search: 'x' }
    expect(bill({ ...RECEIPT, tools: odd })).toMatchObject({ tools: [], charge: 149 })
    expect(bill(RECEIPT)?.tools).toEqual([])
  })

  test('counts a price per call as often as the answer says', () => {
    const searches = { ...RECEIPT, model_price: 0.002, units: 3 }
    expect(bill(searches)).toMatchObject({ call: { price: 0.006, units: 3000 }, cost: 1500 })
  })

  test('that the owner could not pay in full ends at what could be paid', () => {
    const receipt = { ...RECEIPT, payable: 99_001, carry_out: 0, end_reason: 'insufficient_quota' }
    expect(bill(receipt)).toMatchObject({ cost: 148.125, payable: 99.001, carryIn: 0.999, carryOut: 0, charge: 100 })
    expect(bill(RECEIPT)?.payable).toBeNull()
  })

  test('shows the units of a token where the site has other units than usual', () => {
    const [line] = bill({ ...RECEIPT, quota_per_unit: 1_000_000 })?.lines ?? []
    expect(line).toMatchObject({ ratios: [1.25, 2], price: 2.5, units: 252.5 })
  })

  test('of a call with a fixed price has no lines', () => {
    expect(bill({ ...RECEIPT, model_price: 0.04, carry_in: 0, carry_out: 0 })).toMatchObject({
      call: { price: 0.04, units: 20_000 },
      lines: [],
      cost: 10_000,
      charge: 10_000,
    })
  })
})

describe('rows of other consoles of the family', () => {
  const price = { model_ratio: 2, completion_ratio: 3, group_ratio: 1, model_price: -1, frt: 900 }

  test('are explained from the row’s own token counts', () => {
    expect(bill(price, 100, 50)).toMatchObject({ subtotal: 500, charge: 500, exact: false })
  })

  test('with audio are explained by their four counts', () => {
    const audio = { ...price, audio: true, text_input: 10, text_output: 5, audio_input: 4, audio_output: 2 }
    const found = bill({ ...audio, audio_ratio: 20, audio_completion_ratio: 2 })
    expect(found?.lines.map(({ component, units }) => [component, units])).toEqual([
      ['input', 20],
      ['output', 30],
      ['audioInput', 160],
      ['audioOutput', 160],
    ])
  })

  test('of sessions tell what was spoken and written, nought included', () => {
    const audio = { ...price, ws: true, text_input: 10, text_output: 5, audio_input: 4 }
    expect(row(audio).spoken).toEqual({ textInput: 10, textOutput: 5, audioInput: 4, audioOutput: 0 })
    expect(row({ ...audio, session_id: 's', response_id: 'r' })).toMatchObject({ sessionId: 's', responseId: 'r' })
    expect(row(price).spoken).toBeNull()
  })

  test('tell first byte and channels as ours do', () => {
    const other = row({ ...price, admin_info: { use_channel: [3, '5'] } })
    expect(other).toMatchObject({ firstByteMs: 900, path: ['3', '5'], attempts: [], endReason: null })
  })
})

describe('rows without a price', () => {
  test.each(['', '{', 'null', '[]', '"text"', '{"usage":5}'])('%p reads as empty', (other) => {
    expect(row(other)).toMatchObject({ receipt: null, family: null, firstByteMs: null, path: [], requestId: '' })
    expect(bill(other)).toBeNull()
  })

  test('an interrupted call keeps its request id', () => {
    const other = row({ end_reason: 'interrupted', request_id: 'r', group: 'vip' })
    expect(other).toMatchObject({ endReason: 'interrupted', requestId: 'r', group: 'vip' })
    expect(billOf(other, 1)).toBeNull()
  })

  test.each([
    { model_ratio: '1' },
    { group_ratio: null },
    { model_ratio: 1e300 },
    { quota_per_unit: -1, group_ratio: -1 },
  ])('%j in a receipt never reaches the arithmetic', (broken) => {
    expect(bill({ ...RECEIPT, ...broken })).toBeNull()
  })

  test('a carry below zero is one: a charge was taken back', () => {
    expect(bill({ ...RECEIPT, carry_in: -100, carry_out: -500 })).toMatchObject({ carryIn: -0.1, carryOut: -0.5 })
  })

  test('nonsense among counts and attempts is left out', () => {
    const broken = row({
      ...RECEIPT,
      frt: -1000,
      usage: { input: 1.5, output: -3, cacheRead: 2, spaceships: 4 },
      end_reason: 'bored',
      admin_info: { use_channel: 'all', attempts: [null, { channel: 3, status: 503, ms: -1, error: 'busy' }] },
    })
    expect(broken.receipt?.usage).toEqual({ cacheRead: 2 })
    expect(broken).toMatchObject({ firstByteMs: null, endReason: null, path: [] })
    expect(broken.attempts).toEqual([
      { channel: 0, status: 0, ms: 0 },
      { channel: 3, status: 503, ms: 0, error: 'busy' },
    ])
  })
})
