import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokensUsed } from '#contract/prices/price.ts'
import { asked, assistant, audio, call, image, readCut, result, user } from '#test/harness/streams.ts'
import type { ChatRequest } from '../conversation.ts'
import { Refused, Unreadable, Unwritable } from '../dialect.ts'
import { reframeBareErrors } from './bare-errors.ts'
import { baidu } from './dialect.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dir, '../fixtures/baidu', name))
const json = (name: string) => JSON.parse(fixture(name).toString('utf8'))
const hello = [{ role: 'user', content: '你好' }]
const weather = { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } }
const write = (fields: Partial<ChatRequest> = {}) => baidu.writeRequest(asked(fields), 'ERNIE-4.0-8K')

describe('a request', () => {
  test.each<[string, Partial<ChatRequest>, object]>([
    ['a text', {}, {}],
    ['instructions, joined', { system: ['a', 'b'].map((text) => ({ kind: 'text', text })) }, { system: 'a\nb' }],
    ['a stream', { stream: true }, { stream: true }],
    ['a temperature that is too low', { temperature: 0 }, { temperature: 0.01 }],
    ['a temperature that is too high', { temperature: 1.8 }, { temperature: 1 }],
    ['a limit that is too low', { maxTokens: 1 }, { max_output_tokens: 2 }],
    ['a penalty', { frequencyPenalty: 1 }, { penalty_score: 1.5 }],
    ['a reward, which has no word', { frequencyPenalty: -1 }, { penalty_score: 1 }],
    [
      'stops, but too many and too long ones',
      { stop: ['1', 'x'.repeat(21), '2', '3', '4', '5'] },
      { stop: ['1', '2', '3', '4'] },
    ],
    ['the rest', { topP: 0.8, user: 'u1' }, { top_p: 0.8, user_id: 'u1' }],
    ['tools', { tools: [weather] }, { functions: [{ ...weather, description: 'weather' }] }],
    ['tools that must not be called', { tools: [weather], toolChoice: 'none' }, {}],
    [
      'the tool that must be called',
      { tools: [weather, { ...weather, name: 'time' }], toolChoice: { name: 'time' } },
      { functions: [{ ...weather, name: 'time', description: 'time' }] },
    ],
  ])('%s', (_, fields, expected) => {
    expect(write(fields)).toEqual({ messages: hello, ...expected })
  })
  test('a wish for JSON, in words', () => {
    expect(write({ format: { kind: 'json' } })).toMatchObject({ system: expect.stringContaining('JSON') })
  })
  const f = (name: string) => ({ name, arguments: '{"city":"北京"}' })
  test.each<[string, ChatRequest['turns'], object[]]>([
    [
      'an answer first',
      [assistant('hi'), user('x')],
      [
        { role: 'user', content: '...' },
        { role: 'assistant', content: 'hi' },
        { role: 'user', content: 'x' },
      ],
    ],
    [
      'an answer last',
      [user('x'), assistant('hi')],
      [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: 'hi' },
        { role: 'user', content: 'Continue.' },
      ],
    ],
    [
      'a call and its result',
      [user('x'), assistant('let me see', call('1', 'weather')), user(result('1', 'sunny'))],
      [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: 'let me see', function_call: f('weather') },
        { role: 'function', name: 'weather', content: 'sunny' },
      ],
    ],
    [
      'calls at the same time, and more to say',
      [
        user('x'),
        assistant(call('1', 'weather'), call('2', 'time')),
        user(result('1', 'sunny'), result('2', 'noon'), 'and?'),
      ],
      [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: '', function_call: f('weather') },
        { role: 'function', name: 'weather', content: 'sunny' },
        { role: 'assistant', content: '', function_call: f('time') },
        { role: 'function', name: 'time', content: 'noon' },
        { role: 'assistant', content: 'Okay' },
        { role: 'user', content: 'and?' },
      ],
    ],
  ])('%s', (_, turns, messages) => {
    expect(write({ turns })).toEqual({ messages })
    expect(messages.length % 2).toBe(1)
  })
  test.each([
    ['images', [user(image)]],
    ['audio', [user(audio)]],
    ['nothing', []],
  ])('with %s cannot be written', (_, turns) => {
    expect(() => write({ turns })).toThrow(Unwritable)
  })
})

describe('an answer', () => {
  test('of text', () => {
    expect(baidu.readAnswer(json('chat-ok.json'))).toEqual({
      choices: [{ parts: [{ kind: 'text', text: '你好，我在。' }], finish: 'stop' }],
      usage: tokensUsed(2, 4),
    })
  })
  test('that calls a function, with its thoughts and an id that no other call has', () => {
    expect(baidu.readAnswer(json('chat-function.json'), 'one')).toEqual({
      choices: [
        {
          parts: [
            { kind: 'reasoning', text: '需要查天气' },
            { kind: 'tool_call', id: 'call_one_0', name: 'get_weather', arguments: '{"city":"北京"}' },
          ],
          finish: 'tool_calls',
        },
      ],
      usage: tokensUsed(80, 20),
    })
  })
  test.each([
    [{ is_truncated: true }, 'length'],
    [{ finish_reason: 'length' }, 'length'],
    [{ finish_reason: 'content_filter' }, 'content_filter'],
    [{ need_clear_history: true }, 'content_filter'],
    [{ finish_reason: 'new' }, 'stop'],
  ])('%j ends with %s', (fields, finish) => {
    expect(baidu.readAnswer({ result: 'x', ...fields }).choices[0]?.finish).toBe(finish as 'stop')
  })
  test('without usage, or with a total alone', () => {
    expect(baidu.readAnswer({ result: '' })).toEqual({ choices: [{ parts: [], finish: 'stop' }], usage: undefined })
    const { usage } = baidu.readAnswer({ result: 'x', usage: { prompt_tokens: 3, total_tokens: 5 } })
    expect(usage).toEqual(tokensUsed(3, 2))
  })
  test('that is none', () => {
    expect(() => baidu.readAnswer({ ok: true })).toThrow(Unreadable)
  })
  test('that is an error has its code', () => {
    const error = caught(() => baidu.readAnswer({ error_code: 110, error_msg: 'no' }))
    expect(error).toMatchObject({ error: { message: 'no', code: 110 } })
  })
})

describe('a stream', () => {
  test.each([1, 2, 3, 7, 1000])('cut into parts of %d bytes', (size) => {
    expect(readCut(baidu, fixture('chat.sse'), size, reframeBareErrors())).toEqual({
      choices: [{ parts: [{ kind: 'text', text: '你好，我在。' }], finish: 'stop' }],
      usage: tokensUsed(2, 4),
    })
  })
  test('with an error in the middle', () => {
    const error = caught(() => readCut(baidu, fixture('chat-error-midway.sse'), 5, reframeBareErrors()))
    expect(error).toMatchObject({ error: { code: 336100 } })
  })
  test('that calls a function', () => {
    const event = { ...json('chat-function.json'), is_end: true }
    const answer = readCut(
      baidu,
      Buffer.from(`event: message\ndata: ${JSON.stringify(event)}\n\n`),
      9,
      reframeBareErrors(),
    )
    expect(answer).toEqual(baidu.readAnswer(event, 'id'))
  })
  test('that breaks off is no answer', () => {
    const half = fixture('chat.sse').subarray(0, 300)
    expect(() => readCut(baidu, half, 9, reframeBareErrors())).toThrow(Unreadable)
  })
})

test('embeddings', () => {
  expect(baidu.embeddings?.writeRequest({ texts: ['a', 'b'], encoding: 'float' }, 'bge-large-zh')).toEqual({
    input: ['a', 'b'],
  })
  expect(baidu.embeddings?.readAnswer(json('embedding.json'))).toEqual({
    vectors: [
      [0.1, -0.2, 0.3],
      [0.4, 0.5, -0.6],
    ],
    usage: tokensUsed(6, 0),
  })
  expect(() => baidu.embeddings?.readAnswer(json('error-110.json'))).toThrow(Refused)
})

function caught(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}
