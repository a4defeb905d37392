import { describe, expect, test } from 'bun:test'
import { collectAnswer } from '../collect.ts'
import type { JsonObject } from '../conversation.ts'
import { openai } from './dialect.ts'

const whole = (choice: JsonObject) => openai.readAnswer({ choices: [choice] }, 'id1').choices[0]!
const streamed = (...choices: JsonObject[]) => {
  const reader = openai.streamReader('id1')
  return collectAnswer(choices.flatMap((choice) => reader.read(JSON.stringify({ choices: [choice] })))).choices[0]!
}
const calls = (...tool_calls: JsonObject[]) => ({ delta: { tool_calls } })
const called = (name: string, args = '') => ({ name, arguments: args })
const END = { delta: {}, finish_reason: 'tool_calls' }
const callsOf = ({ parts }: ReturnType<typeof streamed>) =>
  parts.map((part) => part.kind === 'tool_call' && [part.id, part.name, part.arguments])

describe('a tool call of a stream', () => {
  test('may have arguments before its name', () => {
    const pieces = [
      calls({ index: 0, function: { arguments: '{"a"' } }),
      calls({ index: 0, id: 'x', function: called('f', ':1') }),
    ]
    expect(callsOf(streamed(...pieces, calls({ index: 0, function: { name: '', arguments: '}' } }), END))).toEqual([
      ['x', 'f', '{"a":1}'],
    ])
  })
  test('may share its number with another: then the id tells them apart', () => {
    const pieces = [
      calls({ index: 0, id: 'x', function: called('f', '{}') }),
      calls({ index: 0, id: 'y', function: called('g', '{"b":') }),
      calls({ index: 0, function: { arguments: '2}' } }),
    ]
    expect(callsOf(streamed(...pieces, END))).toEqual([
      ['x', 'f', '{}'],
      ['y', 'g', '{"b":2}'],
    ])
  })
  test('may repeat id and name in every piece', () => {
    const piece = (args: string) => calls({ index: 0, id: 'x', function: called('f', args) })
    expect(callsOf(streamed(piece('{'), piece('}'), END))).toEqual([['x', 'f', '{}']])
  })
  test('may have another id in every piece, as long as only the first has a name', () => {
    const pieces = [
      calls({ index: 0, id: 'x', function: called('f', '{"a":') }),
      calls({ index: 0, id: 'y', function: { arguments: '1}' } }),
    ]
    expect(callsOf(streamed(...pieces, END))).toEqual([['x', 'f', '{"a":1}']])
  })
  test('may come without a number, each in a piece of its own', () => {
    const pieces = [calls({ id: 'x', function: called('f', '{}') }), calls({ id: 'y', function: called('f', '{}') })]
    expect(callsOf(streamed(...pieces, END))).toEqual([
      ['x', 'f', '{}'],
      ['y', 'f', '{}'],
    ])
  })
  test('has an id of its own where the vendor gives none', () => {
    const tool_calls = [{ function: called('f', '{}') }, { function: called('g', '{}') }]
    const expected = [
      ['call_id1_0', 'f', '{}'],
      ['call_id1_1', 'g', '{}'],
    ]
    expect(callsOf(streamed({ delta: { tool_calls } }, END))).toEqual(expected)
    expect(callsOf(whole({ message: { tool_calls }, finish_reason: 'tool_calls' }))).toEqual(expected)
  })
  test('that never gets a name is told all the same', () => {
    expect(callsOf(streamed(calls({ index: 0, id: 'x', function: { arguments: '{}' } }), END))).toEqual([
      ['x', '', '{}'],
    ])
  })
})

test.each([
  [
    'rest',
    [
      calls({ index: 0, id: 'x', function: called('f', '{"a":') }),
      END,
      calls({ index: 0, function: { arguments: '1}' } }),
    ],
  ],
  [
    'arguments',
    [
      calls({ index: 0, id: 'x', function: called('f') }),
      END,
      calls({ index: 0, function: { arguments: '{"a":1}' } }),
      END,
    ],
  ],
  ['call', [{ delta: { content: 'so' } }, END, calls({ index: 0, id: 'x', function: called('f', '{"a":1}') })]],
])('the %s may follow the finish reason', (_what, choices) => {
  const reader = openai.streamReader('id1')
  const read = choices.flatMap((choice) => reader.read(JSON.stringify({ choices: [choice] })))
  const events = [...read, ...(reader.end?.(true) ?? [])]
  expect(events.at(-1)).toMatchObject({ kind: 'finish', reason: 'tool_calls' })
  expect(callsOf(collectAnswer(events).choices[0]!).filter(Boolean)).toEqual([['x', 'f', '{"a":1}']])
})

describe('an answer with tool calls ends with them', () => {
  const tool_calls = [{ index: 0, id: 'x', function: called('f', '{}') }]
  // OpenAI itself does so where a tool is forced: https://platform.openai.com/docs/guides/function-calling
  test.each(['stop', 'tool_calls', 'function_call', 'eos'])('even if its reason is %s', (finish_reason) => {
    expect(whole({ message: { tool_calls }, finish_reason }).finish).toBe('tool_calls')
    expect(streamed({ delta: { tool_calls } }, { delta: {}, finish_reason }).finish).toBe('tool_calls')
  })
  test('unless it was cut', () => {
    expect(whole({ message: { tool_calls }, finish_reason: 'length' }).finish).toBe('length')
    expect(streamed({ delta: { tool_calls }, finish_reason: 'length' }).finish).toBe('length')
  })
})

test.each(['error', 'insufficient_system_resource'])('an answer that ends with %s has failed', (finish_reason) => {
  const refused = expect.objectContaining({ name: 'Refused', status: 503 })
  expect(() => whole({ message: { content: 'half' }, finish_reason })).toThrow(refused)
  expect(() => streamed({ delta: { content: 'half' }, finish_reason })).toThrow(refused)
})

test('content may be a list of parts, thoughts among them', () => {
  const content = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] },
    { type: 'text', text: 'Hel' },
    { type: 'text', text: 'lo' },
  ]
  const parts = [
    { kind: 'reasoning', text: 'Hm' },
    { kind: 'text', text: 'Hello' },
  ] as never
  expect(whole({ message: { content }, finish_reason: 'stop' }).parts).toEqual(parts)
  expect(streamed({ delta: { content }, finish_reason: 'stop' }).parts).toEqual(parts)
})

test('pictures of an answer', () => {
  const images = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }]
  const parts = [{ kind: 'image', source: { mediaType: 'image/png', data: 'AAAA' } }] as never
  expect(whole({ message: { content: null, images }, finish_reason: 'stop' }).parts).toEqual(parts)
  expect(streamed({ delta: { images }, finish_reason: 'stop' }).parts).toEqual(parts)
})
