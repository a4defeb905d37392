import { describe, expect, test } from 'bun:test'
import type { JsonObject } from '../conversation.ts'
import { geminiCallerEmbedding, geminiCallerEmbeddings } from './caller-embeddings.ts'
import { contentEmbeddings } from './embeddings.ts'
import { readRequest } from './read-request.ts'

const read = (request: JsonObject) => readRequest({ contents: 'hi', ...request }, false)

describe('one value where a list is meant', () => {
  test.each<[string, JsonObject]>([
    ['a text', { contents: 'hi' }],
    ['one content', { contents: { parts: [{ text: 'hi' }] } }],
    ['one part', { contents: [{ role: 'user', parts: { text: 'hi' } }] }],
    ['one of each', { contents: { parts: { text: 'hi' } } }],
    ['texts as parts', { contents: [{ parts: ['hi'] }] }],
  ])('contents: %s', (_, request) => {
    expect(read(request).turns).toEqual([{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }])
  })

  test.each<[string, unknown]>([
    ['a text', 'be brief'],
    ['one part', { parts: { text: 'be brief' } }],
    ['a list of contents', [{ parts: [{ text: 'be brief' }] }]],
    ['a list of parts', [{ text: 'be brief' }]],
  ])('instructions: %s', (_, systemInstruction) => {
    const system = [{ kind: 'text', text: 'be brief' }]
    expect(read({ systemInstruction })).toMatchObject({ system })
    expect(read({ system_instruction: systemInstruction })).toMatchObject({ system })
  })

  test('tools, their functions, stops and names of functions', () => {
    const request = {
      tools: { function_declarations: { name: 'f', parameters: { type: 'object' } } },
      toolConfig: { function_calling_config: { mode: 'ANY', allowed_function_names: 'f' } },
      generationConfig: { stopSequences: 'END', responseModalities: 'TEXT' },
    }
    expect(read(request)).toMatchObject({ tools: [{ name: 'f' }], toolChoice: { name: 'f' }, stop: ['END'] })
  })
})

describe('enum values by their numbers', () => {
  test('types of schemas, at every depth', () => {
    const parameters = {
      type: 6,
      properties: {
        type: { type: 1 },
        list: { type: 5, items: { type: 3 } },
        any: { any_of: [{ type: 2 }, { type: 4 }] },
      },
    }
    const [tool] = read({ tools: [{ functionDeclarations: [{ name: 'f', parameters }] }] }).tools
    expect(tool?.parameters).toEqual({
      type: 'object',
      properties: {
        type: { type: 'string' },
        list: { type: 'array', items: { type: 'integer' } },
        any: { anyOf: [{ type: 'number' }, { type: 'boolean' }] },
      },
    })
  })

  test('modes, modalities and levels', () => {
    const functionCallingConfig = { mode: 3 }
    expect(read({ toolConfig: { functionCallingConfig } })).toMatchObject({ toolChoice: 'none' })
    expect(read({ generationConfig: { thinkingConfig: { thinkingLevel: 2 } } }).reasoning).toEqual({ effort: 'high' })
    expect(() => read({ generationConfig: { responseModalities: [3] } })).toThrow('responseModalities')
  })
})

test('numbers may be texts', () => {
  const parameters = { type: 'ARRAY', items: { type: 'STRING' }, maxItems: '3' }
  const request = {
    generationConfig: { maxOutputTokens: '7', temperature: '0.5' },
    tools: [{ functionDeclarations: [{ name: 'f', parameters }] }],
  }
  expect(read(request)).toMatchObject({ maxTokens: 7, temperature: 0.5, tools: [{ parameters: { maxItems: 3 } }] })
})

test('arguments and results keep the names of their caller', () => {
  const contents = [
    { role: 'model', parts: [{ function_call: { name: 'f', args: { some_name: { type: 6 } } } }] },
    { role: 'user', parts: [{ function_response: { name: 'f', response: { other_name: 1 } } }] },
  ]
  expect(read({ contents }).turns).toMatchObject([
    { parts: [{ arguments: '{"some_name":{"type":6}}' }] },
    { parts: [{ content: [{ text: '{"other_name":1}' }] }] },
  ])
})

test('a content that is none of Google is refused by its place', () => {
  expect(() => read({ contents: [{ role: 'user', content: 'hi' }] })).toThrow(
    expect.objectContaining({ name: 'BadRequest', field: 'contents[0].parts' }),
  )
})

test('who asks for thoughts gets them, however much thinking is asked for', () => {
  const thinking = (thinkingConfig: JsonObject) => read({ generationConfig: { thinkingConfig } }).reasoning
  expect(thinking({ includeThoughts: true })).toEqual({ budget: -1, shown: true })
  expect(thinking({ include_thoughts: true, thinking_budget: 100 })).toEqual({ budget: 100, shown: true })
  expect(thinking({ includeThoughts: true, thinkingLevel: 'low' })).toEqual({ effort: 'low', shown: true })
  expect(thinking({ includeThoughts: false })).toBeUndefined()
})

test('embeddings are read the same way', () => {
  const wanted = {
    texts: ['a'],
    purposes: [{ task: 'CLUSTERING', title: undefined }],
    encoding: 'float',
    dimensions: 8,
  }
  const one = { content: { parts: { text: 'a' } }, task_type: 5, output_dimensionality: '8' }
  expect(geminiCallerEmbedding.readRequest(one)).toEqual(wanted as never)
  expect(geminiCallerEmbeddings.readRequest({ requests: one })).toEqual(wanted as never)
})

test('media are embedded where the model takes them', () => {
  const parts = [{ text: 'a cat' }, { inline_data: { mime_type: 'image/png', data: 'AA' } }]
  const request = geminiCallerEmbeddings.readRequest({ requests: [{ content: { parts } }] })
  expect(request.texts).toEqual(['a cat'])
  expect(contentEmbeddings.writeRequest(request, 'gemini-embedding-2')).toEqual({
    requests: [
      {
        model: 'models/gemini-embedding-2',
        content: { parts: [{ text: 'a cat' }, { inlineData: { mimeType: 'image/png', data: 'AA' } }] },
      },
    ],
  })
})
