import { describe, expect, test } from 'bun:test'
import { tokensUsed } from '#contract/prices/price.ts'
import type { ChatRequest, Part } from '../conversation.ts'
import { Unreadable, Unwritable } from '../dialect.ts'
import { dify } from './dialect.ts'

const text = (words: string) => ({ kind: 'text' as const, text: words })
const user = (...parts: Part[]) => ({ role: 'user' as const, parts })
const assistant = (...parts: Part[]) => ({ role: 'assistant' as const, parts })
const write = (fields: Partial<ChatRequest>) =>
  dify.writeRequest({ system: [], turns: [user(text('hi'))], tools: [], stream: false, stop: [], ...fields }, 'm') as {
    query: string
    files?: object[]
  }

describe('a request', () => {
  test('is one message with all that was said', () => {
    const call = { kind: 'tool_call' as const, id: 'a', name: 'look', arguments: '{"x":1}' }
    const turns = [
      user(text('hi')),
      assistant(text('One moment.'), call),
      user({ kind: 'tool_result', id: 'a', name: 'look', content: [text('sunny')] }, text('and?')),
    ]
    expect(write({ system: [text('Be brief.')], turns }).query).toBe(
      'SYSTEM: \nBe brief.\nUSER: \nhi\nASSISTANT: \nOne moment.\nlook({"x":1})\nTOOL look: \nsunny\nUSER: \nand?\n',
    )
  })

  test('names who asks, and how the answer is wanted', () => {
    expect(write({ stream: true, user: 'u1', temperature: 1, maxTokens: 5 })).toEqual({
      inputs: {},
      query: 'USER: \nhi\n',
      response_mode: 'streaming',
      user: 'u1',
      auto_generate_name: false,
    } as never)
  })

  test('for JSON says so in words', () => {
    expect(write({ format: { kind: 'json' } }).query).toStartWith('SYSTEM: \nAnswer with a single JSON object')
    expect(write({ format: { kind: 'schema', name: 'a', schema: { a: 1 } } }).query).toContain('{"a":1}')
  })

  test('names images by their address, also without a word', () => {
    const { query, files } = write({ turns: [user({ kind: 'image', source: { url: 'https://x.example/a.png' } })] })
    expect(query).toBe('USER: \n\n')
    expect(files).toEqual([{ type: 'image', transfer_method: 'remote_url', url: 'https://x.example/a.png' }])
  })

  test.each([
    ['an image as data', { turns: [user({ kind: 'image', source: { mediaType: 'image/png', data: 'AAAA' } })] }],
    ['audio', { turns: [user({ kind: 'audio', source: { mediaType: 'audio/wav', data: 'AAAA' } })] }],
    ['a tool that must be called', { toolChoice: 'required' }],
    ['instructions alone', { turns: [], system: [text('a')] }],
  ] as [string, Partial<ChatRequest>][])('cannot say %s', (_, fields) =>
    expect(() => write(fields)).toThrow(Unwritable),
  )
})

const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12, total_price: '0.001' }

describe('an answer', () => {
  test('is a text', () => {
    expect(dify.readAnswer({ event: 'message', answer: 'Hi.', metadata: { usage } })).toEqual({
      choices: [{ parts: [text('Hi.')], finish: 'stop' }],
      usage: tokensUsed(10, 2),
    })
  })
  test('may be empty and without usage', () => {
    expect(dify.readAnswer({ answer: '' })).toEqual({ choices: [{ parts: [], finish: 'stop' }], usage: undefined })
  })
  test('of something else is none', () => expect(() => dify.readAnswer({ data: {} })).toThrow(Unreadable))
})

describe('a stream', () => {
  const read = (...events: object[]) => {
    const reader = dify.streamReader()
    return events.flatMap((event) => reader.read(JSON.stringify(event)))
  }
  const said = (...texts: string[]) => texts.map((words) => ({ kind: 'text', choice: 0, text: words }))
  const message = (answer: string, event = 'message') => ({ event, answer, message_id: 'm1' })
  const end = { event: 'message_end', metadata: { usage } }
  const finish = (reason: string) => [
    { kind: 'usage', usage: tokensUsed(10, 2) },
    { kind: 'finish', choice: 0, reason },
  ]

  test('is its messages, whatever else is told', () => {
    expect(
      read(
        { event: 'workflow_started', data: {} },
        { event: 'node_finished', data: { error: null } },
        message('Hel'),
        { event: 'agent_thought', thought: 'hm' },
        message('lo'),
        { event: 'tts_message', audio: 'AAAA' },
        end,
        { event: 'workflow_finished', data: { status: 'succeeded' } },
      ) as unknown[],
    ).toEqual([...said('Hel', 'lo'), ...finish('stop')])
  })

  test('may think', () => {
    expect(read({ event: 'reasoning_chunk', data: { reasoning: 'hm' } })).toEqual([
      { kind: 'reasoning', choice: 0, text: 'hm' },
    ])
  })

  test('of an agent is not repeated by its last message', () => {
    expect(
      read(message('Hel', 'agent_message'), message('lo', 'agent_message'), message('Hello')) as unknown[],
    ).toEqual(said('Hel', 'lo'))
    const long = 'a sentence that is long enough to be no chance at all '
    expect(read(message(long), message(long), message(long + long)) as unknown[]).toEqual(said(long, long))
  })

  test('that repeats a word says it twice', () => {
    expect(read(message('ha'), message('ha')) as unknown[]).toEqual(said('ha', 'ha'))
    expect(read(message('ha', 'agent_message'), message('ha', 'agent_message')) as unknown[]).toEqual(said('ha', 'ha'))
  })

  test('that moderation replaces ends as filtered, without what came instead', () => {
    expect(read(message('bad'), { event: 'message_replace', answer: 'no' }, message('x'), end) as unknown[]).toEqual([
      ...said('bad'),
      ...finish('content_filter'),
    ])
    expect(read({ event: 'message_replace', answer: 'no' }, end) as unknown[]).toEqual([
      ...said('no'),
      ...finish('content_filter'),
    ])
  })

  test('of something else is none', () => expect(() => dify.streamReader().read('[]')).toThrow(Unreadable))
})
