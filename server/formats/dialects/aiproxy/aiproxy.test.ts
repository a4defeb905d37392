import { describe, expect, test } from 'bun:test'
import type { ChatRequest } from '../conversation.ts'
import { Refused, Unreadable, Unwritable } from '../dialect.ts'
import { aiproxy } from './dialect.ts'

const turn = (role: 'user' | 'assistant', text: string) => ({ role, parts: [{ kind: 'text' as const, text }] })
const REQUEST: ChatRequest = { system: [], turns: [turn('user', 'hi')], tools: [], stream: false, stop: [] }
const written = (more: Partial<ChatRequest>) => aiproxy.writeRequest({ ...REQUEST, ...more }, 'gpt-4o')

describe('a request', () => {
  test('is what the user said last', () => {
    const turns = [turn('user', 'one'), turn('assistant', 'two'), turn('user', 'three'), turn('assistant', 'four')]
    expect(written({ turns, stream: true })).toEqual({ model: 'gpt-4o', query: 'three', stream: true })
  })
  test('without a question, or with a call that must be made, has no words here', () => {
    expect(() => written({ turns: [turn('assistant', 'two')] })).toThrow(Unwritable)
    expect(() => written({ toolChoice: 'required' })).toThrow(Unwritable)
  })
})

describe('an answer', () => {
  const textOf = (answer: object) => aiproxy.readAnswer(answer).choices[0]?.parts
  test('is a text with its documents, or without any', () => {
    expect(
      textOf({ success: true, answer: 'Yes', documents: [{ title: 'A', url: 'https://a.example' }, { title: 'B' }] }),
    ).toEqual([{ kind: 'text', text: 'Yes\n\n参考文档：\n1. [A](https://a.example)\n2. B\n' }])
    expect(textOf({ success: true, content: 'Yes', documents: [] })).toEqual([{ kind: 'text', text: 'Yes' }])
  })
  test.each([
    { success: false, message: 'no' },
    { errCode: 7, message: 'no' },
    { success: true, errCode: 7, answer: '' },
  ])('%j is a refusal', (answer) => {
    expect(() => aiproxy.readAnswer(answer)).toThrow(Refused)
    expect(() => aiproxy.streamReader().read(JSON.stringify(answer))).toThrow(Refused)
  })
  test('without a text is none', () => expect(() => aiproxy.readAnswer({ success: true })).toThrow(Unreadable))
})

test('the documents of a stream are told once, wherever they came', () => {
  const reader = aiproxy.streamReader()
  const read = (event: object) => reader.read(JSON.stringify(event))
  expect(read({ content: 'Y', documents: [{ title: 'A', url: '' }] })).toEqual([{ kind: 'text', choice: 0, text: 'Y' }])
  expect(read({ content: '', finish: false, documents: [] })).toEqual([])
  expect(read({ content: '!', finish: true })).toEqual([
    { kind: 'text', choice: 0, text: '!\n\n参考文档：\n1. A\n' },
    { kind: 'finish', choice: 0, reason: 'stop' },
  ])
})
