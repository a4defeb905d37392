import { describe, expect, test } from 'bun:test'
import { completionTokens, NO_USAGE, promptTokens } from '#contract/prices/price.ts'
import { findUsage, readOpenAIUsage } from './openai-usage.ts'

const counted = (usage: object) => {
  const { input, output, ...rest } = readOpenAIUsage(usage) ?? NO_USAGE
  const others = Object.entries(rest).filter(([, tokens]) => tokens !== 0)
  return { input, output, ...Object.fromEntries(others) }
}

const OPENAI = {
  prompt_tokens: 2006,
  completion_tokens: 300,
  total_tokens: 2306,
  prompt_tokens_details: { cached_tokens: 1920, audio_tokens: 0 },
  completion_tokens_details: {
    reasoning_tokens: 192,
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
}
const AUDIO = {
  prompt_tokens: 100,
  completion_tokens: 80,
  total_tokens: 180,
  prompt_tokens_details: { cached_tokens: 30, audio_tokens: 60, text_tokens: 40 },
  completion_tokens_details: { audio_tokens: 50, text_tokens: 30 },
}
const DEEPSEEK = {
  prompt_tokens: 339,
  completion_tokens: 92,
  total_tokens: 431,
  prompt_tokens_details: { cached_tokens: 320 },
  completion_tokens_details: { reasoning_tokens: 20 },
  prompt_cache_hit_tokens: 320,
  prompt_cache_miss_tokens: 19,
}
const XAI = {
  prompt_tokens: 32,
  completion_tokens: 9,
  total_tokens: 135,
  completion_tokens_details: { reasoning_tokens: 94 },
}

describe('usage is split into components', () => {
  test.each([
    ['text alone', { prompt_tokens: 9, completion_tokens: 12, total_tokens: 21 }, { input: 9, output: 12 }],
    ['cache and reasoning', OPENAI, { input: 86, cacheRead: 1920, output: 300, reasoning: 192 }],
    ['audio', AUDIO, { input: 10, cacheRead: 30, audioInput: 60, output: 30, audioOutput: 50 }],
    ['the names of DeepSeek', DEEPSEEK, { input: 19, cacheRead: 320, output: 92, reasoning: 20 }],
    [
      'DeepSeek without details',
      { prompt_tokens: 50, completion_tokens: 5, prompt_cache_hit_tokens: 40 },
      { input: 10, cacheRead: 40, output: 5 },
    ],
    [
      'the name of Moonshot',
      { prompt_tokens: 50, completion_tokens: 5, total_tokens: 55, cached_tokens: 40 },
      { input: 10, cacheRead: 40, output: 5 },
    ],
    [
      'the name of Mistral',
      { prompt_tokens: 50, completion_tokens: 5, total_tokens: 55, num_cached_tokens: 40 },
      { input: 10, cacheRead: 40, output: 5 },
    ],
    [
      'audio beside the prompt, as Mistral counts',
      {
        prompt_tokens: 9,
        completion_tokens: 20,
        total_tokens: 129,
        prompt_tokens_details: { cached_tokens: 0, audio_tokens: 100 },
      },
      { input: 9, audioInput: 100, output: 20 },
    ],
    ['reasoning beside the completion, as xAI counts', XAI, { input: 32, output: 103, reasoning: 94 }],
    [
      'what is written to the cache, and pictures, as OpenRouter counts them',
      {
        prompt_tokens: 1000,
        completion_tokens: 100,
        total_tokens: 1100,
        prompt_tokens_details: { cached_tokens: 300, cache_write_tokens: 600, audio_tokens: 0, image_tokens: 60 },
        completion_tokens_details: { reasoning_tokens: 10, image_tokens: 70 },
      },
      { input: 40, cacheRead: 300, cacheWrite5m: 600, imageInput: 60, output: 30, imageOutput: 70, reasoning: 10 },
    ],
    [
      'the names of pictures',
      {
        input_tokens: 50,
        output_tokens: 80,
        total_tokens: 130,
        input_tokens_details: { text_tokens: 10, image_tokens: 40 },
        output_tokens_details: { text_tokens: 5, image_tokens: 75 },
      },
      { input: 10, imageInput: 40, output: 5, imageOutput: 75 },
    ],
    ['embeddings', { prompt_tokens: 8, total_tokens: 8 }, { input: 8, output: 0 }],
    ['a total alone', { total_tokens: 8 }, { input: 8, output: 0 }],
    [
      'a total and the prompt',
      { prompt_tokens: 7, completion_tokens: null, total_tokens: 10 },
      { input: 7, output: 3 },
    ],
    ['a total below the prompt', { prompt_tokens: 7, completion_tokens: -5, total_tokens: 2 }, { input: 7, output: 0 }],
    ['a total and the completion', { completion_tokens: 3, total_tokens: 10 }, { input: 7, output: 3 }],
    [
      'details of null',
      { ...OPENAI, prompt_tokens_details: null, completion_tokens_details: null },
      { input: 2006, output: 300 },
    ],
  ])('%s', (_, usage, expected) => expect(counted(usage)).toEqual(expected))
})

test.each([OPENAI, AUDIO, DEEPSEEK, XAI])('the components add up to the total of the vendor (%#)', (usage) => {
  const read = readOpenAIUsage(usage) ?? NO_USAGE
  expect(promptTokens(read) + completionTokens(read)).toBe(usage.total_tokens)
})

const NINE = { input: 9, output: 12 }

describe('usage is found', () => {
  const counts = { prompt_tokens: 9, completion_tokens: 12 }
  test.each([
    ['in the answer', { usage: counts }],
    ['as numbers in texts', { usage: { prompt_tokens: '9', completion_tokens: '12' } }],
    ['under the names of responses', { usage: { input_tokens: 9, output_tokens: 12 } }],
    ['under the names of Amazon', { usage: { inputTokens: 9, outputTokens: 12, totalTokens: 21 } }],
    ['in a choice', { choices: [{ usage: counts }] }],
    ["in Groq's own part", { choices: [], x_groq: { id: 'r', usage: counts } }],
    ['in the message', { message: { usage: counts } }],
    ['under the names of Google', { usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 12 } }],
    ['in snake case', { usage_metadata: { prompt_token_count: 9, candidates_token_count: 12 } }],
    ['among metrics', { usage: null, metrics: { prompt_tokens: 9, completion_tokens: 12 } }],
    ["beside the answer, as Ollama's is", { message: { content: 'a' }, prompt_eval_count: 9, eval_count: 12 }],
  ])('%s', (_, answer) => {
    const { input, output } = findUsage(answer) ?? NO_USAGE
    expect({ input, output }).toEqual(NINE)
  })

  test('among the timings of llama.cpp, which count cached input apart', () => {
    const { input, cacheRead, output } =
      findUsage({ timings: { prompt_n: 4, cache_n: 5, predicted_n: 12 } }) ?? NO_USAGE
    expect({ input, cacheRead, output }).toEqual({ input: 4, cacheRead: 5, output: 12 })
  })

  test('not where nothing is counted', () => {
    expect(
      findUsage({ choices: [{ message: { content: 'a' } }], metrics: { latencyMs: 3 }, usage: {} }),
    ).toBeUndefined()
  })
})

describe('nonsense', () => {
  test.each([[undefined], [null], ['9'], [9], [[]], [{}], [{ prompt_tokens: 0, completion_tokens: 0 }]])(
    '%j is no usage',
    (value) => expect(readOpenAIUsage(value)).toBeUndefined(),
  )

  test.each([2 ** 64 - 1, 1e308, 1_000_000_001, Number.POSITIVE_INFINITY])(
    'is nothing when a count is %d, which no call can have',
    (count) => {
      for (const name of ['prompt_tokens', 'completion_tokens', 'total_tokens']) {
        expect(readOpenAIUsage({ prompt_tokens: 5, completion_tokens: 6, [name]: count })).toBeUndefined()
      }
    },
  )

  test('is what FastGPT reports whatever it has done', () => {
    expect(readOpenAIUsage({ prompt_tokens: 1, completion_tokens: 1, total_tokens: 1 })).toBeUndefined()
    expect(readOpenAIUsage({ prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 })).toBeDefined()
  })

  test('never counts below zero, nor beyond what the vendor counted', () => {
    const values = [undefined, null, -5, 0, 3, 10, 1e3, '7', 1e9, [], {}, true]
    const pick = (i: number) => values[i % values.length]
    for (let i = 0; i < 12 ** 4; i++) {
      // Each of the two meets every value of the prompt.
      const more = { image_tokens: pick(i + Math.floor(i / 1728)), cache_write_tokens: pick(i + Math.floor(i / 12)) }
      const usage = {
        prompt_tokens: pick(i),
        completion_tokens: pick(Math.floor(i / 12)),
        prompt_tokens_details: {
          cached_tokens: pick(Math.floor(i / 144)),
          audio_tokens: pick(Math.floor(i / 1728)),
          ...more,
        },
        completion_tokens_details: {
          reasoning_tokens: pick(Math.floor(i / 144)),
          audio_tokens: pick(Math.floor(i / 1728)),
          image_tokens: pick(i + 5),
        },
      }
      const read = readOpenAIUsage(usage)
      if (!read) continue
      expect(Object.values(read).every((tokens) => Number.isInteger(tokens) && tokens >= 0)).toBe(true)
      expect(promptTokens(read)).toBe(whole(usage.prompt_tokens))
      expect(completionTokens(read)).toBe(whole(usage.completion_tokens))
      expect(read.reasoning).toBeLessThanOrEqual(read.output)
    }
  })
})

/** The only string among the values is also a number. */
const whole = (value: unknown) => (value === '7' ? 7 : typeof value === 'number' && value > 0 ? value : 0)
