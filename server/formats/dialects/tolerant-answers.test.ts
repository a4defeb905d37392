import { describe, expect, test } from 'bun:test'
import { callerDialects, upstreamDialects } from './all.ts'
import { collectAnswer } from './collect.ts'
import type { ChatAnswer, ChatEvent, JsonObject } from './conversation.ts'
import { Refused, Unreadable } from './dialect.ts'
import { dataOf } from './sse.ts'

/** Undocumented shapes of answers that vendors send. */

const { openai, anthropic, gemini, responses, cohere } = upstreamDialects
const FACTS = { id: 'id1', model: 'm', created: 1, usageWanted: true, inputTokens: 3 }
const parts = (answer: ChatAnswer) => answer.choices[0]?.parts

const chat = (message: unknown, more: JsonObject = {}) =>
  openai.readAnswer({ choices: [{ message, finish_reason: 'stop', ...more }] }, 'c')
const streamed = (reader: ReturnType<typeof openai.streamReader>, ...events: object[]): ChatEvent[] => [
  ...events.flatMap((event) => reader.read(JSON.stringify(event))),
  ...(reader.end?.(true) ?? []),
]

const called = (args: unknown) => [{ kind: 'tool_call', id: 'a', name: 'f', arguments: args }] as never
const ARGUMENTS = [
  ['an object', { x: 1 }, '{"x":1}'],
  ['null', null, '{}'],
  ['a text in a text', '"{\\"x\\":1}"', '{"x":1}'],
  ['no JSON', '4 + 4', '4 + 4'],
] as const

describe('arguments of a tool call that are', () => {
  test.each(ARGUMENTS)('%s are understood', (_, given, text) => {
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: given } }
    expect(parts(chat({ tool_calls: [call] }))).toEqual(called(text))
    expect(parts(chat({ tool_calls: call }))).toEqual(called(text))
    const chunk = { choices: [{ delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }] }
    expect(parts(collectAnswer(streamed(openai.streamReader('c'), chunk)))).toEqual(called(text))
    const item = { type: 'function_call', call_id: 'a', name: 'f', arguments: given }
    expect(parts(responses.readAnswer({ output: [item] }))).toEqual(called(text))
    const events = [
      { type: 'response.output_item.added', output_index: 0, item: { ...item, arguments: '' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: {} },
    ]
    expect(parts(collectAnswer(streamed(responses.streamReader('c'), ...events)))).toEqual(called(text))
    const block = { type: 'tool_use', id: 'a', name: 'f', input: given }
    expect(parts(anthropic.readAnswer({ content: [block] }))).toEqual(called(text))
    const part = { functionCall: { id: 'a', name: 'f', args: given } }
    expect(parts(gemini.readAnswer({ candidates: [{ content: { parts: [part] } }] }, 'c'))).toEqual(called(text))
    expect(parts(cohere.readAnswer({ message: { tool_calls: [call] } }))).toEqual(called(text))
  })

  test('no object are one for callers whose format has objects', () => {
    const answer = chat({ tool_calls: [{ id: 'a', function: { name: 'f', arguments: '4 + 4' } }] })
    expect(callerDialects.anthropic.writeAnswer(answer, FACTS)).toMatchObject({
      content: [{ input: { input: '4 + 4' } }],
    })
    expect(JSON.stringify(callerDialects.gemini.writeAnswer(answer, FACTS))).toContain('"args":{"input":"4 + 4"}')
    const piece = (text: string) => ({
      choices: [{ delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: text } }] } }],
    })
    const events = streamed(openai.streamReader('c'), piece('4 '), piece('+ 4'))
    const writer = callerDialects.anthropic.streamWriter(FACTS)
    const written = events.map((event) => writer.write(event)).join('') + writer.end(undefined)
    const deltas = [...written.matchAll(/"partial_json":("(?:[^"\\]|\\.)*")/g)].map(([, json]) =>
      JSON.parse(json ?? ''),
    )
    expect(JSON.parse(deltas.join(''))).toEqual({ input: '4 + 4' })
  })

  test('of a custom tool are an object with its text', () => {
    const custom = { id: 'a', type: 'custom', custom: { name: 'f', input: '4 + 4' } }
    expect(parts(chat({ tool_calls: [custom] }))).toEqual(called('{"input":"4 + 4"}'))
  })

  test('empty agree between the deltas and the end, in a stream of responses', () => {
    const first = { index: 0, id: 'a', function: { name: 'f', arguments: '' } }
    const events = streamed(
      openai.streamReader('c'),
      { choices: [{ delta: { tool_calls: [first] } }] },
      { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
    )
    const writer = callerDialects.responses.streamWriter(FACTS)
    const written = events.map((event) => writer.write(event)).join('')
    const said = written.split('\n\n').flatMap((event): JsonObject[] => {
      const data = dataOf(Buffer.from(event))
      return data ? [JSON.parse(data)] : []
    })
    const deltas = said
      .filter(({ type }) => type === 'response.function_call_arguments.delta')
      .map(({ delta }) => delta)
    const done = said.find(({ type }) => type === 'response.function_call_arguments.done')
    expect(deltas.join('')).toBe('{}')
    expect(done?.arguments).toBe('{}')
  })
})

describe('a message', () => {
  const hello = [{ kind: 'text', text: 'Hello' }] as never
  test.each([
    [
      'whose content is a list of parts',
      {
        content: [
          { type: 'text', text: 'Hel' },
          { type: 'text', text: 'lo' },
        ],
      },
    ],
    ['whose content is a list of texts', { content: ['Hel', 'lo'] }],
    ['whose content is an object', { content: { type: 'text', text: 'Hello' } }],
  ])('%s is read', (_, message) => expect(parts(chat(message))).toEqual(hello))

  test('whose content is a text is read in formats of lists', () => {
    expect(parts(anthropic.readAnswer({ content: 'Hello', stop_reason: 'end_turn' }))).toEqual(hello)
    expect(parts(cohere.readAnswer({ message: { content: 'Hello' } }))).toEqual(hello)
    expect(parts(responses.readAnswer({ output: [{ type: 'message', content: 'Hello' }] }))).toEqual(hello)
    expect(parts(gemini.readAnswer({ candidates: { content: { parts: { text: 'Hello' } } } }, 'c'))).toEqual(hello)
  })

  test('in another place is read', () => {
    expect(
      parts(openai.readAnswer({ choices: { message: { content: 'Hello' }, finish_reason: 'stop' } }, 'c')),
    ).toEqual(hello)
    expect(parts(openai.readAnswer({ choices: [{ text: 'Hello', finish_reason: 'stop' }] }, 'c'))).toEqual(hello)
    const chunks = [{ choices: [{ text: 'Hel' }] }, { choices: [{ text: 'lo', finish_reason: 'stop' }] }]
    expect(parts(collectAnswer(streamed(openai.streamReader('c'), ...chunks)))).toEqual(hello)
    expect(parts(responses.readAnswer({ output_text: 'Hello' }))).toEqual(hello)
    expect(parts(gemini.readAnswer({ candidates: [{ content: 'Hello' }] }, 'c'))).toEqual(hello)
    const flat = { tool_calls: [{ id: 'a', name: 'f', arguments: '{}' }] }
    expect(parts(chat(flat))).toEqual(called('{}'))
  })

  test('with the calls of functions that came before tools is read', () => {
    const message = { content: null, function_call: { name: 'f', arguments: '{"x":1}' } }
    expect(chat(message, { finish_reason: 'function_call' }).choices[0]).toMatchObject({
      parts: [{ kind: 'tool_call', name: 'f', arguments: '{"x":1}' }],
      finish: 'tool_calls',
    })
  })

  test('of Gemini in snake case, and with numbers for words, is read', () => {
    const answer = gemini.readAnswer(
      {
        candidates: [{ content: { parts: [{ function_call: { name: 'f', args: {} } }] }, finish_reason: 2 }],
        usage_metadata: { prompt_token_count: 9, candidates_token_count: '7' },
      },
      'c',
    )
    expect(answer).toMatchObject({ choices: [{ finish: 'length' }], usage: { input: 9, output: 7 } })
    const details = [{ modality: 4, tokenCount: 5 }]
    const usage = { promptTokenCount: 9, candidatesTokenCount: 7, promptTokensDetails: details }
    const spoken = { candidates: [{ content: { parts: [{ text: 'a' }] }, finishReason: 1 }], usageMetadata: usage }
    expect(gemini.readAnswer(spoken, 'c').usage).toMatchObject({ input: 4, audioInput: 5 })
  })
})

const EMPTY_DELTA = { choices: [{ delta: { role: 'assistant', content: '' }, finish_reason: null }] }

describe('an answer with nothing in it is none:', () => {
  test.each([
    ['no choices', () => openai.readAnswer({ choices: [] }, 'c')],
    ['usage alone', () => openai.readAnswer({ usage: { prompt_tokens: 9, completion_tokens: 0 } }, 'c')],
    ['a message of null', () => chat(null)],
    ['an empty message that has not ended', () => chat({ content: '' }, { finish_reason: null })],
    ['a message of Anthropic', () => anthropic.readAnswer({ content: [] })],
    ['a candidate of Gemini', () => gemini.readAnswer({ candidates: [{ index: 0 }] }, 'c')],
    ['a message of Cohere', () => cohere.readAnswer({ message: { content: [] } })],
    ['a response that is queued', () => responses.readAnswer({ status: 'queued', output: [] })],
    ['a stream', () => collectAnswer(streamed(openai.streamReader('c'), { choices: [] }))],
    ['a stream that never said anything', () => collectAnswer(streamed(openai.streamReader('c'), EMPTY_DELTA))],
  ])('%s', (_, read) => expect(read).toThrow(Unreadable))

  test.each([
    ['that was cut at once', chat({ content: '' }, { finish_reason: 'length' })],
    ['that met a stop sequence at once', chat({ content: '' })],
    ['that was filtered', chat({ content: null }, { finish_reason: 'content_filter' })],
    ['that only refuses', chat({ content: null, refusal: 'No.' })],
    ['that only thinks', chat({ content: '', reasoning_content: 'Hm.' }, { finish_reason: null })],
    ['of Claude that has nothing to add', anthropic.readAnswer({ content: [], stop_reason: 'end_turn' })],
  ])('but one %s is an answer', (_, answer) => expect(answer.choices).toHaveLength(1))
})

describe('the end of an answer', () => {
  test('that is marked, and not told, has come all the same', () => {
    const call = { index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }
    const chunks = [
      { choices: [{ delta: { role: 'assistant', content: '' }, finish_reason: null }] },
      { choices: [{ delta: { tool_calls: [call] }, finish_reason: null }] },
      {
        choices: [{ delta: { content: '' }, finish_reason: null }],
        usage: { prompt_tokens: 57, completion_tokens: 17, total_tokens: 74 },
      },
    ]
    expect(collectAnswer(streamed(openai.streamReader('c'), ...chunks))).toMatchObject({
      choices: [{ finish: 'tool_calls' }],
      usage: { input: 57, output: 17 },
    })
    const text = { choices: [{ delta: { content: 'a' } }] }
    expect(collectAnswer(streamed(openai.streamReader('c'), text)).choices[0]?.finish).toBe('stop')
  })

  test('is not there where a stream without a mark breaks off', () => {
    const reader = openai.streamReader('c')
    reader.read(JSON.stringify({ choices: [{ delta: { content: 'a' } }] }))
    expect(reader.end?.(false)).toEqual([])
    reader.read(JSON.stringify({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 1 } }))
    expect(reader.end?.(false)).toMatchObject([{ kind: 'finish', reason: 'stop' }])
  })

  test.each([
    ['OpenRouter', () => chat({ content: 'a' }, { native_finish_reason: 'MALFORMED_FUNCTION_CALL' }), 'stop'],
    ['Mistral', () => chat({ content: 'a' }, { finish_reason: 'model_length' }), 'length'],
    ['Anthropic', () => anthropic.readAnswer({ content: [], stop_reason: 'pause_turn' }), 'stop'],
    ['Anthropic', () => anthropic.readAnswer({ content: [], stop_reason: 'model_context_window_exceeded' }), 'length'],
    ['Anthropic', () => anthropic.readAnswer({ content: [], stop_reason: 'refusal' }), 'content_filter'],
    ['Cohere', () => cohere.readAnswer({ message: {}, finish_reason: 'ERROR_TOXIC' }), 'content_filter'],
    ['Gemini', () => gemini.readAnswer({ promptFeedback: { blockReason: 'JAILBREAK' } }, 'c'), 'content_filter'],
    ['a server that imitates Anthropic', () => anthropic.readAnswer({ content: 'a', stop_reason: 'length' }), 'length'],
    [
      'one that imitates Google',
      () => gemini.readAnswer({ candidates: [{ content: 'a', finishReason: 'length' }] }, 'c'),
      'length',
    ],
  ] as const)('in a word of its own of %s is kept beside the reason', (_, read, finish) => {
    const [choice] = read().choices
    expect(choice?.finish).toBe(finish)
    expect(choice?.vendorReason).toMatch(/^\w+$/)
  })

  test.each([
    ['error', () => chat({ content: 'a' }, { finish_reason: 'error' })],
    ['an error in a choice', () => chat({ content: 'a' }, { error: { code: 502, message: 'gone' } })],
    ['TIMEOUT', () => cohere.readAnswer({ message: { content: 'a' }, finish_reason: 'TIMEOUT' })],
    ['OTHER', () => gemini.readAnswer({ candidates: [{ finishReason: 'OTHER' }] }, 'c')],
    ['UNEXPECTED_TOOL_CALL', () => gemini.readAnswer({ candidates: [{ finishReason: 'UNEXPECTED_TOOL_CALL' }] }, 'c')],
  ])('with %s is a failure', (_, read) => expect(read).toThrow(Refused))

  test('of a call by another name than tools is that of tools', () => {
    const block = { type: 'tool_use', id: 'a', name: 'f', input: {} }
    expect(anthropic.readAnswer({ content: [block], stop_reason: 'end_turn' }).choices[0]?.finish).toBe('tool_calls')
  })
})

describe('a refusal stays one', () => {
  const answer = chat({ content: null, refusal: 'No.' })
  const events = streamed(
    openai.streamReader('c'),
    { choices: [{ delta: { refusal: 'N' } }] },
    { choices: [{ delta: { refusal: 'o.' } }] },
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
  )
  const written = (format: keyof typeof callerDialects) => {
    const writer = callerDialects[format].streamWriter(FACTS)
    return events.map((event) => writer.write(event)).join('') + writer.end(undefined) + writer.tail()
  }
  /** Reads with the format's reader what its writer wrote. */
  const readBack = (format: 'openai' | 'responses' | 'anthropic') => {
    const reader = upstreamDialects[format].streamReader('c')
    const data = written(format)
      .split('\n\n')
      .map((event) => dataOf(Buffer.from(event)) ?? '{}')
    return collectAnswer(data.filter((one) => one !== '[DONE]').flatMap((one) => reader.read(one)))
  }

  test('for callers of chat completions', () => {
    expect(callerDialects.openai.writeAnswer(answer, FACTS)).toMatchObject({
      choices: [{ message: { content: null, refusal: 'No.' }, finish_reason: 'stop' }],
    })
    expect(parts(readBack('openai'))).toEqual([{ kind: 'refusal', text: 'No.' }])
  })

  test('for callers of responses', () => {
    expect(callerDialects.responses.writeAnswer(answer, FACTS)).toMatchObject({
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }],
    })
    expect(parts(readBack('responses'))).toEqual([{ kind: 'refusal', text: 'No.' }])
    expect(written('responses')).toContain('response.refusal.done')
  })

  test("for callers of Anthropic's format", () => {
    expect(callerDialects.anthropic.writeAnswer(answer, FACTS)).toMatchObject({
      content: [{ type: 'text', text: 'No.' }],
      stop_reason: 'refusal',
    })
    expect(readBack('anthropic').choices[0]).toMatchObject({ finish: 'content_filter', vendorReason: 'refusal' })
  })
})

describe('a stream of responses', () => {
  const read = (...events: object[]) => streamed(responses.streamReader('c'), ...events)
  const place = { output_index: 0, content_index: 0 }

  test('tells what its last events have beyond its deltas', () => {
    const said = read(
      { type: 'response.output_text.delta', ...place, delta: 'Hel' },
      { type: 'response.output_text.done', ...place, text: 'Hello' },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { type: 'message', content: [{ type: 'output_text', text: 'Hello' }] },
      },
      { type: 'response.completed', response: {} },
    )
    expect(parts(collectAnswer(said))).toEqual([{ kind: 'text', text: 'Hello' }])
  })

  test('counts what the model wrote for tools of the vendor, and shows it to nobody', () => {
    const said = read({ type: 'response.code_interpreter_call_code.delta', output_index: 1, delta: 'print()' })
    expect(said).toEqual([{ kind: 'unseen', choice: 0, text: 'print()' }])
    for (const { streamWriter } of Object.values(callerDialects)) {
      expect(streamWriter(FACTS).write(said[0]!)).not.toContain('print()')
    }
  })
})
