import { expect, test } from 'bun:test'
import { errorOf, eventData, readEvent } from '#web/lib/chat-events.ts'
import { DEFAULT_SETTINGS, type Message, patchMessage } from './conversation/conversation.ts'
import { callText } from './request/call-text.ts'
import { toJson, toMarkdown } from './request/export.ts'
import { contextOf, requestOf } from './request/request-of.ts'

const message = (id: string, role: Message['role'], content: string, more: Partial<Message> = {}): Message => ({
  id,
  parent: null,
  role,
  content,
  state: 'complete',
  ...more,
})
const SETTINGS = { ...DEFAULT_SETTINGS, model: 'gpt-4o', system: '' }

test('only what was touched is sent', () => {
  const messages = [message('1', 'user', 'hi')]
  expect(requestOf(SETTINGS, messages)).toEqual({
    model: 'gpt-4o',
    messages: [{ role: 'user', content: 'hi' }],
    stream: true,
    stream_options: { include_usage: true },
  })
  const chosen = { ...SETTINGS, temperature: 0, maxTokens: 0, group: 'vip', system: 'Be brief.' }
  expect(requestOf(chosen, messages)).toMatchObject({
    temperature: 0,
    group: 'vip',
    messages: [{ role: 'system', content: 'Be brief.' }, {}],
  })
  expect(requestOf(chosen, messages)).not.toHaveProperty('max_tokens')
  expect(requestOf({ ...SETTINGS, maxTokens: 1.5 }, messages).max_tokens).toBe(1)
  expect(requestOf({ ...SETTINGS, maxTokens: 0.5 }, messages)).not.toHaveProperty('max_tokens')
})

test('what stands before a clearing, and empty answers, are no longer sent', () => {
  const messages = [
    message('1', 'user', 'old'),
    message('2', 'assistant', 'old answer', { cleared: true }),
    message('3', 'user', 'new'),
    message('4', 'assistant', '', { state: 'failed' }),
  ]
  expect(contextOf(messages).map(({ id }) => id)).toEqual(['3', '4'])
  expect(requestOf(SETTINGS, messages).messages).toEqual([{ role: 'user', content: 'new' }])
  expect(patchMessage(messages, '4', { content: 'x' })[3]?.content).toBe('x')
  expect(toMarkdown(messages.slice(0, 2), { user: 'Me', assistant: 'Model', tool: 'Results' })).toBe(
    '## Me\n\nold\n\n## Model\n\nold answer\n',
  )
})

function streamOf(...parts: string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
}

test('events are found however the stream is cut, and comments are none', async () => {
  const found: string[] = []
  const stream = streamOf(
    ': wait\n\nda',
    'ta: {"a":',
    '1}\r\n\r\nevent: x\ndata:two\ndata: lines\n\n',
    'data: [DONE]\n\ndata: rest',
  )
  for await (const data of eventData(stream)) found.push(data)
  expect(found).toEqual(['{"a":1}', 'two\nlines', '[DONE]', 'rest'])
})

test('chunks say words, thoughts, usage or an error', () => {
  expect(readEvent('{"choices":[{"delta":{"content":"Hi"}}]}')).toEqual({ content: 'Hi' })
  expect(readEvent('{"choices":[{"delta":{"reasoning_content":"Hm"}}]}')).toEqual({ reasoning: 'Hm' })
  expect(readEvent('{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}')).toEqual({
    usage: { promptTokens: 3, completionTokens: 4 },
  })
  expect(readEvent('{"error":{"message":"no"}}')).toEqual({ error: 'no' })
  expect(readEvent('[DONE]')).toEqual({ isEnd: true })
  expect([readEvent('nonsense'), readEvent('null'), readEvent('{}')]).toEqual([{}, {}, {}])
  expect([errorOf('{"error":{"message":"no"}}'), errorOf('<html>')]).toEqual(['no', undefined])
})

test('the same call elsewhere holds what was sent, and survives quotes', () => {
  const request = { ...requestOf({ ...SETTINGS, temperature: 0.5, group: 'vip' }, [message('1', 'user', `it's "so"`)]) }
  const facts = { request, baseUrl: 'https://example.com/v1', key: 'sk-KEY' }
  expect(callText('curl', facts)).toContain(String.raw`it'\''s \"so\"`)
  expect(callText('curl', facts)).not.toContain('vip')
  expect(callText('python', facts)).toContain('temperature=0.5,')
  expect(callText('node', facts)).toContain('"temperature": 0.5')
})

test('the conversation as JSON has the messages of a request and the facts of the answers', () => {
  const line = [
    message('1', 'user', 'hi'),
    message('2', 'assistant', 'ho', {
      state: 'failed',
      error: 'cut',
      reasoning: 'hm',
      facts: { requestId: 'r1', model: 'gpt-4o', firstMs: 12.4, promptTokens: 3, completionTokens: 4 },
    }),
  ]
  expect(JSON.parse(toJson(line, { ...SETTINGS, system: 'Be brief.', temperature: 0.5 }, new Date(0)))).toEqual({
    exported_at: '1970-01-01T00:00:00.000Z',
    model: 'gpt-4o',
    temperature: 0.5,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: 'ho',
        reasoning: 'hm',
        error: 'cut',
        model: 'gpt-4o',
        state: 'failed',
        request_id: 'r1',
        usage: { prompt_tokens: 3, completion_tokens: 4 },
        first_ms: 12,
      },
    ],
  })
})
