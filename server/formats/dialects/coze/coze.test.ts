import { describe, expect, test } from 'bun:test'
import { tokensUsed } from '#contract/prices/price.ts'
import type { ChatRequest, Part } from '../conversation.ts'
import { Refused, Unreadable, Unwritable } from '../dialect.ts'
import { coze } from './dialect.ts'
import { reframeCozeEvents } from './reframe-events.ts'

const text = (words: string) => ({ kind: 'text' as const, text: words })
const user = (...parts: Part[]) => ({ role: 'user' as const, parts })
const write = (fields: Partial<ChatRequest>) =>
  coze.writeRequest({ system: [], turns: [user(text('hi'))], tools: [], stream: false, stop: [], ...fields }, 'm') as {
    additional_messages: { role: string; content: string; content_type: string }[]
  }

describe('a request', () => {
  test('has two roles, and is never stored', () => {
    const turns = [user(text('hi')), { role: 'assistant' as const, parts: [text('Yes?')] }, user(text('and?'))]
    expect(write({ system: [text('Be brief.')], turns, user: 'u1', temperature: 1 })).toEqual({
      user_id: 'u1',
      stream: true,
      auto_save_history: false,
      additional_messages: [
        { role: 'user', type: 'question', content: 'Be brief.', content_type: 'text' },
        { role: 'assistant', type: 'answer', content: 'Okay', content_type: 'text' },
        { role: 'user', type: 'question', content: 'hi', content_type: 'text' },
        { role: 'assistant', type: 'answer', content: 'Yes?', content_type: 'text' },
        { role: 'user', type: 'question', content: 'and?', content_type: 'text' },
      ],
    } as never)
  })

  test('names pictures by their address', () => {
    const image = { kind: 'image' as const, source: { url: 'https://x.example/a.png' } }
    const [message] = write({ turns: [user(text('what?'), image)] }).additional_messages
    expect(message?.content_type).toBe('object_string')
    expect(JSON.parse(message?.content ?? '')).toEqual([
      { type: 'text', text: 'what?' },
      { type: 'image', file_url: 'https://x.example/a.png' },
    ])
  })

  test.each([
    ['a picture as data', { turns: [user({ kind: 'image', source: { mediaType: 'image/png', data: 'AAAA' } })] }],
    ['audio', { turns: [user({ kind: 'audio', source: { mediaType: 'audio/wav', data: 'AAAA' } })] }],
    ['a tool that must be called', { toolChoice: 'required' }],
    ['instructions alone', { turns: [], system: [text('a')] }],
  ] as [string, Partial<ChatRequest>][])('cannot say %s', (_, fields) =>
    expect(() => write(fields)).toThrow(Unwritable),
  )
})

const message = (event: string, type: string, content: string, id = 'm1') => ({
  event: `conversation.message.${event}`,
  id,
  role: 'assistant',
  type,
  content,
  content_type: 'text',
})
const done = {
  event: 'conversation.chat.completed',
  usage: { token_count: 12, input_count: 10, output_count: 2 },
}
const read = (...events: object[]) => {
  const reader = coze.streamReader()
  return events.flatMap((event) => reader.read(JSON.stringify(event)))
}
const said = (...texts: string[]) => texts.map((words) => ({ kind: 'text', choice: 0, text: words }))
const ending = [
  { kind: 'usage', usage: tokensUsed(10, 2) },
  { kind: 'finish', choice: 0, reason: 'stop' },
]

describe('a stream', () => {
  test('is what the bot answers, once', () => {
    const events = read(
      { event: 'conversation.chat.created', usage: { token_count: 0 } },
      message('completed', 'function_call', '{"name":"look"}', 'm0'),
      message('completed', 'tool_response', 'sunny', 'm0'),
      message('delta', 'answer', 'Hel'),
      message('delta', 'answer', 'lo'),
      message('completed', 'answer', 'Hello'),
      message('completed', 'verbose', '{"msg_type":"generate_answer_finish"}', 'm2'),
      message('completed', 'follow_up', 'And?', 'm3'),
      done,
    )
    expect(events as unknown[]).toEqual([...said('Hel', 'lo'), ...ending])
  })

  test('of a fixed answer is one message', () => {
    expect(read(message('completed', 'answer', 'Hello'), done) as unknown[]).toEqual([...said('Hello'), ...ending])
  })

  test('may think, and may count nothing', () => {
    const thinking = { ...message('delta', 'answer', ''), reasoning_content: 'hm' }
    expect(read(thinking, { event: 'conversation.chat.completed' }) as unknown[]).toEqual([
      { kind: 'reasoning', choice: 0, text: 'hm' },
      { kind: 'finish', choice: 0, reason: 'stop' },
    ])
  })

  test.each([
    [{ event: 'conversation.chat.failed', last_error: { code: 4028, msg: 'used up' } }, 4028],
    [{ event: 'error', code: 5000, msg: 'event interval error' }, 5000],
    [{ event: 'conversation.chat.requires_action' }, 'requires_action'],
  ])('that fails is a refusal: %p', (event, code) => {
    expect(() => read(event)).toThrow(expect.objectContaining({ error: expect.objectContaining({ code }) }))
    expect(() => read(event)).toThrow(Refused)
  })

  test('of something else is none', () => expect(() => coze.streamReader().read('[]')).toThrow(Unreadable))
})

describe('a whole answer', () => {
  test('is put together from events', () => {
    const events = [message('delta', 'answer', 'Hel'), message('delta', 'answer', 'lo'), done]
    expect(coze.readAnswer({ events })).toEqual({
      choices: [{ parts: [text('Hello')], finish: 'stop' }],
      usage: tokensUsed(10, 2),
    })
  })
  test('that broke off is none', () => {
    expect(() => coze.readAnswer({ events: [message('delta', 'answer', 'Hel')] })).toThrow(Unreadable)
    expect(() => coze.readAnswer({ events: [] })).toThrow(Unreadable)
  })
  test('may be a refusal', () => {
    expect(() => coze.readAnswer({ code: 4100, msg: 'no' })).toThrow(
      expect.objectContaining({ error: expect.objectContaining({ code: 4100 }) }),
    )
  })
})

describe('framing', () => {
  const stream = 'event:a\ndata:{"x":1}\n\nevent: b\r\ndata: {"y":2}\r\n\r\nevent:done\ndata:"[DONE]"\n\n'
  const through = (asStream: boolean) => {
    const reframer = reframeCozeEvents(asStream)
    // Cut anywhere.
    const parts = [...stream].map((letter) => reframer.push(Buffer.from(letter)))
    return [...parts, reframer.end()].map((part) => part?.toString() ?? '').join('')
  }
  test('puts names into events', () => {
    expect(through(true)).toBe('data: {"x":1,"event":"a"}\n\ndata: {"y":2,"event":"b"}\n\n')
  })
  test('makes one object of them', () => {
    expect(JSON.parse(through(false))).toEqual({
      events: [
        { x: 1, event: 'a' },
        { y: 2, event: 'b' },
      ],
    })
    expect(reframeCozeEvents(false).end()?.toString()).toBe('{"events":[]}')
  })
})
