import { describe, expect, test } from 'bun:test'
import { tokensUsed } from '#contract/prices/price.ts'
import { Refused, Unreadable } from '../dialect.ts'
import { cohere } from './dialect.ts'

const USAGE = {
  billed_units: { input_tokens: 12, output_tokens: 7 },
  tokens: { input_tokens: 507, output_tokens: 10 },
  cached_tokens: 448,
}
const answer = (message: object, finish_reason = 'COMPLETE', usage: unknown = USAGE) =>
  cohere.readAnswer({ id: 'x', message: { role: 'assistant', ...message }, finish_reason, usage }, 'c')

describe('an answer', () => {
  test('is its texts and thoughts; what is charged for is its usage', () => {
    const content = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'Hi.' },
      { type: 'new', what: 1 },
    ]
    expect(answer({ content, citations: [{ start: 0 }] })).toEqual({
      choices: [
        {
          parts: [
            { kind: 'reasoning', text: 'hm' },
            { kind: 'text', text: 'Hi.' },
          ],
          finish: 'stop',
        },
      ],
      usage: tokensUsed(12, 7),
    })
  })

  test('calls tools after telling its plan, and what is no JSON stays as it was written', () => {
    const call = (id: string, text: string) => ({
      id,
      type: 'function',
      function: { name: 'get_x2d_it', arguments: text },
    })
    const calls = [call('a', '{"x":1}'), call('b', 'null'), call('', ''), call('d', '{"x"')]
    const { choices } = answer({ tool_plan: 'I will look.', tool_calls: calls }, 'TOOL_CALL')
    expect(choices).toEqual([
      {
        finish: 'tool_calls',
        parts: [
          { kind: 'reasoning', text: 'I will look.' },
          { kind: 'tool_call', id: 'a', name: 'get-it', arguments: '{"x":1}' },
          { kind: 'tool_call', id: 'b', name: 'get-it', arguments: '{}' },
          { kind: 'tool_call', id: 'call_c_2', name: 'get-it', arguments: '{}' },
          { kind: 'tool_call', id: 'd', name: 'get-it', arguments: '{"x"' },
        ],
      },
    ])
  })

  test.each([
    ['COMPLETE', 'stop'],
    ['STOP_SEQUENCE', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['TOOL_CALL', 'tool_calls'],
    ['ERROR_TOXIC', 'content_filter'],
    ['NEW', 'stop'],
  ] as const)('that ends with %s ends with %s', (reason, finish) => {
    expect(answer({ content: [] }, reason).choices[0]?.finish).toBe(finish)
  })

  test.each(['ERROR', 'TIMEOUT'])('that ends with %s is none', (reason) => {
    expect(() => answer({ content: [] }, reason)).toThrow(Refused)
  })

  test('without a message is none', () => {
    expect(() => cohere.readAnswer({ text: 'x' })).toThrow(Unreadable)
  })

  test.each([
    [
      'all tokens, where no units are billed',
      { tokens: { input_tokens: 10, output_tokens: 2 }, cached_tokens: 4 },
      { ...tokensUsed(6, 2), cacheRead: 4 },
    ],
    ['nothing', { billed_units: {}, tokens: {} }, undefined],
    ['nothing at all', undefined, undefined],
  ])('can be charged for %s', (_, usage, read) =>
    expect(answer({ content: [] }, 'COMPLETE', usage ?? null).usage).toEqual(read),
  )
})

describe('a stream', () => {
  const read = (...events: object[]) => {
    const reader = cohere.streamReader()
    return events.flatMap((event) => reader.read(JSON.stringify(event)))
  }
  const message = (type: string, fields: object, index = 0) => ({ type, index, delta: { message: fields } })
  const start = (id: string, text = '') =>
    message('tool-call-start', { tool_calls: { id, function: { name: 'f', arguments: text } } })
  const more = (text: string) => message('tool-call-delta', { tool_calls: { function: { arguments: text } } })
  const end = { type: 'tool-call-end', index: 0 }

  test('is texts, thoughts and plans', () => {
    expect(
      read(
        message('message-start', { role: 'assistant', content: [] }),
        message('content-start', { content: { type: 'thinking', thinking: '' } }),
        message('content-delta', { content: { thinking: 'hm' } }),
        message('content-start', { content: { type: 'text', text: '' } }),
        message('content-delta', { content: { text: 'Hi' } }),
        message('tool-plan-delta', { tool_plan: 'I will' }),
        message('citation-start', { citations: {} }),
        { type: 'debug', prompt: 'x' },
      ),
    ).toEqual([
      { kind: 'reasoning', choice: 0, text: 'hm' },
      { kind: 'text', choice: 0, text: 'Hi' },
      { kind: 'reasoning', choice: 0, text: 'I will' },
    ])
  })

  test('numbers its calls, and gives arguments to those without', () => {
    expect(
      read(
        start('a'),
        more('{"x"'),
        more(':1}'),
        end,
        start('b'),
        end,
        start('c'),
        more('nu'),
        more('ll'),
        end,
        start('d', '{}'),
        end,
      ),
    ).toEqual([
      { kind: 'tool_call', choice: 0, index: 0, id: 'a', name: 'f' },
      { kind: 'arguments', choice: 0, index: 0, text: '{"x"' },
      { kind: 'arguments', choice: 0, index: 0, text: ':1}' },
      { kind: 'tool_call', choice: 0, index: 1, id: 'b', name: 'f' },
      { kind: 'arguments', choice: 0, index: 1, text: '{}' },
      { kind: 'tool_call', choice: 0, index: 2, id: 'c', name: 'f' },
      { kind: 'arguments', choice: 0, index: 2, text: '{}' },
      { kind: 'tool_call', choice: 0, index: 3, id: 'd', name: 'f' },
      { kind: 'arguments', choice: 0, index: 3, text: '{}' },
    ])
  })

  test('ends with its reason and usage; one that broke off is refused', () => {
    const last = (finish_reason: string) => ({ type: 'message-end', delta: { finish_reason, usage: USAGE } })
    const usage = { kind: 'usage', usage: tokensUsed(12, 7) }
    expect(read(last('MAX_TOKENS'))).toEqual([usage, { kind: 'finish', choice: 0, reason: 'length' }] as never)
    expect(() => read(last('ERROR'))).toThrow(Refused)
  })

  test('of something else is none', () => {
    expect(() => cohere.streamReader().read('<html>')).toThrow(Unreadable)
  })
})
