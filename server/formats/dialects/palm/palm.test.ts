import { describe, expect, test } from 'bun:test'
import type { ChatRequest } from '../conversation.ts'
import { Unreadable, Unwritable } from '../dialect.ts'
import { palm } from './dialect.ts'

const user = (text: string) => ({ role: 'user' as const, parts: [{ kind: 'text' as const, text }] })
const REQUEST: ChatRequest = { system: [], turns: [user('hi')], tools: [], stream: false, stop: [] }
const written = (more: Partial<ChatRequest>) => palm.writeRequest({ ...REQUEST, ...more }, 'PaLM-2')

describe('a request', () => {
  test('has only what was said', () => {
    expect(written({})).toEqual({ prompt: { messages: [{ author: '0', content: 'hi' }] } })
  })
  test('keeps its numbers inside of what is taken; a limit of tokens is no number of choices', () => {
    expect(written({ temperature: 1.7, topP: 2, topK: 0, candidates: 20, maxTokens: 7 })).toMatchObject({
      ...{ temperature: 1, topP: 1, topK: 1, candidateCount: 8 },
    })
    expect(written({ maxTokens: 7, temperature: 0 })).toEqual({
      prompt: { messages: [{ author: '0', content: 'hi' }] },
      temperature: 0,
    })
  })
  test('with tools or pictures has no words here', () => {
    const tools = [{ name: 'weather', parameters: {} }]
    expect(() => written({ tools })).toThrow(Unwritable)
    expect(written({ tools, toolChoice: 'none' })).toBeDefined()
    const image = { kind: 'image' as const, source: { url: 'https://a.example/b.png' } }
    expect(() => written({ turns: [{ role: 'user', parts: [image] }] })).toThrow(Unwritable)
  })
})

describe('an answer', () => {
  test('may have several candidates', () => {
    const answer = {
      candidates: [
        { author: '1', content: 'Hello' },
        { author: '1', content: '' },
      ],
      messages: [],
    }
    expect(palm.readAnswer(answer)).toEqual({
      choices: [
        { parts: [{ kind: 'text', text: 'Hello' }], finish: 'stop' },
        { parts: [], finish: 'stop' },
      ],
      usage: undefined,
    })
  })
  test('without candidates is blocked where filters say so, and else none', () => {
    const filters = [{ reason: 'SAFETY' }]
    expect(palm.readAnswer({ filters }).choices).toEqual([{ parts: [], finish: 'content_filter' }])
    expect(palm.streamReader().read(JSON.stringify({ filters }))).toEqual([
      { kind: 'finish', choice: 0, reason: 'content_filter' },
    ])
    expect(() => palm.readAnswer({ messages: [] })).toThrow(Unreadable)
  })
})
