import { describe, expect, test } from 'bun:test'
import { upstreamModel } from '../../calls/upstream/upstream-model.ts'
import { channelOperation, testBody, testOperation } from './test-request.ts'

describe('a model is asked for what it can do', () => {
  test.each([
    ['gpt-4o-mini', 'chat'],
    ['Qwen2.5-72B-Instruct', 'chat'],
    ['some-unknown-model', 'chat'],
    ['gpt-3.5-turbo-instruct', 'completions'],
    ['davinci-002', 'completions'],
    ['text-embedding-3-small', 'embeddings'],
    ['text-embedding-ada-002', 'embeddings'],
    ['BAAI/bge-m3', 'embeddings'],
    ['omni-moderation-latest', 'moderations'],
    ['dall-e-3', undefined],
    ['tts-1-hd', undefined],
    ['gpt-4o-mini-tts', undefined],
    ['whisper-1', undefined],
    ['gpt-4o-realtime-preview', undefined],
    ['gpt-4o-audio-preview', undefined],
    ['bge-reranker-v2-m3', 'rerank'],
    ['mj_imagine', undefined],
    ['suno_music', undefined],
  ] as const)('%s: %s', (model, operation) => {
    expect(testOperation(model)).toBe(operation)
  })
})

test('reasoning models are limited by the field that they accept', () => {
  expect(testBody('chat', 'gpt-4o', false)).toMatchObject({ max_tokens: 1 })
  for (const model of ['o1-mini', 'o3', 'gpt-5-nano']) {
    const body = testBody('chat', model, true)
    expect(body).toMatchObject({ max_completion_tokens: 1, stream: true })
    expect(body).not.toHaveProperty('max_tokens')
  }
})

test('a mapping is applied once, and only what stands in it', () => {
  const modelMapping = { a: 'b', b: 'c', empty: '' }
  expect(['a', 'b', 'empty', 'constructor'].map((model) => upstreamModel({ modelMapping }, model))).toEqual([
    'b',
    'c',
    'empty',
    'constructor',
  ])
})

test('a channel is asked for what its type serves', () => {
  const operation = (type: number, model: string, modelMapping = {}) => channelOperation({ type, modelMapping }, model)
  expect(operation(1, 'gpt-4o')).toBe('chat')
  expect(operation(38, 'jina-clip-v2')).toBe('embeddings')
  expect(operation(17, 'text-embedding-v4')).toBe('embeddings')
  expect(operation(25, 'text-embedding-3-small')).toBe('chat')
  expect(operation(17, 'omni-moderation-latest')).toBeUndefined()
  expect(operation(38, 'jina-reranker-v3')).toBe('rerank')
  expect(operation(1, 'mine', { mine: 'text-embedding-3-small' })).toBe('embeddings')
})
