import { describe, expect, test } from 'bun:test'
import type { ChatRequest, Part } from '../conversation.ts'
import { Unwritable } from '../dialect.ts'
import { readName, writeName } from './tool-names.ts'
import { writeRequest } from './write-request.ts'

const hi: ChatRequest['turns'] = [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }]
const write = (fields: Partial<ChatRequest> = {}, model = 'command-a-03-2025') =>
  writeRequest({ system: [], turns: hi, tools: [], stream: false, stop: [], ...fields }, model) as Record<
    string,
    unknown
  >
const messages = (...turns: ChatRequest['turns']) => write({ turns }).messages
const user = (...parts: Part[]) => ({ role: 'user' as const, parts })
const assistant = (...parts: Part[]) => ({ role: 'assistant' as const, parts })
const text = (words: string) => ({ kind: 'text' as const, text: words })

test('a plain request says nothing that was not asked for', () => {
  expect(write()).toEqual({ model: 'command-a-03-2025', messages: [{ role: 'user', content: 'hi' }] })
})

describe('settings', () => {
  test.each([
    [{ temperature: 1.7 }, { temperature: 1 }],
    [{ temperature: 0 }, { temperature: 0 }],
    [{ topP: 1 }, { p: 0.99 }],
    [{ topP: 0 }, { p: 0.01 }],
    [{ topK: 900 }, { k: 500 }],
    [{ seed: 7 }, { seed: 7 }],
    [{ maxTokens: 9 }, { max_tokens: 9 }],
    [{ stream: true }, { stream: true }],
    [{ stop: ['a', 'b', 'c', 'd', 'e', 'f'] }, { stop_sequences: ['a', 'b', 'c', 'd', 'e'] }],
    [{ frequencyPenalty: 1.5, presencePenalty: 0.5 }, { frequency_penalty: 1 }],
    [
      { frequencyPenalty: -1, presencePenalty: 0.5 },
      { frequency_penalty: 0, presence_penalty: 0.5 },
    ],
    [{ format: { kind: 'json' } }, { response_format: { type: 'json_object' } }],
    [
      { format: { kind: 'schema', name: 'a', schema: { type: 'object' } } },
      { response_format: { type: 'json_object', json_schema: { type: 'object' } } },
    ],
  ] as [Partial<ChatRequest>, object][])('%j is %j', (asked, written) => {
    const { model: _, messages: __, ...rest } = write(asked)
    expect(rest).toEqual({ ...written })
  })

  test('that no field is for are left out', () => {
    expect(
      write({ seed: -1, user: 'u', candidates: 1, parallelToolCalls: false, reasoning: { effort: 'high' } }),
    ).toEqual(write())
  })

  test.each([
    [{ effort: 'high' as const }, { type: 'enabled' }],
    [{ budget: 500 }, { type: 'enabled', token_budget: 500 }],
    [{ effort: 'none' as const }, { type: 'disabled' }],
    [{ budget: 0 }, { type: 'disabled' }],
    [{ budget: -1 }, undefined],
  ])('thinking %j of a model that can is %j', (reasoning, thinking) => {
    expect(write({ reasoning }, 'command-a-reasoning-08-2025').thinking).toEqual(thinking)
  })
})

describe('messages', () => {
  test('instructions come first, as one', () => {
    expect(write({ system: [text('a'), text('b')] }).messages).toEqual([
      { role: 'system', content: 'a\n\nb' },
      { role: 'user', content: 'hi' },
    ])
  })

  test('images are named by address or carried as data', () => {
    const data = { mediaType: 'image/png', data: 'AAAA' }
    expect(
      messages(
        user(
          text('look'),
          { kind: 'image', source: { url: 'https://x.example/a' }, detail: 'low' },
          { kind: 'image', source: data },
        ),
      ),
    ).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: 'https://x.example/a', detail: 'low' } },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
    ])
  })

  test('parallel calls and their results are messages of their own, before what the user says', () => {
    const call = (id: string) => ({
      kind: 'tool_call' as const,
      id,
      name: 'get-it',
      arguments: id === 'a' ? '{"x":1}' : '',
    })
    const result = (id: string, words: string) => ({
      kind: 'tool_result' as const,
      id,
      content: words ? [text(words)] : [],
    })
    expect(
      messages(
        user(text('hi')),
        assistant({ kind: 'reasoning', text: 'I will look.' }, call('a'), call('b')),
        user(result('a', 'one'), result('b', ''), text('go on')),
      ),
    ).toEqual([
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        tool_plan: 'I will look.',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'get_x2d_it', arguments: '{"x":1}' } },
          { id: 'b', type: 'function', function: { name: 'get_x2d_it', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'one' },
      { role: 'tool', tool_call_id: 'b', content: '(no output)' },
      { role: 'user', content: 'go on' },
    ])
  })

  test('reasoning without calls is left out', () => {
    expect(
      messages(user(text('hi')), assistant({ kind: 'reasoning', text: 'hm' }, text('yes')), user(text('ok'))),
    ).toEqual([
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'yes' },
      { role: 'user', content: 'ok' },
    ])
  })

  test('a text file is a text', () => {
    const source = { mediaType: 'text/plain', data: Buffer.from('grüße').toString('base64') }
    expect(messages(user({ kind: 'file', source }))).toEqual([{ role: 'user', content: 'grüße' }])
  })

  test('an image of a tool follows in a message of the user', () => {
    const image = { kind: 'image', source: { url: 'https://x.example' } } as const
    expect(messages(user({ kind: 'tool_result', id: 'a', content: [text('seen'), image] }))).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'seen' },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x.example' } }] },
    ])
  })

  test.each([
    ['audio', [user({ kind: 'audio', source: { mediaType: 'audio/wav', data: 'AAAA' } })]],
    ['a document', [user({ kind: 'file', source: { mediaType: 'application/pdf', data: 'AAAA' } })]],
    ['instructions alone', []],
  ] as [string, ChatRequest['turns']][])('%s cannot be said', (_, turns) => {
    expect(() => write({ turns, system: [text('a')] })).toThrow(Unwritable)
  })
})

describe('tools', () => {
  const tools = [
    { name: 'a', description: 'does a', parameters: { type: 'object', properties: {} }, strict: true },
    { name: 'b', parameters: { type: 'object' } },
  ]
  test('are functions with schemas of objects', () => {
    expect(write({ tools })).toMatchObject({
      strict_tools: true,
      tools: [
        {
          type: 'function',
          function: { name: 'a', description: 'does a', parameters: { type: 'object', properties: {} } },
        },
        { type: 'function', function: { name: 'b', parameters: { type: 'object' } } },
      ],
    })
  })

  test.each([
    ['auto', undefined, 2],
    ['none', 'NONE', 2],
    ['required', 'REQUIRED', 2],
    [{ name: 'b' }, 'REQUIRED', 1],
  ] as const)('a choice of %j is %p of %d', (toolChoice, choice, count) => {
    const written = write({ tools, toolChoice })
    expect(written.tool_choice).toBe(choice)
    expect(written.tools).toHaveLength(count)
  })

  test('beside JSON, the wish for it is an instruction', () => {
    const written = write({ tools, format: { kind: 'schema', name: 'x', schema: { a: 1 } } })
    expect(written.response_format).toBeUndefined()
    expect(JSON.stringify(written.messages)).toContain('{\\"a\\":1}')
    expect(JSON.stringify(write({ tools, format: { kind: 'json' } }).messages)).toContain('JSON object')
  })

  test.each(['get-weather', '9lives', 'a.b:c', 'plain_name', '天气', 'get_x10_data', '_x2d_', 'a_xff__x2d_b'])(
    'the name %s is one that is allowed, and comes back',
    (name) => {
      expect(writeName(name)).toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/)
      expect(readName(writeName(name))).toBe(name)
    },
  )
})
