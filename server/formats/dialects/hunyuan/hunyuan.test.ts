import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokensUsed } from '#contract/prices/price.ts'
import { asked, assistant, audio, call, image, readCut, result, user } from '#test/harness/streams.ts'
import type { ChatRequest } from '../conversation.ts'
import { Unreadable, Unwritable } from '../dialect.ts'
import { hunyuan } from './dialect.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dir, '../fixtures/tencent', name))
const json = (name: string) => JSON.parse(fixture(name).toString('utf8'))
const write = (fields: Partial<ChatRequest> = {}) => hunyuan.writeRequest(asked(fields), 'hunyuan-lite')
const hello = { Role: 'user', Content: '你好' }
const tool = { name: 'weather', description: 'tells it', parameters: { type: 'object' } }
const written = {
  Type: 'function',
  Function: { Name: 'weather', Description: 'tells it', Parameters: '{"type":"object"}' },
}

describe('a request', () => {
  test.each<[string, Partial<ChatRequest>, object]>([
    ['a text', {}, { Messages: [hello] }],
    [
      'instructions first',
      { system: ['a', 'b'].map((text) => ({ kind: 'text', text })) },
      { Messages: [{ Role: 'system', Content: 'a\nb' }, hello] },
    ],
    [
      'sampling within its limits',
      { stream: true, temperature: 3, topP: -1, stop: ['END'], seed: 7 },
      { Messages: [hello], Stream: true, Temperature: 2, TopP: 0, Stop: ['END'], Seed: 7 },
    ],
    ['zero, which is a value', { temperature: 0 }, { Messages: [hello], Temperature: 0 }],
    ['tools', { tools: [tool] }, { Messages: [hello], Tools: [written] }],
    ['a choice', { tools: [tool], toolChoice: 'none' }, { Messages: [hello], Tools: [written], ToolChoice: 'none' }],
    [
      'a forced tool',
      { tools: [tool], toolChoice: { name: 'weather' } },
      { Messages: [hello], Tools: [written], ToolChoice: 'custom', CustomTool: written },
    ],
    [
      'an image',
      { turns: [user('look', image, { kind: 'image', source: { mediaType: 'image/png', data: 'AAAA' } })] },
      {
        Messages: [
          {
            Role: 'user',
            Contents: [
              { Type: 'text', Text: 'look' },
              { Type: 'image_url', ImageUrl: { Url: 'https://example.com/cat.png' } },
              { Type: 'image_url', ImageUrl: { Url: 'data:image/png;base64,AAAA' } },
            ],
          },
        ],
      },
    ],
    [
      'calls at the same time, their results, and more to say',
      {
        turns: [
          user('x'),
          assistant(call('1', 'weather'), call('2', 'time', '')),
          user(result('1', 'sunny'), result('2', ''), 'and?'),
        ],
      },
      {
        Messages: [
          { Role: 'user', Content: 'x' },
          {
            Role: 'assistant',
            Content: '',
            ToolCalls: [
              { Id: '1', Type: 'function', Function: { Name: 'weather', Arguments: '{"city":"北京"}' } },
              { Id: '2', Type: 'function', Function: { Name: 'time', Arguments: '{}' } },
            ],
          },
          { Role: 'tool', ToolCallId: '1', Content: 'sunny' },
          { Role: 'tool', ToolCallId: '2', Content: '{}' },
          { Role: 'assistant', Content: 'Okay' },
          { Role: 'user', Content: 'and?' },
        ],
      },
    ],
    [
      'an answer first and last',
      { turns: [assistant('hi')] },
      {
        Messages: [
          { Role: 'user', Content: '...' },
          { Role: 'assistant', Content: 'hi' },
          { Role: 'user', Content: 'Continue.' },
        ],
      },
    ],
  ])('%s', (_, fields, expected) => {
    expect(write(fields)).toEqual({ Model: 'hunyuan-lite', ...expected })
  })
  test('with audio or nothing cannot be written', () => {
    expect(() => write({ turns: [user(audio)] })).toThrow(Unwritable)
    expect(() => write({ turns: [] })).toThrow(Unwritable)
  })
})

describe('an answer', () => {
  test('of text', () => {
    expect(hunyuan.readAnswer(json('chat-ok.json'))).toEqual({
      choices: [{ parts: [{ kind: 'text', text: '你好！' }], finish: 'stop' }],
      usage: tokensUsed(3, 2),
    })
  })
  test('that thinks and calls tools', () => {
    const Message = { ReasoningContent: 'hm', ToolCalls: [{ Function: { Name: 'weather', Arguments: '' } }] }
    expect(hunyuan.readAnswer({ Response: { Choices: [{ FinishReason: 'tool_calls', Message }] } }, 'one')).toEqual({
      choices: [
        {
          parts: [
            { kind: 'reasoning', text: 'hm' },
            { kind: 'tool_call', id: 'call_one_0', name: 'weather', arguments: '{}' },
          ],
          finish: 'tool_calls',
        },
      ],
      usage: undefined,
    })
  })
  test('that is none', () => {
    expect(() => hunyuan.readAnswer({ Response: {} })).toThrow(Unreadable)
  })
  test('that is an error has its code', () => {
    const error = caught(() => hunyuan.readAnswer({ Response: { Error: { Code: 'InternalError', Message: 'no' } } }))
    expect(error).toMatchObject({ error: { message: 'no', code: 'InternalError' } })
  })
})

describe('a stream', () => {
  test.each([1, 2, 3, 7, 1000])('cut into parts of %d bytes', (size) => {
    expect(readCut(hunyuan, fixture('chat.sse'), size)).toEqual({
      choices: [{ parts: [{ kind: 'text', text: '你好！' }], finish: 'stop' }],
      usage: tokensUsed(3, 2),
    })
  })
  test('with an error in the middle', () => {
    const error = caught(() => readCut(hunyuan, fixture('chat-error-in-stream.sse'), 7))
    expect(error).toMatchObject({ status: 500, error: { code: 2003, message: '服务内部错误' } })
  })
  test('of tool calls in pieces that repeat the id or leave it out', () => {
    const piece = (ToolCalls: object[], FinishReason = '') =>
      `data: ${JSON.stringify({ Choices: [{ FinishReason, Delta: { Role: 'assistant', ToolCalls } }] })}\n\n`
    const stream = [
      piece([{ Id: 'a', Function: { Name: 'weather', Arguments: '{"ci' } }]),
      piece([{ Id: 'a', Function: { Arguments: 'ty":' } }]),
      piece([{ Function: { Arguments: '1}' } }]),
      piece([{ Id: 'b', Function: { Name: 'time' } }]),
      piece([], 'tool_calls'),
    ]
    expect(readCut(hunyuan, Buffer.from(stream.join('')), 11).choices).toEqual([
      {
        parts: [
          { kind: 'tool_call', id: 'a', name: 'weather', arguments: '{"city":1}' },
          { kind: 'tool_call', id: 'b', name: 'time', arguments: '{}' },
        ],
        finish: 'tool_calls',
      },
    ])
  })
})

test('embeddings', () => {
  expect(hunyuan.embeddings?.writeRequest({ texts: ['a'], encoding: 'float' }, 'x')).toEqual({ InputList: ['a'] })
  const read = hunyuan.embeddings?.readAnswer(json('embedding.json'))
  expect(read).toEqual({ vectors: [[0.1, 0.2]], usage: tokensUsed(2, 0) })
})

function caught(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}
