import { describe, expect, test } from 'bun:test'
import { type CallerFormat, callerDialects, type UpstreamFormat, upstreamDialects } from './all.ts'
import type { JsonObject } from './conversation.ts'
import { readChat } from './read-chat.ts'
import { writeChat } from './write-chat.ts'

const CALL = { id: 'call_1', name: 'f' }

/** A conversation with an instruction after the last question, in each format that has such messages. */
const asked: Partial<Record<CallerFormat, JsonObject>> = {
  openai: {
    messages: [
      { role: 'system', content: 'first' },
      { role: 'user', content: 'a' },
      { role: 'developer', content: 'inside' },
    ],
  },
  cohere: {
    messages: [
      { role: 'system', content: 'first' },
      { role: 'user', content: 'a' },
      { role: 'system', content: 'inside' },
    ],
  },
  responses: {
    instructions: 'first',
    input: [
      { role: 'user', content: 'a' },
      { role: 'developer', content: 'inside' },
    ],
  },
  anthropic: {
    max_tokens: 9,
    system: 'first',
    messages: [
      { role: 'user', content: 'a' },
      { role: 'system', content: [{ type: 'text', text: 'inside' }] },
    ],
  },
}
const callers = Object.keys(asked) as CallerFormat[]

function convert(caller: CallerFormat, request: JsonObject, upstream: UpstreamFormat, model: string): JsonObject {
  const read = readChat(callerDialects[caller], { model, ...request }, false)
  return { ...writeChat(read, upstreamDialects[upstream], model, {}) }
}

const MARKED = '<system>\ninside\n</system>'

describe.each(callers)('an instruction inside a conversation of a caller of %s', (caller) => {
  const to = (upstream: UpstreamFormat, model: string) => convert(caller, asked[caller] ?? {}, upstream, model)

  test('keeps its place and role in formats that have it', () => {
    expect(to('openai', 'gpt-5.1').messages).toEqual([
      { role: 'system', content: 'first' },
      { role: 'user', content: 'a' },
      { role: 'system', content: 'inside' },
    ])
    expect(to('cohere', 'command-a-03-2025').messages).toEqual([
      { role: 'system', content: 'first' },
      { role: 'user', content: 'a' },
      { role: 'system', content: 'inside' },
    ])
    expect(to('responses', 'gpt-5.1')).toMatchObject({
      instructions: 'first',
      input: [{ role: 'user' }, { role: 'system', content: [{ type: 'input_text', text: 'inside' }] }],
    })
    for (const upstream of ['anthropic', 'bedrock', 'anthropic-vertex'] as const)
      expect(to(upstream, 'claude-opus-4-8')).toMatchObject({
        system: 'first',
        messages: [{ role: 'user' }, { role: 'system', content: [{ type: 'text', text: 'inside' }] }],
      })
  })

  test('is a marked text of the user at its place in others', () => {
    for (const upstream of ['anthropic', 'bedrock', 'anthropic-vertex'] as const)
      expect(to(upstream, 'Claude-Sonnet-4-5')).toMatchObject({
        system: 'first',
        messages: [{ role: 'user', content: [{ text: 'a' }, { text: MARKED }] }],
      })
    for (const upstream of ['gemini', 'gemini-vertex'] as const)
      expect(to(upstream, 'gemini-3-pro')).toMatchObject({
        systemInstruction: { parts: [{ text: 'first' }] },
        contents: [{ role: 'user', parts: [{ text: 'a' }, { text: MARKED }] }],
      })
    for (const model of ['mistral-large-latest', 'Qwen/Qwen3.5-9B'])
      expect(to('openai', model).messages).toEqual([
        { role: 'system', content: 'first' },
        { role: 'user', content: `a\n\n${MARKED}` },
      ])
    for (const upstream of ['baidu', 'hunyuan', 'spark', 'chatglm', 'coze', 'dify', 'palm', 'aiproxy'] as const) {
      expect(JSON.stringify(to(upstream, 'm'))).toContain(JSON.stringify(MARKED).slice(1, -1))
    }
  })
})

describe('an instruction', () => {
  const user = { role: 'user', content: 'a' }
  const answer = { role: 'assistant', content: 'b' }
  const inside = { role: 'system', content: 'inside' }

  test('stands behind the results of the calls before it', () => {
    const tool_calls = [{ id: CALL.id, type: 'function', function: { name: CALL.name, arguments: '{}' } }]
    const result = { role: 'tool', tool_call_id: CALL.id, content: 'r' }
    const messages = [user, { role: 'assistant', content: null, tool_calls }, inside, result]
    const { messages: written } = convert('openai', { messages }, 'openai', 'gpt-4o')
    expect((written as JsonObject[]).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'system'])
    expect(convert('openai', { messages }, 'anthropic', 'claude-opus-5').messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'user', content: [{ type: 'tool_result' }] },
      { role: 'system' },
    ])
  })

  test.each([
    [
      [user, answer, inside, user],
      ['user', 'assistant', 'user'],
    ],
    [[user, inside, user], ['user']],
    [
      [user, answer, inside],
      ['user', 'assistant', 'user'],
    ],
    [
      [user, inside, inside, answer, user],
      ['user', 'system', 'assistant', 'user'],
    ],
  ])('that Claude would not take at its place is a text there: %#', (messages, roles) => {
    const written = convert('openai', { messages }, 'anthropic', 'claude-opus-4-8').messages as JsonObject[]
    expect(written.map(({ role }) => role)).toEqual(roles)
  })

  test('after calls that were answered does not switch thinking off', () => {
    const tool_calls = [{ id: CALL.id, type: 'function', function: { name: CALL.name, arguments: '{}' } }]
    const messages = [user, { role: 'assistant', tool_calls }, { role: 'tool', tool_call_id: CALL.id, content: 'r' }]
    const settings = { reasoning_effort: 'low', max_tokens: 9000 }
    expect(
      convert('openai', { messages: [...messages, inside], ...settings }, 'anthropic', 'claude-sonnet-4-5'),
    ).toEqual(expect.not.objectContaining({ thinking: expect.anything() }))
  })
})

test('a later turn changes nothing in the prompt before it', () => {
  const before = [
    { role: 'user', content: 'a' },
    { role: 'system', content: 'inside' },
    { role: 'assistant', content: 'b' },
  ]
  const after = [...before, { role: 'user', content: 'c' }, { role: 'system', content: 'later' }]
  for (const [upstream, model] of [
    ['openai', 'gpt-4o'],
    ['gemini', 'gemini-2.5-pro'],
    ['anthropic', 'claude-haiku-4-5'],
  ] as const) {
    const start = JSON.stringify(
      convert('anthropic', { messages: [...before, { role: 'user', content: 'c' }] }, upstream, model),
    )
    const whole = JSON.stringify(convert('anthropic', { messages: after }, upstream, model))
    const same = [...start].findIndex((letter, at) => letter !== whole[at])
    expect(same).toBeGreaterThan(start.indexOf('"c"'))
  }
})

describe('instructions', () => {
  test('of blanks alone are none', () => {
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'system', content: ' \n' },
    ]
    expect(convert('openai', { messages }, 'anthropic', 'claude-sonnet-4-5').messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'a' }] },
    ])
  })
  test.each([
    ['anthropic', 'claude-sonnet-4-5'],
    ['bedrock', 'claude-sonnet-4-5'],
    ['cohere', 'command-a-03-2025'],
    ['responses', 'gpt-5.1'],
    ['gemini', 'gemini-2.5-flash'],
  ] as const)('alone are the question to %s', (upstream, model) => {
    const written = convert('openai', { messages: [{ role: 'system', content: 'only' }] }, upstream, model)
    expect(JSON.stringify(written.messages ?? written.input ?? written.contents)).toContain('only')
  })
})
