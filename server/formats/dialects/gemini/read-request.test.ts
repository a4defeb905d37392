import { expect, test } from 'bun:test'
import type { JsonObject } from '../conversation.ts'
import { readRequest } from './read-request.ts'

const read = (request: JsonObject) => readRequest(request, false)
const model = (...parts: JsonObject[]) => ({ role: 'model', parts })
const user = (...parts: JsonObject[]) => ({ role: 'user', parts })
const call = (name: string, id?: string) => ({ functionCall: { name, args: {}, ...(id ? { id } : {}) } })
const result = (name: string, id?: string) => ({
  functionResponse: { name, response: { output: 'ok' }, ...(id ? { id } : {}) },
})

/** Returns the ids of all calls, and then of all results. */
function ids(...contents: JsonObject[]): string[] {
  return read({ contents }).turns.flatMap(({ parts }) => parts.flatMap((part) => ('id' in part ? [part.id] : [])))
}

test('results belong to the earliest call of their name that is not answered', () => {
  const calls = [call('f'), call('g'), call('f')]
  expect(ids(model(...calls), user(result('f'), result('f'), result('g'), result('h')))).toEqual([
    ...['call_0', 'call_1', 'call_2'],
    ...['call_0', 'call_2', 'call_1', 'h'],
  ])
})

test('a call that was answered by its id is not answered again', () => {
  expect(ids(model(call('f', 'a'), call('f', 'b')), user(result('f', 'a'), result('f')))).toEqual(['a', 'b', 'a', 'b'])
})

test.each<[JsonObject, string]>([
  [{ contents: [{ role: 'assistant', parts: [{ text: 'hi' }] }] }, 'contents[0].role'],
  [{ contents: 'hi', cachedContent: 'cachedContents/a' }, 'cachedContent'],
  [{ contents: 'hi', generation_config: { response_modalities: ['AUDIO'] } }, 'generationConfig.responseModalities'],
  [{ contents: 'hi', tools: [{ computer_use: {} }] }, 'tools[0].computerUse'],
  [{ contents: [user({ hologram: {} })] }, 'contents[0].parts[0]'],
  [
    { contents: [user({ functionResponse: { name: 'f', parts: [{}] } })] },
    'contents[0].parts[0].functionResponse.parts[0]',
  ],
])('%j names the field that cannot be said', (request, field) => {
  expect(() => read(request)).toThrow(expect.objectContaining({ name: 'BadRequest', field }))
})

test('a result may hold pictures and files', () => {
  const parts = [
    { inlineData: { mimeType: 'image/png', data: 'AA' } },
    { inline_data: { mime_type: 'application/pdf', data: 'BB' } },
  ]
  const functionResponse = { name: 'f', response: { output: 'ok' }, parts }
  expect(read({ contents: [user({ functionResponse })] }).turns[0]?.parts).toMatchObject([
    { kind: 'tool_result', content: [{ text: 'ok' }, { kind: 'image' }, { kind: 'file', source: { data: 'BB' } }] },
  ])
})

test('tools that may not be called are not offered', () => {
  const functionDeclarations = ['f', 'g', 'h'].map((name) => ({ name }))
  const functionCallingConfig = { mode: 'ANY', allowedFunctionNames: ['f', 'h'] }
  const request = { contents: 'hi', tools: [{ functionDeclarations }], toolConfig: { functionCallingConfig } }
  expect(read(request)).toMatchObject({ tools: [{ name: 'f' }, { name: 'h' }], toolChoice: 'required' })
})
