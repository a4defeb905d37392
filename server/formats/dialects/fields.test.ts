import { describe, expect, test } from 'bun:test'
import { type CallerFormat, callerDialects } from './all.ts'
import type { JsonObject } from './conversation.ts'
import type { FieldRule } from './fields.ts'
import { readChat } from './read-chat.ts'

const BASE: Record<CallerFormat, JsonObject> = {
  openai: { model: 'm', messages: [{ role: 'user', content: 'hi' }] },
  responses: { model: 'm', input: 'hi' },
  anthropic: { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] },
  gemini: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
  cohere: { model: 'm', messages: [{ role: 'user', content: 'hi' }] },
}
const read = (format: CallerFormat, fields: JsonObject) =>
  readChat(callerDialects[format], { ...BASE[format], ...fields }, false)

describe('a field that changes what the answer is about is refused by name', () => {
  test.each<[CallerFormat, string, JsonObject]>([
    ['openai', 'modalities', { modalities: ['text', 'audio'] }],
    ['openai', 'moderation', { moderation: { model: 'omni-moderation-latest' } }],
    ['openai', 'messages[0].audio', { messages: [{ role: 'assistant', audio: { id: 'audio_1' } }] }],
    ['responses', 'conversation', { conversation: 'conv_1' }],
    ['responses', 'prompt', { prompt: { id: 'pmpt_1' } }],
    ['responses', 'include', { include: ['reasoning.encrypted_content', 'program.trace'] }],
    ['anthropic', 'container', { container: 'container_1' }],
    ['anthropic', 'compaction', { compaction: { type: 'summarize' } }],
    ['gemini', 'cachedContent', { cachedContent: 'cachedContents/1' }],
    ['gemini', 'cached_content', { cached_content: 'cachedContents/1' }],
    ['gemini', 'tools[0].computerUse', { tools: [{ computerUse: { environment: 'ENVIRONMENT_BROWSER' } }] }],
  ])('%s: %s', (format, field, fields) => {
    expect(() => read(format, fields)).toThrow(expect.objectContaining({ name: 'BadRequest', field }))
  })

  test('a message thread with what makes the SDK send the whole conversation', () => {
    const vendor = { family: 'anthropic', fields: { details: { error_code: 'thread_unsupported_request' } } }
    for (const thread of [{ type: 'create' }, { type: 'continue', previous_message_id: 'msg_1' }]) {
      expect(() => read('anthropic', { thread })).toThrow(expect.objectContaining({ field: 'thread', vendor }))
    }
  })
})

test.each<[CallerFormat, JsonObject]>([
  [
    'openai',
    { logprobs: false, top_logprobs: null, modalities: ['text'], audio: null, models: [], metadata: { a: 'b' } },
  ],
  ['responses', { include: ['reasoning.encrypted_content'], conversation: null, prompt: null, top_logprobs: 0 }],
  ['anthropic', { thread: null, container: null, mcp_servers: [], speed: null, context_management: { edits: [] } }],
  ['gemini', { cachedContent: '', labels: { team: 'a' }, generationConfig: { responseLogprobs: false } }],
])('%s: what says nothing, or is harmless, is neither refused nor noted', (format, fields) => {
  expect(read(format, fields).omitted ?? []).toEqual([])
})

describe('what is left out is noted', () => {
  test.each<[CallerFormat, JsonObject, string[]]>([
    [
      'openai',
      { service_tier: 'priority', models: ['a'], provider: { order: ['b'] } },
      ['service_tier', 'models', 'provider'],
    ],
    [
      'openai',
      { some_field: 1, messages: [{ role: 'user', content: 'hi', mood: 'glad' }] },
      ['messages[].mood', 'some_field'],
    ],
    ['responses', { service_tier: 'flex', text: { tone: 'dry' } }, ['service_tier', 'text.tone']],
    [
      'anthropic',
      { speed: 'fast', inference_geo: 'us', fallbacks: 'default' },
      ['speed', 'inference_geo', 'fallbacks'],
    ],
    [
      'gemini',
      { service_tier: 'priority', generationConfig: { mood: 'glad' } },
      ['service_tier', 'generationConfig.mood'],
    ],
  ])('%s: %j', (format, fields, omitted) => {
    expect(read(format, fields).omitted?.toSorted()).toEqual(omitted.toSorted())
  })

  test('once, however often it is there', () => {
    const message = { role: 'user', content: [{ type: 'text', text: 'hi', mood: 'glad' }] }
    expect(read('openai', { messages: [message, message] }).omitted).toEqual(['messages[].content[].mood'])
  })

  test('a name that objects inherit is a name like others', () => {
    expect(read('openai', { constructor: 1, toString: 2 }).omitted).toEqual(['constructor', 'toString'])
  })
})

test('an older name of a schema, and another vendor’s name of a seed, are read', () => {
  const schema = { type: 'object', properties: {} }
  expect(read('anthropic', { output_format: { type: 'json_schema', schema } }).format).toMatchObject({ schema })
  expect(read('openai', { random_seed: 7 }).seed).toBe(7)
})

test('what is said about a document is read with it', () => {
  const source = { type: 'text', media_type: 'text/plain', data: 'the text' }
  const content = [{ type: 'document', source, context: 'from 1912' }]
  expect(read('anthropic', { messages: [{ role: 'user', content }] }).turns[0]?.parts).toEqual([
    { kind: 'text', text: 'from 1912' },
    { kind: 'text', text: 'the text' },
  ])
})

describe('every field that is not converted names the page that describes it', () => {
  const rulesIn = (rule: FieldRule, path: string): [string, FieldRule][] =>
    rule.rule === 'within'
      ? Object.entries(rule.fields).flatMap(([name, one]) => rulesIn(one, `${path}.${name}`))
      : rule.rule === 'variants'
        ? Object.entries(rule.types).flatMap(([type, one]) => rulesIn(one, `${path}<${type}>`))
        : [[path, rule]]
  test.each(Object.keys(BASE) as CallerFormat[])('%s', (format) => {
    const rules = Object.entries(callerDialects[format].fields).flatMap(([name, rule]) => rulesIn(rule, name))
    const others = rules.filter(([, { rule }]) => rule !== 'converted')
    expect(others.length).toBeGreaterThan(4)
    expect(others.filter(([, rule]) => !('source' in rule && /^https:\/\/\S+$/.test(rule.source)))).toEqual([])
  })
})

test('a file of Gemini keeps its name', () => {
  const inlineData = { mimeType: 'application/pdf', data: 'AAAA', displayName: 'a.pdf' }
  const fileData = { mimeType: 'application/pdf', fileUri: 'https://a.example/b', displayName: 'b.pdf' }
  const { turns } = read('gemini', { contents: [{ role: 'user', parts: [{ inlineData }, { fileData }] }] })
  expect(turns[0]?.parts).toMatchObject([
    { kind: 'file', name: 'a.pdf' },
    { kind: 'file', name: 'b.pdf' },
  ])
})
