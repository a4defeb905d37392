import { describe, expect, test } from 'bun:test'
import { FORMAT_PATHS, formatsOf, kindOf, type ModelFacts, type Offer } from './models.ts'

const everything: Offer = { serves: () => true, holds: (format) => format === 'gemini' || format === 'chat' }
const chatOnly: Offer = { serves: (operation) => operation === 'chat', holds: (format) => format === 'gemini' }

describe('the kind of a model', () => {
  test.each<[ModelFacts, string | undefined]>([
    [{ input: ['text', 'image'], output: ['text'] }, 'chat'],
    [{ input: ['text', 'audio'], output: ['text', 'audio'] }, 'chat'],
    [{ input: ['audio'], output: ['text'] }, 'transcription'],
    [{ input: ['text'], output: ['audio'] }, 'speech'],
    [{ input: ['text'], output: ['text', 'image'] }, 'image'],
    [{ input: ['text'], output: ['video'] }, 'video'],
    [{ input: ['text'], output: ['embedding'] }, 'embedding'],
    [{ input: ['text'], output: ['rerank'] }, 'rerank'],
    [{ kind: 'realtime', input: ['audio'], output: ['text', 'audio'] }, 'realtime'],
    [{ output: [] }, undefined],
    [{}, undefined],
  ])('%j is %p', (facts, kind) => {
    expect(kindOf(facts)).toBe(kind as never)
  })
})

describe('the formats that reach a model', () => {
  const chat: ModelFacts = { input: ['text'], output: ['text'] }
  const speech: ModelFacts = { input: ['text'], output: ['audio'] }
  test.each<[string, ModelFacts, Offer, string[]]>([
    ['all chat formats reach a chat model', chat, everything, ['chat', 'responses', 'messages', 'gemini', 'cohere']],
    ['no channel that chats', chat, { ...chatOnly, serves: () => false }, []],
    ['pictures beside text', { output: ['text', 'image'] }, everything, ['chat', 'gemini']],
    ['pictures beside text of a vendor with chat alone', { output: ['text', 'image'] }, chatOnly, ['chat', 'gemini']],
    ['pictures alone', { output: ['image'] }, everything, ['images']],
    ['pictures alone, which no channel draws', { output: ['image'] }, chatOnly, []],
    ['speech', speech, everything, ['speech']],
    ['speech of a vendor with chat alone', speech, chatOnly, ['gemini']],
    ['embeddings', { output: ['embedding'] }, everything, ['embeddings']],
    ['a stated kind', { kind: 'moderation' }, everything, ['moderations']],
    ['a task has no format', { kind: 'task', output: ['image'] }, everything, []],
    ['nothing known', {}, everything, []],
  ])('%s', (_, facts, offer, formats) => {
    expect(formatsOf(facts, offer)).toEqual(formats as never)
  })

  test('each has a path', () => {
    for (const path of Object.values(FORMAT_PATHS)) expect(path).toStartWith('/v')
  })
})
