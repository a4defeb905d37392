import { describe, expect, test } from 'bun:test'
import type { ChatRequest } from '../conversation.ts'
import { Unwritable } from '../dialect.ts'
import { bedrock } from './dialect.ts'

const MODEL = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const hi: ChatRequest['turns'] = [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }]
const write = (fields: Partial<ChatRequest> = {}) =>
  bedrock.writeRequest({ system: [], turns: hi, tools: [], stream: false, stop: [], ...fields }, MODEL) as Record<
    string,
    unknown
  >
const weather = { name: 'weather', parameters: { type: 'object' }, strict: true }

test('a request names the version and leaves out model and stream', () => {
  expect(write({ stream: true, maxTokens: 5 })).toEqual({
    anthropic_version: 'bedrock-2023-05-31',
    max_tokens: 5,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
  })
})

test('a schema that allows any value is asked for in words', () => {
  const asked = write({
    system: [{ kind: 'text', text: 'Be brief.' }],
    format: { kind: 'schema', name: 'a', schema: { a: 1 } },
  })
  expect(asked.output_config).toBeUndefined()
  expect(asked.system).toEqual([
    { type: 'text', text: 'Be brief.' },
    { type: 'text', text: expect.stringContaining('{"a":1}') },
  ])
})

describe('tools', () => {
  test('are told without what is not known there', () => {
    expect(write({ tools: [weather], parallelToolCalls: false, toolChoice: 'auto' })).toMatchObject({
      tools: [{ name: 'weather', input_schema: { type: 'object' } }],
      tool_choice: { type: 'auto' },
    })
    expect(JSON.stringify(write({ tools: [weather], parallelToolCalls: false }))).not.toMatch(/strict|parallel/)
  })

  test('that must not be called are not told', () => {
    expect(write({ tools: [weather], toolChoice: 'none' }).tools).toBeUndefined()
  })
})

describe('images', () => {
  const withImage = (source: { url: string } | { mediaType: string; data: string }) =>
    write({ turns: [{ role: 'user', parts: [{ kind: 'image', source }] }] })

  test('are sent as data', () => {
    expect(withImage({ mediaType: 'image/png', data: 'AAAA' }).messages).toEqual([
      { role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }] },
    ])
  })

  test('by address are not taken, nor those of tools', () => {
    expect(() => withImage({ url: 'https://x.example/a.png' })).toThrow(Unwritable)
    const content = [{ kind: 'image' as const, source: { url: 'https://x.example/a.png' } }]
    expect(() => write({ turns: [{ role: 'user', parts: [{ kind: 'tool_result', id: 'a', content }] }] })).toThrow(
      Unwritable,
    )
  })
})
