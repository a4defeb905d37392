import { describe, expect, test } from 'bun:test'
import { NO_USAGE } from '#contract/prices/price.ts'
import type { ChatEvent } from '../conversation.ts'
import { Refused, Unreadable } from '../dialect.ts'
import { vendorState } from '../vendor-state.ts'
import { gemini } from './dialect.ts'
import { readUsage } from './read-usage.ts'

const whole = (candidate: object, rest = {}) => gemini.readAnswer({ candidates: [candidate], ...rest }, 'c1')
const parts = (...given: object[]) => whole({ content: { parts: given }, finishReason: 'STOP' }).choices[0]

describe('a whole answer', () => {
  test('has texts, thoughts and pictures', () => {
    const image = { mimeType: 'image/png', data: 'AAAA' }
    const given = [
      { text: 'hm', thought: true },
      { inlineData: image, thought: true },
      { text: 'yes' },
      { inlineData: image },
    ]
    expect(parts(...given, { executableCode: {} }, { text: '', thoughtSignature: 'x' })).toEqual({
      parts: [
        { kind: 'reasoning', text: 'hm' },
        { kind: 'text', text: 'yes' },
        { kind: 'image', source: { mediaType: 'image/png', data: 'AAAA' } },
      ],
      finish: 'stop',
    })
  })

  test('has calls with ids of their own, which are the reason of its end', () => {
    const call = { functionCall: { name: 'f', args: { a: [1] } } }
    expect(parts({ ...call, thoughtSignature: 's' }, call, { functionCall: { id: 'own', name: 'g' } })).toEqual({
      parts: [
        {
          kind: 'tool_call',
          id: 'call_c1_0',
          name: 'f',
          arguments: '{"a":[1]}',
          state: vendorState('gemini', 'call', 's'),
        },
        { kind: 'tool_call', id: 'call_c1_1', name: 'f', arguments: '{"a":[1]}' },
        { kind: 'tool_call', id: 'own', name: 'g', arguments: '{}' },
      ],
      finish: 'tool_calls',
    })
  })

  test.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['IMAGE_PROHIBITED_CONTENT', 'content_filter'],
    ['SPII', 'content_filter'],
    ['MODEL_ARMOR', 'content_filter'],
    ['LANGUAGE', 'content_filter'],
  ])('without a content ends by its reason: %p', (finishReason, finish) => {
    const own = finish === 'content_filter' ? { vendorReason: finishReason } : {}
    expect(whole({ finishReason }).choices).toEqual([{ parts: [], finish, ...own }] as never)
  })

  test('that failed with nothing to show is no answer', () => {
    expect(() => whole({ finishReason: 'MALFORMED_FUNCTION_CALL' })).toThrow(Refused)
    expect(() => whole({})).toThrow(Unreadable)
    expect(() => gemini.readAnswer({})).toThrow(Unreadable)
    expect(whole({ content: { parts: [{ text: 'a' }] }, finishReason: 'OTHER' }).choices[0]?.finish).toBe('stop')
  })

  test('to a blocked prompt is empty, and its prompt counts', () => {
    const answer = { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 4 } }
    expect(gemini.readAnswer(answer)).toMatchObject({
      choices: [{ parts: [], finish: 'content_filter' }],
      usage: { input: 4, output: 0 },
    })
  })
})

describe('usage', () => {
  const counted = (metadata: object) => {
    const { usage = NO_USAGE } = readUsage({ ...metadata })
    return Object.fromEntries(Object.entries(usage).filter(([, tokens]) => tokens !== 0))
  }
  const AUDIO = [
    { modality: 'AUDIO', tokenCount: 30 },
    { modality: 'TEXT', tokenCount: 70 },
  ]

  test.each([
    [
      'thoughts beside the answer',
      { promptTokenCount: 7, candidatesTokenCount: 5, thoughtsTokenCount: 40, totalTokenCount: 52 },
      { input: 7, output: 45, reasoning: 40 },
    ],
    ['no answer', { promptTokenCount: 7, totalTokenCount: 7 }, { input: 7 }],
    [
      'thoughts that only the total tells of',
      { promptTokenCount: 7, totalTokenCount: 20 },
      { input: 7, output: 13, reasoning: 13 },
    ],
    [
      'a cached prompt',
      { promptTokenCount: 100, cachedContentTokenCount: 60, candidatesTokenCount: 1 },
      { input: 40, cacheRead: 60, output: 1 },
    ],
    [
      'prompts of tools',
      { promptTokenCount: 7, toolUsePromptTokenCount: 3, candidatesTokenCount: 1, totalTokenCount: 11 },
      { input: 10, output: 1 },
    ],
    [
      'sounds',
      { promptTokenCount: 100, candidatesTokenCount: 1, promptTokensDetails: AUDIO },
      { input: 70, audioInput: 30, output: 1 },
    ],
    [
      'cached sounds',
      {
        promptTokenCount: 100,
        cachedContentTokenCount: 30,
        candidatesTokenCount: 1,
        promptTokensDetails: AUDIO,
        cacheTokensDetails: AUDIO.slice(0, 1),
      },
      { input: 70, cacheRead: 30, output: 1 },
    ],
    [
      'pictures',
      {
        promptTokenCount: 5,
        candidatesTokenCount: 1300,
        candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
      },
      { input: 5, output: 10, imageOutput: 1290 },
    ],
    ['no counts', { trafficType: 'ON_DEMAND' }, {}],
  ])('with %s', (_, metadata, expected) => expect(counted(metadata)).toEqual(expected))
})

describe('a stream', () => {
  const read = (...answers: object[]): ChatEvent[] => {
    const reader = gemini.streamReader('c1')
    return answers.flatMap((answer) => reader.read(JSON.stringify(answer)))
  }
  const candidate = (given: object[], rest = {}) => ({ candidates: [{ content: { parts: given }, ...rest }] })
  const STOP = { finishReason: 'STOP' }

  test('has parts that go on, and usage of which later fields replace earlier ones', () => {
    const said = read(
      { ...candidate([{ text: 'hm', thought: true }]), usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 } },
      { ...candidate([{ text: 'a' }]), usageMetadata: { trafficType: 'ON_DEMAND' } },
      { ...candidate([{ text: '' }], STOP), usageMetadata: { candidatesTokenCount: 2, thoughtsTokenCount: 3 } },
    )
    expect(said.filter(({ kind }) => kind !== 'usage')).toEqual([
      { kind: 'reasoning', choice: 0, text: 'hm' },
      { kind: 'text', choice: 0, text: 'a' },
      { kind: 'finish', choice: 0, reason: 'stop' },
    ])
    expect(said.at(-1)).toMatchObject({ kind: 'usage', usage: { input: 9, output: 5, reasoning: 3 } })
  })

  test('keeps its candidates apart, and each ends once', () => {
    const at = (index: number, text: string, rest = {}) => ({ index, content: { parts: [{ text }] }, ...rest })
    const said = read(
      { candidates: [at(0, 'a'), at(1, 'b')] },
      { candidates: [at(1, 'c', STOP)] },
      { candidates: [at(1, 'd', STOP)] },
    )
    expect(said).toEqual([
      { kind: 'text', choice: 0, text: 'a' },
      { kind: 'text', choice: 1, text: 'b' },
      { kind: 'text', choice: 1, text: 'c' },
      { kind: 'finish', choice: 1, reason: 'stop' },
    ])
  })

  test('has whole calls, also without arguments', () => {
    const said = read(
      candidate([
        { functionCall: { name: 'f' }, thoughtSignature: 's' },
        { functionCall: { name: 'g', args: { a: 1 } } },
      ]),
      candidate([], STOP),
    )
    expect(said).toEqual([
      { kind: 'tool_call', choice: 0, index: 0, id: 'call_c1_0', name: 'f', state: vendorState('gemini', 'call', 's') },
      { kind: 'arguments', choice: 0, index: 0, text: '{}' },
      { kind: 'tool_call', choice: 0, index: 1, id: 'call_c1_1', name: 'g' },
      { kind: 'arguments', choice: 0, index: 1, text: '{"a":1}' },
      { kind: 'finish', choice: 0, reason: 'tool_calls' },
    ])
  })

  describe('has calls whose arguments come in pieces', () => {
    const piece = (jsonPath: string, value: object, rest = {}) => ({
      functionCall: { partialArgs: [{ jsonPath, ...value }], willContinue: true, ...rest },
    })
    const texts = (said: ChatEvent[]) => said.flatMap((event) => (event.kind === 'arguments' ? [event.text] : []))
    const open = { functionCall: { name: 'f', willContinue: true } }

    test('which are told when they are whole', () => {
      const said = read(
        candidate([open]),
        candidate([piece('$.location', { stringValue: 'Bos', willContinue: true })]),
        candidate([piece('$.location', { stringValue: 'ton' })]),
        candidate([piece('$.days[0].n', { numberValue: 2 }), piece('$.days[1].n', { numberValue: 3 })]),
        candidate([piece("$['a b']", { boolValue: false }), piece('$.none', { nullValue: 'NULL_VALUE' })]),
        candidate([{ functionCall: {} }]),
        candidate([], STOP),
      )
      expect(texts(said)).toEqual(['{"location":"Boston","days":[{"n":2},{"n":3}],"a b":false,"none":null}'])
      expect(said.at(-1)).toEqual({ kind: 'finish', choice: 0, reason: 'tool_calls' })
    })

    test.each([
      ['the next call', candidate([{ functionCall: { name: 'g', args: {} } }]), ['{"a":1}', '{}']],
      ['the end of the answer', candidate([], STOP), ['{"a":1}']],
    ])('which %s ends, too', (_, last, expected) => {
      expect(texts(read(candidate([open]), candidate([piece('$.a', { numberValue: 1 })]), last))).toEqual(expected)
    })

    test('of which nonsense does no harm', () => {
      const said = read(
        candidate([open]),
        candidate([
          piece('$.__proto__.x', { numberValue: 1 }),
          piece('$.a[99999999]', { numberValue: 1 }),
          piece('', {}),
        ]),
        candidate([{ functionCall: {} }]),
      )
      expect(texts(said)).toHaveLength(1)
      expect(({} as { x?: number }).x).toBeUndefined()
    })
  })

  test('of a blocked prompt says so', () => {
    expect(read({ promptFeedback: { blockReason: 'OTHER' }, usageMetadata: { promptTokenCount: 4 } })).toMatchObject([
      { kind: 'finish', choice: 0, reason: 'content_filter' },
      { kind: 'usage', usage: { input: 4 } },
    ])
  })

  test('that is none is unreadable', () => {
    expect(() => gemini.streamReader().read('nonsense')).toThrow(Unreadable)
    expect(() => read(candidate([], { finishReason: 'MALFORMED_FUNCTION_CALL' }))).toThrow(Refused)
    expect(read({ unknown: 1 })).toEqual([])
  })
})
