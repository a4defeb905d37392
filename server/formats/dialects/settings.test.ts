import { describe, expect, test } from 'bun:test'
import { callerDialects, type UpstreamFormat, upstreamDialects } from './all.ts'
import type { ChatRequest, JsonObject } from './conversation.ts'
import { Unwritable, type UpstreamDialect } from './dialect.ts'
import { readChat } from './read-chat.ts'
import { CHAT_SETTINGS, type ChatSetting, stopsFor } from './settings.ts'
import { writeChat } from './write-chat.ts'

const PLAIN: ChatRequest = {
  system: [],
  turns: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
  tools: [],
  stop: [],
  stream: false,
}
const tools = [{ name: 'f', parameters: { type: 'object', properties: {} } }]
const WITH_TOOLS = { ...PLAIN, tools }

/** For each setting, a request with it and the same request without it. */
const SAMPLES: Record<ChatSetting, [asks: ChatRequest, without: ChatRequest]> = {
  maxTokens: [{ ...PLAIN, maxTokens: 9 }, PLAIN],
  temperature: [{ ...PLAIN, temperature: 0.25 }, PLAIN],
  topP: [{ ...PLAIN, topP: 0.25 }, PLAIN],
  topK: [{ ...PLAIN, topK: 7 }, PLAIN],
  stop: [{ ...PLAIN, stop: ['x'] }, PLAIN],
  seed: [{ ...PLAIN, seed: 7 }, PLAIN],
  presencePenalty: [{ ...PLAIN, presencePenalty: 0.5 }, PLAIN],
  frequencyPenalty: [{ ...PLAIN, frequencyPenalty: 0.5 }, PLAIN],
  candidates: [{ ...PLAIN, candidates: 2 }, PLAIN],
  format: [{ ...PLAIN, format: { kind: 'json' } }, PLAIN],
  reasoning: [{ ...PLAIN, reasoning: { effort: 'high' } }, PLAIN],
  tools: [WITH_TOOLS, PLAIN],
  toolChoice: [{ ...WITH_TOOLS, toolChoice: 'required' }, WITH_TOOLS],
  parallelToolCalls: [{ ...WITH_TOOLS, parallelToolCalls: false }, WITH_TOOLS],
}

/** Models whose names determine how requests are written. */
const MODELS: Partial<Record<UpstreamFormat, string>> = {
  openai: 'gpt-4.1',
  responses: 'gpt-4.1',
  anthropic: 'claude-sonnet-4-5',
  'anthropic-vertex': 'claude-sonnet-4-5',
  bedrock: 'claude-sonnet-4-5',
  cohere: 'command-a-reasoning-08-2025',
  gemini: 'gemini-2.5-flash',
  'gemini-vertex': 'gemini-2.5-flash',
}

const THINKING: typeof MODELS = { ...MODELS, openai: 'gpt-5.1', responses: 'gpt-5.1', replicate: 'openai/gpt-5.1' }

describe.each(Object.keys(upstreamDialects) as UpstreamFormat[])('%s', (format) => {
  const dialect: UpstreamDialect = upstreamDialects[format]

  /** Returns the request's text and what is left out of it; undefined = it is refused. */
  function written(request: ChatRequest, models = MODELS): { text: string; omitted: string[] } | undefined {
    const omitted: string[] = []
    const settings = { fitsParameters: false, omit: (name: string) => void omitted.push(name) }
    try {
      return { text: JSON.stringify(writeChat(request, dialect, models[format] ?? 'm', settings)), omitted }
    } catch (error) {
      if (error instanceof Unwritable) return undefined
      throw error
    }
  }

  test.each(CHAT_SETTINGS)('%s is said, refused, or noted as left out', (setting) => {
    const [asks, without] = SAMPLES[setting]
    const models = setting === 'reasoning' ? THINKING : MODELS
    const asked = written(asks, models)
    const rest = written(without, models)
    if (!asked || !rest) return expect(dialect.unsupportedSettings ?? []).not.toContain(setting)
    const isSaid = asked.text !== rest.text
    expect(asked.omitted.length - rest.omitted.length).toBe(isSaid ? 0 : 1)
    expect(dialect.unsupportedSettings?.includes(setting) ?? false).toBe(!isSaid)
  })

  test('a setting with the value that a model has anyway is not noted', () => {
    const usual = { temperature: 1, topP: 1, presencePenalty: 0, frequencyPenalty: 0, candidates: 1 } as const
    const request: ChatRequest = { ...PLAIN, ...usual, parallelToolCalls: true, reasoning: { effort: 'none' } }
    expect(written(request)?.omitted).toEqual([])
  })
})

test('stop sequences that a vendor refuses are named', () => {
  const omitted: string[] = []
  const omit = (name: string) => omitted.push(name)
  expect(stopsFor(['a', ' ', 'b', 'c'], { most: 2, isTaken: (stop) => stop.trim() !== '' }, omit)).toEqual(['a', 'b'])
  expect(omitted).toEqual(['stop[1]', 'stop[3]'])
})

test.each<[UpstreamFormat, string, number]>([
  ['openai', 'gpt-4o', 4],
  ['openai', 'deepseek-chat', 6],
  ['gemini', 'gemini-2.5-pro', 5],
  ['cohere', 'command-a-03-2025', 5],
  ['anthropic', 'claude-sonnet-4-5', 6],
])('%s takes for %s the first %i of six stop sequences', (format, model, most) => {
  const omitted: string[] = []
  const request: ChatRequest = { ...PLAIN, stop: ['s0', 's1', 's2', 's3', 's4', 's5'] }
  const body = writeChat(request, upstreamDialects[format], model, { omit: (name) => omitted.push(name) })
  expect(JSON.stringify(body).match(/"s\d"/g)).toHaveLength(most)
  expect(omitted).toHaveLength(6 - most)
})

describe('what a model refuses is left out of a conversion, and named', () => {
  const user = { role: 'user', content: 'a' }
  const omitted = (format: UpstreamFormat, model: string, fields: JsonObject) => {
    const names: string[] = []
    const read = readChat(callerDialects.openai, { model, messages: [user], ...fields }, false)
    writeChat(read, upstreamDialects[format], model, { omit: (name) => names.push(name) })
    return names
  }
  const sampling = { temperature: 0.3, top_p: 0.5, top_k: 3 }
  test.each<[UpstreamFormat, string, JsonObject, string[]]>([
    ['responses', 'gpt-5', { ...sampling, top_k: undefined }, ['temperature', 'top_p']],
    ['responses', 'gpt-4.1', { temperature: 0.3 }, []],
    ['anthropic', 'claude-opus-5', sampling, ['temperature', 'top_p', 'top_k']],
    ['bedrock', 'claude-sonnet-4-5', sampling, ['top_p']],
    ['gemini', 'gemini-3-pro-preview', { presence_penalty: 1, logprobs: true }, ['presence_penalty', 'logprobs']],
    ['gemini', 'gemini-2.5-flash', { frequency_penalty: 1 }, ['frequency_penalty']],
    ['gemini', 'gemini-2.0-flash', { frequency_penalty: 1, logprobs: true }, []],
  ])('%s %s %j', (format, model, fields, names) => {
    expect(omitted(format, model, fields)).toEqual(names)
  })

  test.each(['HIGH', ' High '])('an effort is read however it is written: %s', (reasoning_effort) => {
    const read = readChat(callerDialects.openai, { messages: [user], reasoning_effort }, false)
    expect(read.reasoning).toEqual({ effort: 'high' })
  })
})
