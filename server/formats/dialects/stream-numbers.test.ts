import { describe, expect, test } from 'bun:test'
import { type UpstreamFormat, upstreamDialects } from './all.ts'
import { collectAnswer } from './collect.ts'
import type { JsonObject } from './conversation.ts'

// Vendors number the pieces of a stream differently, and leave out what another event says as well.

function read(format: UpstreamFormat, events: JsonObject[], isMarked = false) {
  const reader = upstreamDialects[format].streamReader('id')
  const told = events.flatMap((event) => reader.read(JSON.stringify(event)))
  const { choices, usage } = collectAnswer([...told, ...(reader.end?.(isMarked) ?? [])])
  const parts = choices.flatMap((choice) => choice.parts)
  const said = parts.map((part) =>
    part.kind === 'tool_call'
      ? `${part.id} ${part.name}(${part.arguments})`
      : `${part.kind}: ${'text' in part ? part.text : ''}`,
  )
  return { said, finish: choices[0]?.finish, tokens: usage && [usage.input, usage.output] }
}

const event = (type: string, fields: JsonObject = {}): JsonObject => ({ type: `response.${type}`, ...fields })
const message = (...texts: string[]) => ({
  type: 'message',
  id: 'm',
  content: texts.map((text) => ({ type: 'output_text', text })),
})
const call = (id: string, json: string, call_id = `call ${id}`) => ({
  type: 'function_call',
  ...(id && { id }),
  call_id,
  name: `f${id}`,
  arguments: json,
})
const delta = (text: string, place: JsonObject = {}) =>
  event('output_text.delta', { item_id: 'm', delta: text, ...place })
const last = (...output: JsonObject[]) =>
  event('completed', { response: { status: 'completed', output, usage: { input_tokens: 70, output_tokens: 30 } } })

describe('a response', () => {
  test.each<[string, JsonObject[], string[]]>([
    [
      'whose calls have no place',
      [
        event('output_item.added', { item: call('a', '') }),
        event('output_item.added', { item: call('b', '') }),
        event('function_call_arguments.delta', { item_id: 'a', delta: '{"x":1}' }),
        event('function_call_arguments.delta', { item_id: 'b', delta: '{"y":2}' }),
        event('output_item.done', { item: call('a', '{"x":1}') }),
      ],
      ['call a fa({"x":1})', 'call b fb({"y":2})'],
    ],
    [
      'whose calls are at one place',
      ['a', 'b'].flatMap((id) => [
        event('output_item.added', { output_index: 0, item: call(id, '') }),
        event('function_call_arguments.delta', { output_index: 0, item_id: id, delta: `{"${id}":1}` }),
        event('output_item.done', { output_index: 0, item: call(id, `{"${id}":1}`) }),
      ]),
      ['call a fa({"a":1})', 'call b fb({"b":1})'],
    ],
    [
      'whose call begins with an empty object',
      [
        event('output_item.added', { output_index: 3, item: call('a', '{}') }),
        event('function_call_arguments.delta', { output_index: 3, delta: '{"x":1}' }),
      ],
      ['call a fa({"x":1})'],
    ],
    [
      'whose calls have no call id',
      [event('output_item.done', { output_index: 0, item: call('a', '{}', '') }), last(call('a', '{}', ''))],
      ['a fa({})'],
    ],
    ['that tells a text and only then all of it', [delta('a'), last(message('a', 'b'))], ['text: ab']],
    [
      'that tells a text but no call',
      [delta('a'), last(message('a'), call('c', '{"x":1}'))],
      ['text: a', 'call c fc({"x":1})'],
    ],
    [
      'that tells a call but no text',
      [event('output_item.done', { output_index: 1, item: call('c', '{}') }), last(message('a'), call('c', '{}'))],
      ['call c fc({})', 'text: a'],
    ],
    [
      'whose parts have gaps in their numbers',
      [
        delta('a', { output_index: 4, content_index: 3 }),
        delta('b', { output_index: 4, content_index: 7 }),
        event('output_item.done', { output_index: 4, item: message('a', 'b') }),
        last(message('a', 'b')),
      ],
      ['text: ab'],
    ],
    [
      'with a text only in its whole part',
      [event('content_part.done', { item_id: 'm', part: { type: 'output_text', text: 'a' } })],
      ['text: a'],
    ],
    [
      'whose whole part is reasoning',
      [event('content_part.done', { item_id: 'r', part: { type: 'reasoning_text', text: 'x' } }), delta('a')],
      ['text: a'],
    ],
    [
      'whose part begins with text',
      [
        event('content_part.added', { item_id: 'm', part: { type: 'output_text', text: 'a' } }),
        delta('b'),
        last(message('ab')),
      ],
      ['text: ab'],
    ],
    [
      'with reasoning in whole parts',
      [
        event('reasoning_summary_text.done', { item_id: 'r', summary_index: 1, text: 'x' }),
        event('reasoning_summary_text.done', { item_id: 'r', summary_index: 2, text: 'y' }),
        event('output_item.done', { item: { type: 'reasoning', id: 'r', summary: [{ text: 'x' }, { text: 'y' }] } }),
        delta('a'),
      ],
      ['reasoning: x\n\ny', 'text: a'],
    ],
    [
      'with reasoning whose first part is the second',
      [
        event('reasoning_summary_part.added', { item_id: 'r', summary_index: 1 }),
        event('reasoning_summary_text.delta', { item_id: 'r', summary_index: 1, delta: 'x' }),
        event('reasoning_summary_part.added', { item_id: 'r', summary_index: 2 }),
        event('reasoning_summary_text.delta', { item_id: 'r', summary_index: 2, delta: 'y' }),
        delta('a'),
      ],
      ['reasoning: x\n\ny', 'text: a'],
    ],
  ])('%s is read once and whole', (_, events, said) => {
    const isEnded = events.at(-1)?.type === 'response.completed'
    expect(read('responses', isEnded ? events : [...events, last()]).said).toEqual(said)
  })

  test.each<[string, JsonObject, number[] | undefined]>([
    ['by another event', { ...last(message('a')), type: 'response.done' }, [70, 30]],
    [
      'without the enclosing object',
      event('completed', { status: 'completed', usage: { input_tokens: 70, output_tokens: 30 } }),
      [70, 30],
    ],
    ['with its last item', event('output_item.done', { item: message('a') }), undefined],
  ])('ends %s', (_, end, tokens) => {
    expect(read('responses', [delta('a'), end])).toEqual({ said: ['text: a'], finish: 'stop', tokens })
  })

  test('that breaks off has no end', () => {
    expect(() => read('responses', [delta('a')])).toThrow('broke off')
    expect(read('responses', [delta('a')], true).finish).toBe('stop')
  })
})

describe('calls whose pieces are mixed', () => {
  const begin = (index: number) => ({
    type: 'content_block_start',
    index,
    content_block: { type: 'tool_use', id: index === 2 ? '' : `t${index}`, name: 'f', input: {} },
  })
  const piece = (index: number, partial_json: string) => ({
    type: 'content_block_delta',
    index,
    delta: { type: 'input_json_delta', partial_json },
  })
  const text = { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: '\n' } }

  test.each([
    ['a reason', { type: 'message_delta', delta: { stop_reason: 'tool_use' } }],
    ['no reason', { type: 'message_stop' }],
  ])('belong to their blocks at Anthropic; the stream has %s', (_, end) => {
    const events = [begin(0), piece(0, '{"x":'), text, begin(2), piece(2, '{"y":2}'), piece(0, '1}'), end]
    expect(read('anthropic', events)).toMatchObject({
      said: ['t0 f({"x":1})', 'text: \n', 'call_id_1 f({"y":2})'],
      finish: 'tool_calls',
    })
  })

  test('belong to their places at Cohere, whose last event may be a mark', () => {
    const started = (index: number, id: string) => ({
      type: 'tool-call-start',
      index,
      delta: { message: { tool_calls: { id, function: { name: 'f', arguments: '' } } } },
    })
    const more = (index: number, json: string) => ({
      type: 'tool-call-delta',
      index,
      delta: { message: { tool_calls: { function: { arguments: json } } } },
    })
    const events = [started(0, 'a'), started(5, ''), more(0, '{"x":'), more(5, '{"y":2}'), more(0, '1}')]
    expect(read('cohere', events, true)).toMatchObject({ said: ['a f({"x":1})', 'call_id_1 f({"y":2})'] })
  })

  test('and an answer of Gemini without a reason ends with a mark', () => {
    const candidates = [{ content: { parts: [{ text: 'a' }] } }]
    expect(read('gemini', [{ candidates }], true)).toMatchObject({ said: ['text: a'], finish: 'stop' })
    expect(() => read('gemini', [{ candidates }])).toThrow('broke off')
  })
})

test.each<[UpstreamFormat, JsonObject]>([
  [
    'anthropic',
    {
      content: [
        { type: 'tool_use', id: '', name: 'f' },
        { type: 'thinking', thinking: '' },
      ],
      stop_reason: null,
    },
  ],
  [
    'responses',
    { status: 'completed', output: [{ type: 'function_call', call_id: null, name: 'f', arguments: null }] },
  ],
  ['cohere', { message: { tool_calls: [{ id: '', function: { name: 'f' } }] }, finish_reason: 'TOOL_CALL' }],
  ['openai', { choices: [{ message: { tool_calls: [{ id: '', function: { name: 'f', arguments: '' } }] } }] }],
  ['gemini', { candidates: [{ content: { parts: [{ functionCall: { id: '', name: 'f', args: null } }] } }] }],
])('a call without an id gets one: %s', (format, answer) => {
  const { choices } = upstreamDialects[format].readAnswer(answer, 'id')
  expect(choices[0]?.parts).toEqual([{ kind: 'tool_call', id: 'call_id_0', name: 'f', arguments: '{}' }])
})
