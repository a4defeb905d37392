import { describe, expect, test } from 'bun:test'
import { callerDialects, type UpstreamFormat, upstreamDialects } from './all.ts'
import { collectAnswer } from './collect.ts'
import type { JsonObject } from './conversation.ts'
import type { AnswerFacts } from './dialect.ts'
import { readChat } from './read-chat.ts'
import { dataOf } from './sse.ts'
import { writeChat } from './write-chat.ts'

const user = { role: 'user', content: 'a' }
const FACTS: AnswerFacts = { id: 'i', model: 'm', created: 1, usageWanted: true, inputTokens: 1 }

describe('betas of a caller of Messages', () => {
  const edits = { edits: [{ type: 'clear_tool_uses_20250919' }] }
  const betas = [
    'interleaved-thinking-2025-05-14',
    'context-management-2025-06-27',
    'claude-code-20250219',
    'context-1m-2025-08-07',
  ]
  function sent(upstream: UpstreamFormat, model: string, more: { betas?: string[] } = { betas }) {
    const omitted: string[] = []
    const read = readChat(
      callerDialects.anthropic,
      { model, max_tokens: 9, messages: [user], context_management: edits },
      false,
    )
    const body = writeChat(read, upstreamDialects[upstream], model, {
      ...more,
      omit: (name) => omitted.push(name),
    }) as JsonObject
    return { betas: body.anthropic_beta, field: body.context_management, omitted }
  }

  test.each(['bedrock', 'anthropic-vertex'] as const)(
    'go to %s if it knows them; the row names the others',
    (upstream) => {
      expect(sent(upstream, 'claude-sonnet-4-5')).toEqual({
        betas: betas.slice(0, 2),
        field: edits,
        omitted: ['anthropic-beta: claude-code-20250219', 'anthropic-beta: context-1m-2025-08-07'],
      })
    },
  )

  test('that a model refuses there are left out', () => {
    expect(sent('bedrock', 'claude-haiku-4-5').betas).toEqual([betas[1]])
    expect(sent('bedrock', 'claude-3-7-sonnet-20250219')).toMatchObject({ betas: undefined, field: undefined })
  })

  test('are needed for the field, which is named where it is left out', () => {
    expect(sent('bedrock', 'claude-sonnet-4-5', {})).toEqual({
      betas: undefined,
      field: undefined,
      omitted: ['context_management'],
    })
    expect(sent('openai', 'gpt-4o').omitted).toEqual(['context_management'])
  })
})

describe('an answer with pictures', () => {
  const asked = (modalities: string[]) =>
    readChat(callerDialects.openai, { model: 'm', messages: [user], modalities }, false)
  test.each(['text,image', 'TEXT,IMAGE', 'image'])('is asked of Gemini: %s', (named) => {
    const modalities = named.split(',')
    const body = writeChat(asked(modalities), upstreamDialects.gemini, 'gemini-2.5-flash-image', {})
    expect(body).toMatchObject({ generationConfig: { responseModalities: ['TEXT', 'IMAGE'] } })
  })
  test('is asked of no model that draws none, and a spoken one of none at all', () => {
    expect(() => writeChat(asked(['image']), upstreamDialects.anthropic, 'claude-opus-5', {})).toThrow(
      'draws no pictures',
    )
    expect(() => asked(['text', 'audio'])).toThrow('spoken')
  })
})

describe('a tool of chat completions that takes a text', () => {
  const grammar = { syntax: 'lark', definition: 'start: "a"' }
  const tool = { type: 'custom', custom: { name: 'g', description: 'd', format: { type: 'grammar', grammar } } }
  const call = { id: 'c', type: 'custom', custom: { name: 'g', input: 'say "x"' } }
  const request = {
    model: 'm',
    messages: [
      user,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: 'r' },
    ],
    tools: [tool],
    tool_choice: { type: 'custom', custom: { name: 'g' } },
  }
  const read = readChat(callerDialects.openai, request, false)
  const facts = {
    ...FACTS,
    natives: new Map(read.tools.flatMap(({ name, native }) => (native ? [[name, native]] : []))),
  }

  test('is a function with its grammar for other vendors', () => {
    expect(read).toMatchObject({
      tools: [{ name: 'g', description: expect.stringContaining('start: "a"') }],
      toolChoice: { name: 'g' },
    })
    expect(read.turns[1]?.parts).toEqual([
      { kind: 'tool_call', id: 'c', name: 'g', arguments: '{"input":"say \\"x\\""}' },
    ])
  })

  test('is called as its caller knows it', () => {
    const said = { kind: 'tool_call', id: 'c', name: 'g', arguments: '{"input":"say \\"x\\""}' } as const
    const written = callerDialects.openai.writeAnswer(
      { choices: [{ parts: [said], finish: 'tool_calls' }], usage: undefined },
      facts,
    )
    expect(written).toMatchObject({ choices: [{ message: { tool_calls: [call] } }] })
    const writer = callerDialects.openai.streamWriter(facts)
    const events = [
      writer.write({ kind: 'tool_call', choice: 0, index: 0, id: 'c', name: 'g' }),
      writer.write({ kind: 'arguments', choice: 0, index: 0, text: '{"input":"say ' }),
      writer.write({ kind: 'arguments', choice: 0, index: 0, text: '\\"x\\""}' }),
      writer.write({ kind: 'finish', choice: 0, reason: 'tool_calls' }),
    ].join('')
    const reader = upstreamDialects.openai.streamReader('c')
    const read = events.split('\n\n').flatMap((event) => {
      const data = dataOf(Buffer.from(event))
      return data ? reader.read(data) : []
    })
    expect(events).toContain('"type":"custom"')
    expect(collectAnswer(read).choices[0]?.parts).toEqual([said])
  })
})

test('parts of Mistral’s format are thoughts and documents', () => {
  const thinking = [{ type: 'text', text: 'because' }]
  const messages = [
    { role: 'user', content: [{ type: 'document_url', document_url: 'https://a.example/b.pdf' }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking },
        { type: 'text', text: 'x' },
      ],
    },
  ]
  expect(readChat(callerDialects.openai, { model: 'm', messages }, false).turns).toEqual([
    { role: 'user', parts: [{ kind: 'file', source: { url: 'https://a.example/b.pdf' } }] },
    {
      role: 'assistant',
      parts: [
        { kind: 'reasoning', text: 'because' },
        { kind: 'text', text: 'x' },
      ],
    },
  ])
})

test('a field that is left out although it means something stands in the row', () => {
  const request = {
    model: 'm',
    messages: [user],
    prediction: { type: 'content', content: 'a' },
    logit_bias: { 1: 2 },
    metadata: { a: 'b' },
  }
  expect(readChat(callerDialects.openai, request, false).omitted).toEqual(['prediction', 'logit_bias'])
})
