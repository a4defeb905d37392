import { describe, expect, test } from 'bun:test'
import { type CallerFormat, callerDialects, type UpstreamFormat, upstreamDialects } from './all.ts'
import { collectAnswer } from './collect.ts'
import type { AnswerPart, JsonObject } from './conversation.ts'
import { readChat } from './read-chat.ts'
import { dataOf } from './sse.ts'
import { writeChat } from './write-chat.ts'

const streamed = (format: UpstreamFormat, events: readonly object[]) => {
  const reader = upstreamDialects[format].streamReader('c')
  return collectAnswer(events.flatMap((event) => reader.read(JSON.stringify(event)))).choices[0]
}
const textIn = (parts: readonly AnswerPart[] = []) => parts.map((part) => ('text' in part ? part.text : '')).join('')

describe('a chat completion', () => {
  const placeholder = { name: '', input: '' }
  const call = { name: 'f', arguments: '{"a":1}' }
  const parts = (message: JsonObject) =>
    upstreamDialects.openai.readAnswer({ choices: [{ message, finish_reason: 'stop' }] }, 'c').choices[0]?.parts
  const deltas = (...given: JsonObject[]) =>
    streamed('openai', [
      ...given.map((delta) => ({ choices: [{ index: 0, delta }] })),
      { choices: [{ delta: {}, finish_reason: 'stop' }] },
    ])?.parts

  test.each([
    [{ type: 'function', function: call, custom: placeholder }, call],
    [{ function: call, custom: placeholder }, call],
    [
      { type: 'function', function: { name: '', arguments: '' }, custom: { name: 'g', input: 'x' } },
      { name: 'g', arguments: '{"input":"x"}' },
    ],
    [
      { type: 'custom', function: call, custom: { name: 'g', input: 'x' } },
      { name: 'g', arguments: '{"input":"x"}' },
    ],
    [
      { type: 'custom', function: { name: '', arguments: '' }, custom: { name: 'g', input: 'x' } },
      { name: 'g', arguments: '{"input":"x"}' },
    ],
  ])('has the call that its type names and that is not empty: %#', (given, expected) => {
    const tool_calls = [{ id: 'a', index: 0, ...given }]
    expect(parts({ tool_calls })).toMatchObject([{ kind: 'tool_call', id: 'a', ...expected }])
    expect(deltas({ tool_calls })).toMatchObject([{ kind: 'tool_call', id: 'a', ...expected }])
  })

  test('has the whole input of a tool that takes plain text, in whatever pieces it comes', () => {
    const piece = (input: string, head: JsonObject = {}) => ({
      tool_calls: [{ index: 0, ...head, custom: { ...(head.id ? { name: 'g' } : {}), input } }],
    })
    expect(deltas(piece('', { id: 'a', type: 'custom' }), piece('x "'), piece('y'))).toMatchObject([
      { kind: 'tool_call', name: 'g', arguments: '{"input":"x \\"y"}' },
    ])
  })

  test.each([
    { function_call: { name: '', arguments: '' } },
    { function_call: {} },
    { tool_calls: [{ index: 0, id: '', type: 'function', function: { name: '', arguments: '' } }] },
  ])('calls nothing by an empty call: %j', (empty) => {
    expect(parts({ content: 'hi', ...empty })).toMatchObject([{ kind: 'text', text: 'hi' }])
    expect(deltas({ content: 'hi', ...empty }, empty)).toEqual([{ kind: 'text', text: 'hi' }])
  })
})

test('a text of Gemini with an empty call beside it is a text', () => {
  const answer = {
    candidates: [{ content: { parts: [{ text: 'hi', functionCall: { name: '' } }] }, finishReason: 'STOP' }],
  }
  expect(upstreamDialects.gemini.readAnswer(answer, 'c').choices[0]?.parts).toEqual([{ kind: 'text', text: 'hi' }])
  expect(streamed('gemini', [answer])?.parts).toEqual([{ kind: 'text', text: 'hi' }])
})

test('empty calls in a history are none, and an empty object beside a call does not hide it', () => {
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' }, custom: { name: '', input: '' } }
  const messages = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: 'x', function_call: { name: '', arguments: '' } },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'a', content: 'r' },
  ]
  const read = readChat(callerDialects.openai, { model: 'm', messages }, false)
  expect(read.turns[1]?.parts).toEqual([
    { kind: 'text', text: 'x' },
    { kind: 'tool_call', id: 'a', name: 'f', arguments: '{}' },
  ])
})

describe('the text of a streamed response comes once', () => {
  const delta = (place: JsonObject, text: string) => ({
    type: 'response.output_text.delta',
    output_index: 0,
    item_id: 'm',
    ...place,
    delta: text,
  })
  const done = (content: unknown, place: JsonObject = { output_index: 0 }) => ({
    type: 'response.output_item.done',
    ...place,
    item: { type: 'message', id: 'm', role: 'assistant', content },
  })
  const end = { type: 'response.completed', response: { status: 'completed', output: [] } }
  const part = (text: string) => ({ type: 'output_text', text })
  test.each<[string, object[]]>([
    [
      'where its place differs from the item',
      [delta({ content_index: 1 }, 'a'), delta({ content_index: 1 }, 'b'), done([part('ab')])],
    ],
    [
      'where the whole part has another place',
      [
        delta({ content_index: 1 }, 'a'),
        { ...delta({ content_index: 0 }, ''), type: 'response.output_text.done', text: 'ab' },
        done([part('ab')]),
      ],
    ],
    ['where the item has another index', [delta({ content_index: 0 }, 'a'), done([part('ab')], { output_index: 3 })]],
    [
      'where events have no indexes',
      [{ type: 'response.output_text.delta', delta: 'a', item_id: 'm' }, done([part('ab')], { output_index: 1 })],
    ],
    ['where the item has an empty part first', [delta({ content_index: 1 }, 'ab'), done([part(''), part('ab')])]],
    ['where the item has all', [done([part('ab')])]],
    [
      'of two parts',
      [delta({ content_index: 1 }, 'a'), delta({ content_index: 2 }, 'b'), done([part('a'), part('b')])],
    ],
    ['that the item splits', [delta({ content_index: 0 }, 'ab'), done([part('a'), part('b')])]],
    ['that the item joins', [delta({ content_index: 0 }, 'a'), delta({ content_index: 1 }, 'b'), done([part('ab')])]],
  ])('%s', (_, events) => {
    expect(textIn(streamed('responses', [...events, end])?.parts)).toBe('ab')
  })

  test('where only the last event has it', () => {
    const response = {
      status: 'completed',
      output: [
        { type: 'message', content: [part('ab')] },
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      ],
    }
    const parts = streamed('responses', [{ type: 'response.completed', response }])?.parts
    expect(parts).toMatchObject([
      { kind: 'text', text: 'ab' },
      { kind: 'tool_call', id: 'c', name: 'f', arguments: '{}' },
    ])
  })

  test('and so does a call whose item ends at another index', () => {
    const item = { type: 'function_call', call_id: 'c', name: 'f' }
    const parts = streamed('responses', [
      { type: 'response.output_item.added', output_index: 0, item: { ...item, arguments: '' } },
      { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{}' },
      { type: 'response.output_item.done', output_index: 1, item: { ...item, arguments: '{}' } },
      end,
    ])?.parts
    expect(parts).toEqual([{ kind: 'tool_call', id: 'c', name: 'f', arguments: '{}' }])
  })

  test('as does a summary of reasoning that was not streamed', () => {
    const item = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'why' }] }
    const events = [
      { type: 'response.output_item.done', output_index: 0, item },
      done([part('ab')], { output_index: 1 }),
      end,
    ]
    expect(streamed('responses', events)?.parts).toMatchObject([{ kind: 'reasoning', text: 'why' }, { text: 'ab' }])
  })
})

test('a response may end with response.done, and have its usage there', () => {
  const usage = { input_tokens: 70, output_tokens: 30 }
  const read = (end: object) =>
    upstreamDialects.responses.streamReader().read(JSON.stringify({ type: 'response.done', ...end }))
  const events = read({ response: { status: 'completed', usage } })
  expect(read({ response: { status: 'completed', usage: null }, usage })).toEqual(events)
  expect(events).toMatchObject([
    { kind: 'usage', usage: { input: 70, output: 30 } },
    { kind: 'finish', reason: 'stop' },
  ])
  expect(upstreamDialects.responses.collect?.([{ type: 'response.done', response: { usage } }])).toMatchObject({
    usage,
  })
})

describe('what the vendor ran', () => {
  const searched = { type: 'tool_search_call', execution: 'server', call_id: 'ts_1', arguments: { query: 'q' } }
  const found = {
    type: 'tool_search_output',
    execution: 'server',
    call_id: 'ts_1',
    tools: [{ type: 'function', name: 'f' }],
  }
  const ran = {
    type: 'shell_call',
    call_id: 'sh_1',
    environment: { type: 'container_reference' },
    action: { commands: ['ls'] },
  }
  const output = { type: 'shell_call_output', call_id: 'sh_1', output: [{ stdout: 'a.txt' }] }
  test.each<[string, JsonObject[]]>([
    ['a search without its output', [searched]],
    ['a search with its output', [searched, found]],
    ['commands', [ran, output]],
  ])('is no call: %s', (_, items) => {
    const input = [{ role: 'user', content: 'a' }, ...items, { role: 'user', content: 'b' }]
    const read = readChat(callerDialects.responses, { model: 'm', input }, false)
    const kinds = read.turns.flatMap(({ parts }) => parts.map(({ kind }) => kind))
    expect(new Set(kinds)).toEqual(new Set(['text']))
    for (const upstream of ['openai', 'anthropic', 'gemini'] as const)
      expect(JSON.stringify(writeChat(read, upstreamDialects[upstream], 'm', {}))).not.toMatch(/ts_1|sh_1/)
  })
})

describe('arguments of a call with something between their pieces', () => {
  const chunk = (delta: JsonObject) => ({ choices: [{ index: 0, delta }] })
  const events = (between: JsonObject) => [
    chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"city":' } }] }),
    chunk(between),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '"A"}' } }] }),
    { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
  ]
  const callers = Object.keys(callerDialects) as CallerFormat[]
  test.each(
    callers.flatMap((caller) =>
      [{ content: '\n' }, { content: 'mid' }, { reasoning_content: 'mid' }].map(
        (between) => [caller, between] as const,
      ),
    ),
  )('are whole for a caller of %s: %j', (caller, between) => {
    const upstream = upstreamDialects.openai.streamReader('c')
    const writer = callerDialects[caller].streamWriter({
      id: 'i',
      model: 'm',
      created: 1,
      usageWanted: true,
      inputTokens: 1,
    })
    const said = events(between).flatMap((event) => upstream.read(JSON.stringify(event)))
    const written = said.map((event) => writer.write(event)).join('') + writer.end(undefined) + writer.tail()
    const reader = upstreamDialects[caller].streamReader('c')
    const data = written.split(/\r?\n\r?\n/).map((event) => dataOf(Buffer.from(event)) ?? '')
    const parts =
      collectAnswer(data.filter((one) => one.startsWith('{')).flatMap((one) => reader.read(one))).choices[0]?.parts ??
      []
    expect(parts.filter(({ kind }) => kind === 'tool_call')).toMatchObject([{ name: 'f', arguments: '{"city":"A"}' }])
    expect(textIn(parts)).toBe(Object.values(between).join(''))
  })
})

test.each(['image/JPEG', 'IMAGE/JPG', 'image/pjpeg', 'image/jpeg; charset=binary'])(
  'pictures of %s have the vendors’ name',
  (type) => {
    const requests: Partial<Record<CallerFormat, JsonObject>> = {
      openai: {
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: `data:${type};base64,AAAA` } }] }],
      },
      anthropic: {
        max_tokens: 9,
        messages: [
          { role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: type, data: 'AAAA' } }] },
        ],
      },
      responses: {
        input: [{ role: 'user', content: [{ type: 'input_image', image_url: `data:${type};base64,AAAA` }] }],
      },
      gemini: { contents: [{ role: 'user', parts: [{ inlineData: { mimeType: type, data: 'AAAA' } }] }] },
    }
    for (const [caller, request] of Object.entries(requests)) {
      const read = readChat(callerDialects[caller as CallerFormat], { model: 'm', ...request }, false)
      for (const upstream of ['anthropic', 'bedrock', 'gemini', 'openai', 'responses'] as const)
        expect(JSON.stringify(writeChat(read, upstreamDialects[upstream], 'm', {}))).toContain('image/jpeg')
    }
  },
)

test.each(['k3', 'k3-256k', 'kimi-k3', 'moonshotai/Kimi-K2-Thinking', 'deepseek-reasoner'])(
  '%s gets the reasoning of its calls back',
  (model) => {
    const called = [
      { type: 'thinking', thinking: 'because', signature: '' },
      { type: 'tool_use', id: 't', name: 'f', input: {} },
    ]
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: called },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'r' }] },
    ]
    const read = readChat(callerDialects.anthropic, { model, max_tokens: 9, messages }, false)
    expect(JSON.stringify(writeChat(read, upstreamDialects.openai, model, {}))).toContain(
      '"reasoning_content":"because"',
    )
  },
)

describe('a schema for older models of Gemini', () => {
  test('has a type in each part, and items in each list', () => {
    const parameters = {
      type: 'object',
      properties: {
        any: {},
        list: { type: 'array' },
        lists: { type: ['array', 'null'] },
        either: { type: ['array', 'string'] },
        told: { description: 'x' },
        one: { enum: [1, 2] },
      },
    }
    const tools = [{ type: 'function', function: { name: 'f', parameters } }]
    const read = readChat(
      callerDialects.openai,
      { model: 'm', messages: [{ role: 'user', content: 'a' }], tools },
      false,
    )
    const written = writeChat(read, upstreamDialects.gemini, 'gemini-2.0-flash', {}) as {
      tools: { functionDeclarations: { parameters: JsonObject }[] }[]
    }
    const text = { type: 'string' }
    expect(written.tools[0]?.functionDeclarations[0]?.parameters.properties).toEqual({
      any: text,
      list: { type: 'array', items: text },
      lists: { type: 'array', items: text, nullable: true },
      either: { anyOf: [{ type: 'array', items: text }, text] },
      told: { ...text, description: 'x' },
      one: { type: 'number' },
    })
  })
})
