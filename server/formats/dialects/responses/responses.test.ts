import { describe, expect, test } from 'bun:test'
import { collectAnswer } from '../collect.ts'
import type { ChatEvent, JsonObject } from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { openai } from '../openai/dialect.ts'
import { dataOf } from '../sse.ts'
import { vendorState } from '../vendor-state.ts'
import { responses } from './dialect.ts'

const FACTS = { id: 'id1', model: 'm', created: 1_795_000_000, usageWanted: true, inputTokens: 3 }
const read = (request: JsonObject) => responses.readRequest({ input: 'hi', ...request }, false)
/** Returns the request to a vendor of chat completions. */
const asked = (request: JsonObject) => openai.writeRequest(read(request), 'm') as JsonObject

describe('a request', () => {
  const call = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' }
  const output = { type: 'function_call_output', call_id: 'a', output: 'ok' }
  const item = (role: string, content: unknown) => ({ role, content })

  test.each<[string, JsonObject[], unknown[]]>([
    [
      'messages without a type',
      [item('user', 'hi'), item('assistant', 'yes')],
      [item('user', 'hi'), item('assistant', 'yes')],
    ],
    [
      'calls and results',
      [item('user', 'hi'), call, { ...call, call_id: 'b' }, output, { ...output, call_id: 'b' }, item('user', 'and?')],
      [
        item('user', 'hi'),
        {
          role: 'assistant',
          content: null,
          tool_calls: ['a', 'b'].map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })),
        },
        { role: 'tool', tool_call_id: 'a', content: 'ok' },
        { role: 'tool', tool_call_id: 'b', content: 'ok' },
        item('user', 'and?'),
      ],
    ],
    [
      'instructions among them',
      [item('user', 'hi'), item('developer', 'Be brief.')],
      [item('user', 'hi'), item('system', 'Be brief.')],
    ],
    [
      'reasoning without a proof',
      [item('user', 'hi'), { type: 'reasoning', summary: [], encrypted_content: 'gAAAA' }],
      [item('user', 'hi')],
    ],
    [
      'results with pictures',
      [
        call,
        {
          ...output,
          output: [
            { type: 'input_text', text: 'ok' },
            { type: 'input_image', image_url: 'https://a.test/b.png' },
          ],
        },
      ],
      [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'ok' },
        item('user', [{ type: 'image_url', image_url: { url: 'https://a.test/b.png' } }]),
      ],
    ],
  ])('with %s', (_name, input, messages) => {
    expect(asked({ input }).messages).toEqual(messages)
  })

  test.each<[JsonObject, JsonObject]>([
    [
      { max_output_tokens: 7, temperature: 0, top_p: 0.5 },
      { max_tokens: 7, temperature: 0, top_p: 0.5 },
    ],
    [{ reasoning: { effort: 'high', summary: 'auto' } }, { reasoning_effort: 'high' }],
    [{ text: { format: { type: 'json_object' } } }, { response_format: { type: 'json_object' } }],
    [
      {
        text: {
          format: {
            type: 'json_schema',
            name: 'x',
            schema: { type: 'object', additionalProperties: false },
            strict: true,
          },
          verbosity: 'low',
        },
      },
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'x', schema: { type: 'object', additionalProperties: false }, strict: true },
        },
      },
    ],
    [{ safety_identifier: 'u1' }, { user: 'u1' }],
    [{ previous_response_id: null, conversation: null, prompt: null, service_tier: 'auto' }, {}],
  ])('%j', (request, expected) => {
    const { model: _model, messages: _messages, ...rest } = asked(request)
    expect(rest).toEqual(expected)
  })

  test('that allows some of its tools offers only these', () => {
    const tools = ['f', 'g'].map((name) => ({ type: 'function', name, parameters: null }))
    const tool_choice = { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'g' }] }
    expect(asked({ tools, tool_choice })).toMatchObject({
      tools: [{ function: { name: 'g' } }],
      tool_choice: 'required',
    })
  })

  test.each<[JsonObject, string]>([
    [{ input: 5 }, 'input'],
    [{ input: ['hi'] }, 'input[0]'],
    [{ input: [{ type: 'function_call_output', output: 'x' }] }, 'input[0].call_id'],
    [{ input: [item('user', 5)] }, 'input[0].content'],
    [{ input: [item('user', [{ type: 'input_image', image_url: 'file:///x' }])] }, 'input[0].content[0].image_url'],
    [{ input: [item('user', [{ type: 'input_file' }])] }, 'input[0].content[0]'],
    [{ tools: [{ type: 'file_search' }], tool_choice: { type: 'file_search' } }, 'tool_choice'],
    [{ tools: [{ type: 'file_search' }], tool_choice: 'required' }, 'tool_choice'],
    [{ input: [{ type: 'item_reference', id: 'msg_1' }] }, 'input[0].id'],
  ])('%j is refused for its %s', (request, field) => {
    expect(() => read(request)).toThrow(BadRequest)
    expect(() => read(request)).toThrow(new BadRequest(field, '').message)
  })
})

test.each<[string, JsonObject, JsonObject]>([
  ['gpt-5.1-codex', { reasoning_effort: 'minimal' }, { reasoning: { effort: 'low' } }],
  ['gpt-5.1-codex', { reasoning_effort: 'xhigh' }, { reasoning: { effort: 'high' } }],
  ['gpt-5.3-codex', { reasoning_effort: 'xhigh' }, { reasoning: { effort: 'xhigh' } }],
  [
    'gpt-5.2',
    { reasoning_effort: 'none', verbosity: 'low' },
    { reasoning: { effort: 'none' }, text: { verbosity: 'low' } },
  ],
  ['gpt-4o', { verbosity: 'low' }, { include: undefined }],
  ['o3-pro', { reasoning: { max_tokens: 5000 } }, { reasoning: { effort: 'medium' } }],
  ['gpt-5-pro', { reasoning_effort: 'low' }, {}],
  ['computer-use-preview', { temperature: 0.5 }, { temperature: 0.5, include: undefined }],
  ['o1-pro', { temperature: 0.5, max_tokens: 1, stop: 'x', seed: 1 }, { max_output_tokens: 16 }],
  ['o1-pro', { user: 'u'.repeat(65) }, {}],
  ['o1-pro', { user: 'u'.repeat(64) }, { user: 'u'.repeat(64) }],
  [
    'o1-pro',
    { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'object' } } } },
    { text: { format: { type: 'json_schema', name: 'x', schema: { type: 'object' }, strict: false } } },
  ],
])('%s is asked for a chat with %j', (model, request, expected) => {
  const chat = openai.readRequest({ messages: [{ role: 'user', content: 'hi' }], ...request }, false)
  const { input, ...rest } = responses.writeRequest(chat, model) as JsonObject
  expect(input).toEqual([{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }])
  expect(rest).toEqual({ model, store: false, include: ['reasoning.encrypted_content'], ...expected })
})

describe('an answer', () => {
  const said: ChatEvent[] = [
    { kind: 'reasoning', choice: 0, text: 'Hm.' },
    { kind: 'state', choice: 0, state: vendorState('anthropic', 'signature', 'sig') },
    { kind: 'state', choice: 0, state: vendorState('anthropic', 'redacted', 'hidden') },
    { kind: 'text', choice: 0, text: 'Let me ' },
    { kind: 'text', choice: 0, text: 'see.' },
    { kind: 'tool_call', choice: 0, index: 0, id: 'a', name: 'f', state: vendorState('gemini', 'call', 'ofCall') },
    { kind: 'arguments', choice: 0, index: 0, text: '{"x":1}' },
    { kind: 'tool_call', choice: 0, index: 1, id: 'b', name: 'g' },
    { kind: 'image', choice: 0, source: { mediaType: 'image/png', data: 'AAAA' } },
    { kind: 'finish', choice: 0, reason: 'tool_calls' },
  ]
  const echo = { temperature: 0.5, metadata: { a: 'b' } }
  const whole = responses.writeAnswer(collectAnswer(said), { ...FACTS, echo }) as { output: JsonObject[] } & JsonObject
  const written = (() => {
    const writer = responses.streamWriter({ ...FACTS, echo })
    return eventsOf(said.map((event) => writer.write(event)).join('') + writer.end(undefined) + writer.tail())
  })()

  test('is the same, streamed and whole', () => {
    const withoutIds = (output: JsonObject[]) => output.map(({ id: _, ...item }) => item)
    const last = written.at(-1)
    expect(last.type).toBe('response.completed')
    expect(withoutIds(last.response.output)).toEqual(withoutIds(whole.output))
    expect({ ...last.response, output: [] }).toEqual({ ...whole, output: [] })
    expect(whole).toMatchObject({ id: 'resp_id1', temperature: 0.5, metadata: { a: 'b' } })
  })

  test('keeps thoughts apart that have proofs of their own', () => {
    const writer = responses.streamWriter(FACTS)
    const events: ChatEvent[] = ['one', 'two'].flatMap((text) => [
      { kind: 'reasoning', choice: 0, text },
      { kind: 'state', choice: 0, state: vendorState('openai', 'signature', `of ${text}`) },
    ])
    events.map((event) => writer.write(event))
    const [last] = eventsOf(writer.end(undefined) + writer.tail())
    const { turns } = read({ input: last.response.output })
    expect(turns[0]?.parts).toEqual([
      { kind: 'reasoning', text: 'one', state: vendorState('openai', 'signature', 'of one') },
      { kind: 'reasoning', text: 'two', state: vendorState('openai', 'signature', 'of two') },
    ])
  })

  test('tells every item twice, under the same id and index', () => {
    for (const [index, { id, type }] of written.at(-1).response.output.entries()) {
      const about = written.filter(({ output_index }) => output_index === index)
      expect(about.at(0)).toMatchObject({ type: 'response.output_item.added', item: { id, type } })
      expect(about.at(-1)).toMatchObject({ type: 'response.output_item.done', item: { id, type } })
      for (const { item_id = id } of about) expect(item_id).toBe(id)
    }
  })

  test('carries all signatures back in the next request', () => {
    const [, assistant] = read({ input: [{ role: 'user', content: 'hi' }, ...whole.output] }).turns
    expect(assistant?.parts).toEqual([
      { kind: 'reasoning', text: 'Hm.', state: vendorState('anthropic', 'signature', 'sig') },
      { kind: 'reasoning', text: '', state: vendorState('anthropic', 'redacted', 'hidden') },
      { kind: 'text', text: 'Let me see.' },
      { kind: 'tool_call', id: 'a', name: 'f', arguments: '{"x":1}', state: vendorState('gemini', 'call', 'ofCall') },
      { kind: 'tool_call', id: 'b', name: 'g', arguments: '{}' },
      { kind: 'image', source: { mediaType: 'image/png', data: 'AAAA' } },
    ])
  })

  test('that goes wrong says so behind what came, and keeps what was complete', () => {
    const writer = responses.streamWriter(FACTS)
    const begun = eventsOf(
      said
        .slice(0, 6)
        .map((event) => writer.write(event))
        .join(''),
    )
    const error = { message: 'No.', type: 'x', param: null, code: 'upstream_cut' }
    const [first, last] = eventsOf(writer.fail?.(error, 'id1') ?? '')
    expect(first).toMatchObject({ type: 'error', sequence_number: begun.length, error: { code: 'upstream_cut' } })
    expect(last).toMatchObject({
      type: 'response.failed',
      sequence_number: begun.length + 1,
      response: { status: 'failed' },
    })
    expect(last.response.output.map(({ type }: JsonObject) => type)).toEqual([
      'reasoning',
      'reasoning',
      'message',
      'reasoning',
    ])
  })

  test('of the vendor with tools of its own is read as far as others know it', () => {
    const output = [
      { type: 'web_search_call', id: 'ws_1', status: 'completed' },
      { type: 'reasoning', summary: [{ text: 'One.' }, { text: 'Two.' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
    ]
    expect(responses.readAnswer({ status: 'completed', output }).choices).toEqual([
      {
        parts: [
          { kind: 'reasoning', text: 'One.\n\nTwo.' },
          { kind: 'refusal', text: 'No.' },
        ],
        finish: 'stop',
      },
    ])
  })
})

describe('a tool that takes a text', () => {
  const tool = {
    type: 'custom',
    name: 'patch',
    description: 'Edits.',
    format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
  }
  const input = [
    { type: 'custom_tool_call', call_id: 'a', name: 'patch', input: 'old "text"' },
    { type: 'custom_tool_call_output', call_id: 'a', output: 'done' },
  ]

  test('is one that takes an object elsewhere', () => {
    const request = asked({ input, tools: [tool], tool_choice: { type: 'custom', name: 'patch' } })
    expect(request).toMatchObject({
      messages: [
        {
          role: 'assistant',
          tool_calls: [{ id: 'a', function: { name: 'patch', arguments: '{"input":"old \\"text\\""}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'done' },
      ],
      tools: [
        { function: { name: 'patch', parameters: { properties: { input: { type: 'string' } }, required: ['input'] } } },
      ],
      tool_choice: { function: { name: 'patch' } },
    })
    expect(JSON.stringify(request)).toContain('Edits.\\n\\nThe input must follow this lark grammar')
  })

  test.each([
    ['{"input":"new \\"text\\""}', 'new "text"'],
    ['{}', ''],
    ['', ''],
    ['{"other":1}', '{"other":1}'],
    ['no JSON', 'no JSON'],
  ])('and whose call with %j is the text %j again', (json, text) => {
    const facts = { ...FACTS, natives: new Map([['patch', { kind: 'custom', name: 'patch' }]]) }
    const writer = responses.streamWriter(facts)
    const begun = writer.write({ kind: 'tool_call', choice: 0, index: 0, id: 'a', name: 'patch' })
    const more = json ? writer.write({ kind: 'arguments', choice: 0, index: 0, text: json }) : ''
    const events = eventsOf(begun + more + writer.write({ kind: 'finish', choice: 0, reason: 'tool_calls' }))
    const item = { type: 'custom_tool_call', call_id: 'a', name: 'patch', input: text }
    expect(events.slice(2)).toMatchObject([
      { type: 'response.output_item.added', item: { type: 'custom_tool_call', input: '' } },
      { type: 'response.custom_tool_call_input.delta', delta: text },
      { type: 'response.custom_tool_call_input.done', input: text },
      { type: 'response.output_item.done', item },
    ])
    const part = { kind: 'tool_call' as const, id: 'a', name: 'patch', arguments: json }
    const whole = responses.writeAnswer({ choices: [{ parts: [part], finish: 'tool_calls' }], usage: undefined }, facts)
    expect(whole).toMatchObject({ output: [item] })
  })
})

test("a vendor's arguments that come only as a whole are read once", () => {
  const reader = responses.streamReader()
  const item = { type: 'function_call', call_id: 'a', name: 'f', arguments: '' }
  const events = [
    { type: 'response.output_item.added', output_index: 1, item },
    { type: 'response.output_item.done', output_index: 1, item: { ...item, arguments: '{"x":1}' } },
    { type: 'response.output_item.done', output_index: 2, item: { ...item, call_id: 'b', arguments: '{}' } },
  ].flatMap((event) => reader.read(JSON.stringify(event)))
  expect(events).toEqual([
    { kind: 'tool_call', choice: 0, index: 0, id: 'a', name: 'f' },
    { kind: 'arguments', choice: 0, index: 0, text: '{"x":1}' },
    { kind: 'tool_call', choice: 0, index: 1, id: 'b', name: 'f' },
    { kind: 'arguments', choice: 0, index: 1, text: '{}' },
  ])
})

/** Returns the data of a stream's events. */
function eventsOf(text: string) {
  return text.split('\n\n').flatMap((event) => {
    const data = dataOf(Buffer.from(event))
    return data ? [JSON.parse(data)] : []
  })
}
