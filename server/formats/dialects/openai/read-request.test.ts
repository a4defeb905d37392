import { expect, test } from 'bun:test'
import { anthropic } from '../anthropic/dialect.ts'
import type { JsonObject } from '../conversation.ts'
import { openai } from './dialect.ts'

const user = (content: unknown) => ({ role: 'user', content })
const read = (request: JsonObject) => openai.readRequest({ messages: [user('hi')], ...request }, false)
const tool = (name: string) => ({ type: 'function', function: { name } })
const PDF = { mediaType: 'application/pdf', data: 'JVBE' }

test.each<[JsonObject, string]>([[{ tools: [{ type: 'function', name: 'f' }] }, 'tools[0].function']])(
  '%j names the field that cannot be said',
  (request, field) => {
    expect(() => read(request)).toThrow(expect.objectContaining({ name: 'BadRequest', field }))
  },
)

test('tools that may not be called are not offered', () => {
  const allowed_tools = { mode: 'required', tools: [tool('g')] }
  const request = { tools: [tool('f'), tool('g')], tool_choice: { type: 'allowed_tools', allowed_tools } }
  expect(read(request)).toMatchObject({ tools: [{ name: 'g' }], toolChoice: 'required' })
})

test('a refusal is what the model said', () => {
  const messages = [user('hi'), { role: 'assistant', content: null, refusal: 'No.' }, user('why?')]
  expect(read({ messages }).turns[1]).toEqual({ role: 'assistant', parts: [{ kind: 'text', text: 'No.' }] })
})

test('a file that a tool answered with reaches every format', () => {
  const source = { type: 'base64', media_type: PDF.mediaType, data: PDF.data }
  const content = [
    { type: 'text', text: 'read' },
    { type: 'document', source },
  ]
  const messages = [
    user('hi'),
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
    user([{ type: 'tool_result', tool_use_id: 'a', content }]),
  ]
  const request = anthropic.readRequest({ max_tokens: 9, messages }, false)
  const [, , results] = (anthropic.writeRequest(request, 'claude-sonnet-4-5') as { messages: unknown[] }).messages
  expect(results).toEqual(messages[2])
  expect((openai.writeRequest(request, 'gpt-4o') as { messages: unknown[] }).messages.slice(2)).toEqual([
    { role: 'tool', tool_call_id: 'a', content: 'read' },
    user([{ type: 'file', file: { filename: 'file.pdf', file_data: 'data:application/pdf;base64,JVBE' } }]),
  ])
})
