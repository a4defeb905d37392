import { describe, expect, test } from 'bun:test'
import type { ChatRequest } from '../conversation.ts'
import { Unwritable } from '../dialect.ts'
import { openai } from '../openai/dialect.ts'
import { writeRequest } from './write-request.ts'

const NEW = 'gemini-3-flash-preview'
const CURRENT = 'gemini-2.5-flash'
const OLD = 'gemini-1.5-pro'

interface Written {
  contents: { role: string; parts: Record<string, unknown>[] }[]
  systemInstruction?: { parts: object[] }
  safetySettings: { threshold: string }[]
  generationConfig?: Record<string, unknown>
  tools?: { functionDeclarations: Record<string, unknown>[] }[]
  toolConfig?: object
}
const HI = { messages: [{ role: 'user', content: 'hi' }] }
const write = (request: object, model = CURRENT) => writeRequest(openai.readRequest(request, false), model) as Written
const config = (fields: object, model = CURRENT) => write({ ...HI, ...fields }, model).generationConfig

describe('messages', () => {
  const contents = (messages: object[], model = CURRENT) => write({ messages }, model).contents

  test('instructions of any role before the conversation are the system’s', () => {
    const messages = [
      { role: 'system', content: 'a' },
      { role: 'developer', content: [{ type: 'text', text: 'c' }] },
      { role: 'user', content: 'b' },
      { role: 'user', content: 'd' },
    ]
    expect(write({ messages })).toMatchObject({
      systemInstruction: { parts: [{ text: 'a' }, { text: 'c' }] },
      contents: [{ role: 'user', parts: [{ text: 'b' }, { text: 'd' }] }],
    })
  })

  test.each(['gemma-3-27b-it', 'gemini-1.0-pro', 'gemini-pro', 'gemini-2.0-flash-preview-image-generation'])(
    '%s has no place for instructions',
    (model) => {
      const messages = [{ role: 'system', content: 'a' }, ...HI.messages]
      const { contents, systemInstruction } = write({ messages }, model)
      expect([contents, systemInstruction]).toEqual([
        [{ role: 'user', parts: [{ text: 'a' }, { text: 'hi' }] }],
        undefined,
      ])
    },
  )

  test('instructions alone are what is asked', () => {
    expect(contents([{ role: 'system', content: 'a' }])).toEqual([{ role: 'user', parts: [{ text: 'a' }] }])
  })

  test('nothing at all cannot be asked', () => {
    expect(() => contents([{ role: 'user', content: '' }])).toThrow(Unwritable)
  })

  test('the first turn is the user’s, empty ones are left out', () => {
    const messages = [
      { role: 'assistant', content: 'x' },
      { role: 'user', content: '' },
      { role: 'assistant', content: 'y' },
    ]
    expect(contents(messages)).toEqual([
      { role: 'user', parts: [{ text: '...' }] },
      { role: 'model', parts: [{ text: 'x' }, { text: 'y' }] },
    ])
  })

  test('images, sounds and files are inside', () => {
    const content = [
      { type: 'image_url', image_url: { url: 'data:image/webp;base64,AAAA' } },
      { type: 'input_audio', input_audio: { data: 'BBBB', format: 'mp3' } },
      { type: 'file', file: { file_data: 'data:application/pdf;base64,CCCC', filename: 'a.pdf' } },
    ]
    expect(contents([{ role: 'user', content }])[0]?.parts).toEqual([
      { inlineData: { mimeType: 'image/webp', data: 'AAAA' } },
      { inlineData: { mimeType: 'audio/mp3', data: 'BBBB' } },
      { inlineData: { mimeType: 'application/pdf', data: 'CCCC' } },
    ])
  })

  test('what was not fetched cannot be said', () => {
    const content = [{ type: 'image_url', image_url: { url: 'https://a.test/b.png' } }]
    expect(() => contents([{ role: 'user', content }])).toThrow(Unwritable)
  })
})

describe('tool calls and results', () => {
  const call = (id: string, name: string, text: string, extra = {}) => ({
    id,
    type: 'function',
    function: { name, arguments: text },
    ...extra,
  })
  const signed = { extra_content: { google: { thought_signature: 'c2ln' } } }
  const history = (...calls: object[]) => [
    ...HI.messages,
    { role: 'assistant', content: null, tool_calls: calls },
    { role: 'tool', tool_call_id: 'a', content: '{"degrees":20}' },
    { role: 'tool', tool_call_id: 'b', content: 'sunny' },
    { role: 'user', content: 'and now?' },
  ]
  const parts = (model: string, ...calls: object[]) => write({ messages: history(...calls) }, model).contents

  test('all results of a turn are one content, by the names of their functions', () => {
    expect(parts(CURRENT, call('a', 'one', '{"x":1}'), call('b', 'two', '')).slice(1)).toEqual([
      {
        role: 'model',
        parts: [{ functionCall: { name: 'one', args: { x: 1 } } }, { functionCall: { name: 'two', args: {} } }],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'one', response: { degrees: 20 } } },
          { functionResponse: { name: 'two', response: { output: 'sunny' } } },
        ],
      },
      { role: 'user', parts: [{ text: 'and now?' }] },
    ])
  })

  test('a signature goes back where it came from', () => {
    const [, turn] = parts(NEW, call('a', 'one', '{}', signed), call('b', 'two', '{}'))
    expect(turn?.parts.map(({ thoughtSignature }) => thoughtSignature)).toEqual(['c2ln', undefined])
  })

  test('calls of other models get the stand-in, of which a turn needs one', () => {
    const [, turn] = parts(NEW, call('a', 'one', '{}'), call('b', 'two', '{}'))
    expect(turn?.parts.map(({ thoughtSignature }) => thoughtSignature)).toEqual([
      'skip_thought_signature_validator',
      undefined,
    ])
  })

  test('pictures among the results follow behind them', () => {
    const request: ChatRequest = {
      ...openai.readRequest(HI, false),
      turns: [
        { role: 'user', parts: [{ kind: 'text', text: 'hi' }] },
        { role: 'assistant', parts: [{ kind: 'tool_call', id: 'a', name: 'see', arguments: '{}' }] },
        {
          role: 'user',
          parts: [
            {
              kind: 'tool_result',
              id: 'a',
              isError: true,
              content: [
                { kind: 'text', text: 'dark' },
                { kind: 'image', source: { mediaType: 'image/png', data: 'AAAA' } },
              ],
            },
          ],
        },
      ],
    }
    expect((writeRequest(request, CURRENT) as Written).contents.slice(2)).toEqual([
      { role: 'user', parts: [{ functionResponse: { name: 'see', response: { error: 'dark' } } }] },
      { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] },
    ])
  })
})

describe('tools', () => {
  const parameters = { type: 'object', properties: { x: { type: ['string', 'null'] } }, additionalProperties: false }
  const tools = [
    { type: 'function', function: { name: 'a', description: 'does a', parameters } },
    { type: 'function', function: { name: 'b', parameters: { type: 'object', properties: {} } } },
  ]
  const declared = (model: string) => write({ ...HI, tools }, model).tools?.[0]?.functionDeclarations

  test('have their schemas as they are, and none without arguments', () => {
    expect(declared(CURRENT)).toEqual([
      { name: 'a', description: 'does a', parametersJsonSchema: parameters },
      { name: 'b' },
    ])
  })

  test('have the schemas that older models know', () => {
    expect(declared(OLD)?.[0]?.parameters).toEqual({
      type: 'object',
      properties: { x: { type: 'string', nullable: true } },
    })
  })

  test.each([
    ['auto', { mode: 'AUTO' }],
    ['none', { mode: 'NONE' }],
    ['required', { mode: 'ANY' }],
    [
      { type: 'function', function: { name: 'a' } },
      { mode: 'ANY', allowedFunctionNames: ['a'] },
    ],
  ])('are chosen: %j', (tool_choice, functionCallingConfig) => {
    expect(write({ ...HI, tools, tool_choice }).toolConfig).toEqual({ functionCallingConfig })
  })

  test('that are not there need no choice', () => {
    expect(write({ ...HI, tool_choice: 'auto' }).toolConfig).toBeUndefined()
  })
})

describe('settings', () => {
  test.each([
    [
      { temperature: 3, top_p: 0.5, top_k: 7 },
      { temperature: 2, topP: 0.5, topK: 7 },
    ],
    [
      { temperature: 0, seed: 4, n: 20 },
      { temperature: 0, seed: 4, candidateCount: 8 },
    ],
    [
      { max_tokens: 9, presence_penalty: 0, frequency_penalty: 1 },
      // These models refuse penalties.
      { maxOutputTokens: 9 },
    ],
    [{ stop: ['1', '2', '3', '4', '5', '6'] }, { stopSequences: ['1', '2', '3', '4', '5'] }],
    [{ n: 1, stop: null, logit_bias: {} }, undefined],
  ])('%j', (given, written) => expect(config(given)).toEqual(written))

  test('filters are as the operator wants them', () => {
    const request = openai.readRequest(HI, false)
    expect((writeRequest(request, NEW) as Written).safetySettings[0]?.threshold).toBe('BLOCK_NONE')
    expect((writeRequest(request, NEW, { safety: 'OFF' }) as Written).safetySettings[3]?.threshold).toBe('OFF')
  })

  test('models that draw may answer with both', () => {
    expect(config({}, 'gemini-2.5-flash-image')).toEqual({ responseModalities: ['TEXT', 'IMAGE'] })
  })
})

describe('reasoning', () => {
  test.each([
    [CURRENT, { reasoning_effort: 'none' }, { thinkingBudget: 0 }],
    [CURRENT, { reasoning_effort: 'low' }, { includeThoughts: true, thinkingBudget: 1024 }],
    [CURRENT, { reasoning_effort: 'max' }, { includeThoughts: true, thinkingBudget: 24_576 }],
    [CURRENT, { reasoning: { max_tokens: -1 } }, { includeThoughts: true, thinkingBudget: -1 }],
    ['gemini-2.5-pro', { reasoning_effort: 'none' }, { thinkingBudget: 128 }],
    ['gemini-2.5-pro', { reasoning_effort: 'max' }, { includeThoughts: true, thinkingBudget: 32_768 }],
    ['gemini-flash-latest', { reasoning_effort: 'medium' }, { includeThoughts: true, thinkingBudget: 8192 }],
    [NEW, { reasoning_effort: 'none' }, { thinkingLevel: 'MINIMAL' }],
    [NEW, { reasoning_effort: 'medium' }, { includeThoughts: true, thinkingLevel: 'MEDIUM' }],
    [NEW, { reasoning: { max_tokens: 9000 } }, { includeThoughts: true, thinkingLevel: 'HIGH' }],
    [NEW, { reasoning: { max_tokens: -1 } }, { includeThoughts: true }],
    ['gemini-3-pro-preview', { reasoning_effort: 'minimal' }, { includeThoughts: true, thinkingLevel: 'LOW' }],
    ['gemini-3-pro-preview', { reasoning_effort: 'medium' }, { includeThoughts: true, thinkingLevel: 'HIGH' }],
    ['gemini-3.1-pro-preview', { reasoning_effort: 'medium' }, { includeThoughts: true, thinkingLevel: 'MEDIUM' }],
    [OLD, { reasoning_effort: 'high' }, undefined],
    [CURRENT, {}, undefined],
  ])('%s: %j', (model, given, written) =>
    expect(config(given, model)?.thinkingConfig as object).toEqual(written as object),
  )
})

describe('JSON', () => {
  const schema = { type: 'object', properties: { a: { const: 'b' } }, additionalProperties: false }
  const json = { response_format: { type: 'json_object' } }
  const held = { response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } }
  const tools = [{ type: 'function', function: { name: 'a' } }]
  const MIME = { responseMimeType: 'application/json' }

  test.each([
    [CURRENT, json, MIME],
    [CURRENT, held, { ...MIME, responseJsonSchema: schema }],
    [OLD, held, { ...MIME, responseSchema: { type: 'object', properties: { a: { type: 'string', enum: ['b'] } } } }],
    [NEW, { ...held, tools }, { ...MIME, responseJsonSchema: schema }],
  ])('%s %j', (model, given, written) => expect(config(given, model)).toEqual(written))

  test('is wished for in words where tools are offered, too', () => {
    const { generationConfig, systemInstruction } = write({ ...HI, ...held, tools })
    expect(generationConfig).toBeUndefined()
    expect(JSON.stringify(systemInstruction)).toContain('additionalProperties')
  })
})
