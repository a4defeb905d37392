import { expect, test } from 'bun:test'
import { tokensUsed } from '#contract/prices/price.ts'
import { anthropic } from './dialect.ts'
import { readUsage } from './read-usage.ts'

const HOUR = { ephemeral_5m_input_tokens: 30, ephemeral_1h_input_tokens: 70 }
const SUMMARY = { type: 'compaction', input_tokens: 180_000, output_tokens: 3500, cache_read_input_tokens: 9 }

test('what was cached stands beside the input', () => {
  const usage = {
    input_tokens: 5,
    output_tokens: 6,
    cache_read_input_tokens: 7,
    cache_creation_input_tokens: 100,
    cache_creation: HOUR,
    output_tokens_details: { thinking_tokens: 4 },
  }
  expect(readUsage(usage).usage).toEqual({
    ...tokensUsed(5, 6),
    ...{ cacheRead: 7, cacheWrite5m: 30, cacheWrite1h: 70, reasoning: 4 },
  })
  expect(readUsage({ ...usage, cache_creation: null }).usage).toMatchObject({ cacheWrite5m: 100, cacheWrite1h: 0 })
})

test('what was written to the cache may be told by its parts alone', () => {
  expect(readUsage({ input_tokens: 5, cache_creation: HOUR }).usage).toMatchObject({
    cacheWrite5m: 30,
    cacheWrite1h: 70,
  })
})

test('passes that the sums leave out are paid, and those that are in them are not paid twice', () => {
  const iterations = [SUMMARY, { type: 'message', input_tokens: 23_000, output_tokens: 1000 }]
  expect(readUsage({ input_tokens: 23_000, output_tokens: 1000, iterations }).usage).toEqual({
    ...tokensUsed(203_000, 4500),
    cacheRead: 9,
  })
})

test('a stream tells its usage all in all each time', () => {
  const reader = anthropic.streamReader()
  const read = (event: object) => reader.read(JSON.stringify(event)).find(({ kind }) => kind === 'usage')
  const start = { input_tokens: 5, output_tokens: 1, cache_creation_input_tokens: 100, cache_creation: HOUR }
  expect(read({ type: 'message_start', message: { usage: start } })).toMatchObject({ usage: { input: 5, output: 1 } })
  const end = { output_tokens: 9, cache_read_input_tokens: null, iterations: [SUMMARY] }
  for (const _ of [1, 2]) {
    expect(read({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: end })).toMatchObject({
      usage: { input: 180_005, output: 3509, cacheRead: 9, cacheWrite5m: 30, cacheWrite1h: 70 },
    })
  }
})
