import { expect, test } from 'bun:test'
import { NO_USAGE, promptTokens, type Usage } from '#contract/prices/price.ts'
import { readRealtimeUsage, readTranscriptUsage } from './usage.ts'

const used = (usage: Partial<Usage>): Usage => ({ ...NO_USAGE, ...usage })

// The example in OpenAI's documentation:
// https://platform.openai.com/docs/api-reference/realtime-server-events/response/done
const REPORTED = {
  total_tokens: 821,
  input_tokens: 789,
  output_tokens: 32,
  input_token_details: {
    text_tokens: 313,
    audio_tokens: 476,
    cached_tokens: 640,
    cached_tokens_details: { text_tokens: 256, audio_tokens: 384 },
  },
  output_token_details: { text_tokens: 9, audio_tokens: 23 },
}

test('every token is in one component', () => {
  const usage = readRealtimeUsage(REPORTED)
  expect(usage).toEqual(used({ input: 57, audioInput: 92, cacheRead: 640, output: 9, audioOutput: 23 }))
  expect(usage && promptTokens(usage)).toBe(789)
})

test('pictures are counted, and cached ones with the rest of the cache', () => {
  const details = {
    text_tokens: 10,
    audio_tokens: 20,
    image_tokens: 30,
    cached_tokens: 25,
    cached_tokens_details: { image_tokens: 25 },
  }
  const usage = readRealtimeUsage({ input_tokens: 60, output_tokens: 1, input_token_details: details })
  expect(usage).toEqual(used({ input: 10, audioInput: 20, imageInput: 5, cacheRead: 25, output: 1 }))
})

test('cached tokens of which nobody says what they were are text as far as there is any', () => {
  const details = { text_tokens: 10, audio_tokens: 20, cached_tokens: 15 }
  const usage = readRealtimeUsage({ input_tokens: 30, output_tokens: 0, input_token_details: details })
  expect(usage).toEqual(used({ audioInput: 15, cacheRead: 15 }))
})

test('tokens without a kind are text', () => {
  expect(readRealtimeUsage({ input_tokens: 7, output_tokens: 3 })).toEqual(used({ input: 7, output: 3 }))
  expect(readRealtimeUsage({ input_tokens: 7, input_token_details: { audio_tokens: 9 } })).toEqual(
    used({ audioInput: 9 }),
  )
})

test.each([
  [
    'more cached than there was',
    { cached_tokens: 1_000, cached_tokens_details: { text_tokens: 900, audio_tokens: 900 } },
  ],
  ['numbers below zero', { text_tokens: -5, audio_tokens: -5, cached_tokens: -5 }],
  ['no numbers', { text_tokens: '5', audio_tokens: null, cached_tokens: {} }],
])('%s never makes a count negative', (_, details) => {
  const usage = readRealtimeUsage({ input_tokens: 10, output_tokens: 2, input_token_details: details })
  expect(Math.min(...Object.values(usage ?? { none: -1 }))).toBeGreaterThanOrEqual(0)
  expect(usage && promptTokens(usage)).toBe(10)
})

test.each([undefined, null, 'usage', {}, { input_tokens: 0, output_tokens: 0 }, { input_tokens: 2 ** 32 }])(
  '%p is no usage',
  (value) => expect(readRealtimeUsage(value)).toBeUndefined(),
)

test('a transcript is paid by tokens or by seconds', () => {
  const tokens = { type: 'tokens', input_tokens: 14, output_tokens: 45, input_token_details: { audio_tokens: 14 } }
  expect(readTranscriptUsage(tokens)).toEqual(used({ audioInput: 14, output: 45 }))
  // 200 tokens per minute, as in the price list for whisper-1.
  expect(readTranscriptUsage({ type: 'duration', seconds: 30 })).toEqual(used({ output: 100 }))
  expect(readTranscriptUsage({ type: 'duration', seconds: 0 })).toBeUndefined()
  expect(readTranscriptUsage(undefined)).toBeUndefined()
})
