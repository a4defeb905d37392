import { describe, expect, test } from 'bun:test'
import { bedrock } from '../bedrock/dialect.ts'
import type { JsonObject } from '../conversation.ts'
import { openai } from '../openai/dialect.ts'
import { readRequest } from './read-request.ts'
import { anthropicOnVertex } from './vertex.ts'
import { writeRequest } from './write-request.ts'

/** Returns the request to Anthropic for a request in OpenAI's format. */
const asked = (request: JsonObject, model = 'claude-sonnet-4-5') =>
  writeRequest(openai.readRequest({ messages: [user('hi')], ...request }, request.stream === true), model) as JsonObject
const user = (content: unknown) => ({ role: 'user', content })
const text = (words: string) => ({ type: 'text', text: words })
const call = (id: string, args = '{}') => ({ id, type: 'function', function: { name: 'f', arguments: args } })
const result = (id: string, content = 'ok') => ({ role: 'tool', tool_call_id: id, content })
const tools = [
  { type: 'function', function: { name: 'f', description: 'does f', parameters: { type: 'object', properties: {} } } },
]

describe('messages', () => {
  const turns = (...messages: object[]) => asked({ messages }).messages as { role: string; content: unknown }[]

  test('instructions before the conversation stand above, in order', () => {
    const messages = [{ role: 'system', content: 'one' }, { role: 'developer', content: 'two' }, user('hi')]
    expect(asked({ messages })).toMatchObject({
      system: [text('one'), text('two')],
      messages: [{ role: 'user', content: [text('hi')] }],
    })
  })
  test('neighbours of one role are one turn', () => {
    expect(turns(user('a'), user('b'))).toEqual([{ role: 'user', content: [text('a'), text('b')] }])
  })
  test('an answer in front gets a question', () => {
    expect(turns({ role: 'assistant', content: 'hello' }, user('hi'))).toEqual([
      user([text('...')]),
      { role: 'assistant', content: [text('hello')] },
      user([text('hi')]),
    ])
  })
  test('empty texts are not sent', () => {
    expect(turns(user('a'), { role: 'assistant', content: '' }, user(''), user([text(''), text('b')]))).toEqual([
      user([text('a'), text('b')]),
    ])
  })
  test('results of parallel calls share the turn behind the calls, in front of its text', () => {
    const messages = [user('hi'), { role: 'assistant', content: null, tool_calls: [call('a'), call('b', '{"x":1}')] }]
    expect(turns(...messages, result('a'), result('b'), user('and?')).at(-1)).toEqual(
      user([
        { type: 'tool_result', tool_use_id: 'a', content: [text('ok')] },
        { type: 'tool_result', tool_use_id: 'b', content: [text('ok')] },
        text('and?'),
      ]),
    )
    expect(turns(...messages, result('a'), result('b'))[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'a', name: 'f', input: {} },
        { type: 'tool_use', id: 'b', name: 'f', input: { x: 1 } },
      ],
    })
  })
  test('ids of other vendors are written in letters that are taken', () => {
    const id = 'functions.f:0'
    const written = turns(user('hi'), { role: 'assistant', tool_calls: [call(id)] }, result(id))
    expect(written.slice(1)).toMatchObject([
      { content: [{ type: 'tool_use', id: 'functions_f_0' }] },
      { content: [{ type: 'tool_result', tool_use_id: 'functions_f_0' }] },
    ])
  })
  test.each(['15 * 4', '{"x":'])('arguments that are no JSON stay as a text: %s', (text) => {
    const messages = [user('hi'), { role: 'assistant', tool_calls: [call('a', text)] }, result('a')]
    expect(turns(...messages)[1]?.content).toEqual([{ type: 'tool_use', id: 'a', name: 'f', input: { input: text } }])
  })
  test.each([
    ['data:image/png;base64,AAAA', { type: 'base64', media_type: 'image/png', data: 'AAAA' }],
    ['data:image/svg+xml;charset=utf-8,%3Csvg%3E', { type: 'base64', media_type: 'image/svg+xml', data: 'PHN2Zz4=' }],
    ['https://a.test/cat.png', { type: 'url', url: 'https://a.test/cat.png' }],
  ])('the picture %s', (url, source) => {
    expect(turns(user([{ type: 'image_url', image_url: { url } }]))).toEqual([user([{ type: 'image', source }])])
  })
  test('a document', () => {
    const file = { file_data: 'data:application/pdf;base64,JVBE', filename: 'a.pdf' }
    const source = { type: 'base64', media_type: 'application/pdf', data: 'JVBE' }
    expect(turns(user([{ type: 'file', file }]))).toEqual([user([{ type: 'document', source, title: 'a.pdf' }])])
  })
  test('an answer that is begun: only where the model takes it, without blanks at its end', () => {
    const messages = [user('hi'), { role: 'assistant', content: 'Well, \n' }]
    expect((asked({ messages }).messages as object[]).at(-1)).toEqual({ role: 'assistant', content: [text('Well,')] })
    expect((asked({ messages }, 'claude-opus-4-6').messages as object[]).at(-1)).toEqual(user([text('Continue.')]))
  })
  test('marks for the cache stay where they were', () => {
    const marked = { ...text('long'), cache_control: { type: 'ephemeral' } }
    const messages = [{ role: 'system', content: [marked] }, user([marked])]
    expect(asked({ messages })).toMatchObject({ system: [marked], messages: [user([marked])] })
  })
  test('marks say how long alone: what else Anthropic knows of them is refused elsewhere', () => {
    const marked = { ...text('long'), cache_control: { type: 'ephemeral', ttl: '1h', scope: 'global' } }
    const kept = { ...text('long'), cache_control: { type: 'ephemeral', ttl: '1h' } }
    expect(turns(user([marked]))).toEqual([user([kept])])
  })
})

describe('settings', () => {
  test.each<[JsonObject, JsonObject]>([
    [{ max_tokens: 7 }, { max_tokens: 7 }],
    [{ max_completion_tokens: 8, max_tokens: 7 }, { max_tokens: 8 }],
    [{}, { max_tokens: 64_000 }],
    [{ temperature: 1.7 }, { temperature: 1 }],
    [
      { temperature: 0, top_p: 0.5 },
      { temperature: 0, top_p: undefined },
    ],
    [{ top_p: 0.5 }, { top_p: 0.5 }],
    [{ stop: 'END' }, { stop_sequences: ['END'] }],
    [{ stop: ['a', '  '] }, { stop_sequences: ['a'] }],
    [{ user: 'u1' }, { metadata: { user_id: 'u1' } }],
    [{ user: 'me@mail.test' }, { metadata: undefined }],
    [{ user: '+49 30 1234567' }, { metadata: undefined }],
    [{ user: 'u'.repeat(300) }, { metadata: undefined }],
    [{ stream: true }, { stream: true }],
    [
      { n: 2, seed: 1, logit_bias: {}, presence_penalty: 1 },
      { n: undefined, seed: undefined },
    ],
  ])('%j', (request, expected) => {
    expect(asked(request)).toEqual(expect.objectContaining(withoutUndefined(expected)))
    for (const [name, value] of Object.entries(expected))
      if (value === undefined) expect(asked(request)).not.toHaveProperty(name)
  })

  test('models that fix their sampling get none', () => {
    expect(asked({ temperature: 0.2, top_p: 0.5, top_k: 3 }, 'claude-opus-5')).toEqual({
      model: 'claude-opus-5',
      max_tokens: 128_000,
      messages: [user([text('hi')])],
      thinking: { type: 'disabled' },
    })
  })
  test.each([
    ['claude-3-haiku-20240307', 4096],
    ['claude-3-5-sonnet-20241022', 8192],
    ['claude-3-7-sonnet-latest', 64_000],
    ['claude-opus-4-1-20250805', 32_000],
    ['claude-opus-4-20250514', 32_000],
    ['claude-haiku-4-5-20251001', 64_000],
    ['claude-sonnet-4-6', 128_000],
    ['anthropic.claude-sonnet-4-5-20250929-v1:0', 64_000],
    ['claude-next', 128_000],
  ])('%s may write %d tokens unless told otherwise', (model, most) => {
    expect(asked({}, model).max_tokens).toBe(most)
  })
})

describe('tools', () => {
  test.each<[JsonObject, unknown]>([
    [{}, undefined],
    [{ tool_choice: 'auto' }, { type: 'auto' }],
    [{ tool_choice: 'none' }, { type: 'none' }],
    [{ tool_choice: 'required' }, { type: 'any' }],
    [{ tool_choice: { type: 'function', function: { name: 'f' } } }, { type: 'tool', name: 'f' }],
    [{ parallel_tool_calls: false }, { type: 'auto', disable_parallel_tool_use: true }],
    [{ tool_choice: 'required', reasoning_effort: 'low' }, { type: 'auto' }],
  ])('%j', (request, choice) => {
    expect(asked({ tools, ...request }).tool_choice).toEqual(choice as object)
  })
  test('are described', () => {
    expect(asked({ tools }).tools).toEqual([
      { name: 'f', description: 'does f', input_schema: { type: 'object', properties: {} } },
    ])
  })
  test('of the old kind are tools', () => {
    expect(asked({ functions: [{ name: 'g' }] }).tools).toEqual([
      { name: 'g', input_schema: { type: 'object', properties: {} } },
    ])
  })
})

describe('thinking', () => {
  test.each<[string, JsonObject, JsonObject]>([
    [
      'claude-sonnet-4-5',
      { reasoning_effort: 'low', max_tokens: 100 },
      { thinking: { type: 'enabled', budget_tokens: 2048 }, max_tokens: 2148 },
    ],
    [
      'claude-opus-4-8',
      { reasoning_effort: 'minimal' },
      { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
    ],
    ['claude-3-5-haiku-20241022', { reasoning_effort: 'high' }, { max_tokens: 8192 }],
    ['claude-opus-5', {}, { thinking: { type: 'disabled' } }],
    ['claude-opus-5-5', {}, {}],
    ['claude-sonnet-5', {}, { thinking: { type: 'disabled' } }],
    ['claude-sonnet-5', { reasoning_effort: 'none' }, { thinking: { type: 'disabled' } }],
    ['claude-opus-4-8', { reasoning_effort: 'none' }, { max_tokens: 128_000 }],
  ])('%s asked with %j', (model, request, expected) => {
    const { thinking, output_config } = asked(request, model)
    expect(asked(request, model)).toMatchObject(expected)
    if (!expected.thinking) expect([thinking, output_config]).toEqual([undefined, undefined])
  })
  const claude = (request: JsonObject, model = 'claude-sonnet-4-5') =>
    writeRequest(readRequest({ messages: [user('hi')], ...request }, false), model) as JsonObject
  test.each([
    [20_000, 16_000, 20_000, 16_000],
    [4000, 16_000, 4000, 3999],
    [undefined, 16_000, 64_000, 16_000],
  ])('a limit of %d and a budget of %d, which is in it, stay what they are', (max_tokens, budget, most, thought) => {
    const thinking = { type: 'enabled', budget_tokens: budget }
    expect(claude({ thinking, ...(max_tokens ? { max_tokens } : {}) })).toMatchObject({
      max_tokens: most,
      thinking: { type: 'enabled', budget_tokens: thought },
    })
  })
  test('a limit without room for thinking is kept, and the thinking left out', () => {
    const request = claude({ thinking: { type: 'enabled', budget_tokens: 4000 }, max_tokens: 1000 })
    expect([request.max_tokens, request.thinking]).toEqual([1000, undefined])
  })
  test('what was thought and said stays in its order, with its signatures', () => {
    const content = [
      { type: 'thinking', thinking: 'one', signature: 's1' },
      text('first'),
      { type: 'redacted_thinking', data: 'r' },
      { type: 'thinking', thinking: '', signature: 's2' },
      { type: 'tool_use', id: 'a', name: 'f', input: {} },
    ]
    const results = user([{ type: 'tool_result', tool_use_id: 'a', content: [text('ok')] }])
    const messages = [user([text('hi')]), { role: 'assistant', content }, results]
    expect(claude({ messages }).messages).toEqual(messages)
  })
  test('a turn of tools goes on without it where its signature is missing', () => {
    const messages = [user('hi'), { role: 'assistant', tool_calls: [call('a')] }, result('a')]
    expect(asked({ messages, reasoning_effort: 'high' })).not.toHaveProperty('thinking')
  })
})

test.each(['claude-opus-5-5', 'claude-fable-5'])(
  '%s, which always thinks, thinks little where none is wanted',
  (model) => {
    const { thinking, output_config } = asked({ reasoning_effort: 'none' }, model)
    expect([thinking, output_config]).toEqual([undefined, { effort: 'low' }])
  },
)

test('thoughts that the caller asks to see have a text', () => {
  const request = { ...openai.readRequest({ messages: [user('hi')] }, false), reasoning: { budget: -1, shown: true } }
  for (const model of ['claude-opus-4-7', 'claude-fable-5']) {
    expect(writeRequest(request, model)).toMatchObject({ thinking: { type: 'adaptive', display: 'summarized' } })
  }
})

test('a tool is not forced upon a model that always thinks, which is noted', () => {
  const omitted: string[] = []
  const request = openai.readRequest({ messages: [user('hi')], tools, tool_choice: 'required' }, false)
  const body = writeRequest(request, 'claude-opus-5-5', { omit: (name) => omitted.push(name) })
  expect(body).toMatchObject({ tool_choice: { type: 'auto' } })
  expect(omitted).toEqual(['tool_choice'])
})

describe('JSON', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  const format = { response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } }
  const held = { format: { type: 'json_schema', schema: { ...schema, additionalProperties: false } } }
  test('by a schema where the model knows it', () => {
    expect(asked(format).output_config).toEqual(held)
  })
  test('by words where the model cannot be held to the schema, which is noted', () => {
    const map = { type: 'object', additionalProperties: { type: 'string' } }
    const omitted: string[] = []
    const request = openai.readRequest(
      { messages: [user('hi')], response_format: { type: 'json_schema', json_schema: { name: 'x', schema: map } } },
      false,
    )
    const body = writeRequest(request, 'claude-sonnet-4-5', { omit: (name) => omitted.push(name) })
    expect(body).toMatchObject({ system: expect.stringContaining(JSON.stringify(map)) })
    expect(body).not.toHaveProperty('output_config')
    expect(omitted).toEqual(['response_format.schema: enforcement'])
  })
  test('by a schema on Bedrock and Vertex too', () => {
    const request = openai.readRequest({ messages: [user('hi')], ...format }, false)
    for (const served of [bedrock, anthropicOnVertex]) {
      expect(served.writeRequest(request, 'claude-sonnet-4-5')).toMatchObject({ output_config: held })
    }
  })
  test('of more strict tools, or of more optional properties, than the vendor allows is not enforced', () => {
    const strictTools = (count: number, parameters: object) =>
      Array.from({ length: count }, (_, index) => ({
        type: 'function',
        function: { name: `f${index}`, parameters, strict: true },
      }))
    const strictIn = (list: object[]) =>
      (asked({ tools: list }).tools as { strict?: true }[]).filter(({ strict }) => strict).length
    const required = { ...schema, required: ['a'] }
    expect(strictIn(strictTools(30, required))).toBe(20)
    const seven = Object.fromEntries([...'abcdefg'].map((name) => [name, { type: 'string' }]))
    expect(strictIn(strictTools(5, { type: 'object', properties: seven }))).toBe(3)
  })
  test('of a strict tool is held to the same subset, and its rest is noted', () => {
    const parameters = { type: 'object', properties: { a: { type: 'string', minLength: 2 } } }
    const omitted: string[] = []
    const strict = [{ type: 'function', function: { name: 'f', parameters, strict: true } }]
    const request = openai.readRequest({ messages: [user('hi')], tools: strict }, false)
    const omit = (name: string) => omitted.push(name)
    const a = { type: 'string', description: '{minLength: 2}' }
    expect(writeRequest(request, 'claude-sonnet-4-5', { omit })).toMatchObject({
      tools: [{ strict: true, input_schema: { properties: { a }, additionalProperties: false } }],
    })
    expect(omitted).toEqual(['tools[0]: minLength'])
    const old = writeRequest(request, 'claude-sonnet-4', { omit }) as JsonObject
    expect(old.tools).toEqual([{ name: 'f', input_schema: parameters }])
  })
  test('by words elsewhere', () => {
    expect(asked(format, 'claude-3-5-haiku-20241022').system).toContain(JSON.stringify(schema))
    expect(asked({ response_format: { type: 'json_object' } }).system).toContain('JSON object')
  })
})

test.each<[JsonObject, string]>([
  [{ messages: 'hi' }, 'messages'],
  [{ messages: ['hi'] }, 'messages[0]'],
  [{ messages: [{ role: 'robot', content: 'x' }] }, 'messages[0].role'],
  [{ messages: [user([{ type: 'image_url', image_url: { url: 'file:///x' } }])] }, 'messages[0].content[0].image_url'],
  [{ messages: [user([{ type: 'hologram' }])] }, 'messages[0].content[0].type'],
  [{ messages: [user(5)] }, 'messages[0].content'],
  [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].tool_call_id'],
])('%j names the field that is wrong', (request, field) => {
  expect(() => asked(request)).toThrow(expect.objectContaining({ name: 'BadRequest', field }))
})

const withoutUndefined = (value: JsonObject) =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined))
