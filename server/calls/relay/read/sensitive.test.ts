import { describe, expect, test } from 'bun:test'
import { WordSearch } from '#server/formats/sensitive-words/word-search.ts'
import type { Options } from '#server/platform/options/open-options.ts'
import { atOnce } from '../../../platform/async/steps.ts'
import { hasSensitiveWord } from './sensitive.ts'

const optionsWith = (words: string[]) => ({ wordSearch: atOnce(WordSearch.build(words)) })
const finds = (
  body: unknown,
  options: Pick<Options<WordSearch>, 'wordSearch'> = optionsWith(['forbidden word', '敏感']),
) => {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return hasSensitiveWord({ bytes }, options)
}
const FORBIDDEN = 'a Forbidden WORD here'

describe('a word is found in', () => {
  test.each([
    ['the text of a message', { messages: [{ role: 'user', content: FORBIDDEN }] }],
    ['a part of a message', { messages: [{ role: 'user', content: [{ type: 'text', text: FORBIDDEN }] }] }],
    ['an earlier message', { messages: [{ content: FORBIDDEN }, { content: 'fine' }] }],
    ['the system text', { system: FORBIDDEN, messages: [{ content: 'fine' }] }],
    ['a prompt', { prompt: FORBIDDEN }],
    ['one of many prompts', { prompt: ['fine', FORBIDDEN] }],
    ['an input', { input: FORBIDDEN }],
    ['one of many inputs', { input: ['fine', FORBIDDEN] }],
    ['an input of parts', { input: [{ role: 'user', content: [{ type: 'input_text', text: FORBIDDEN }] }] }],
    ['the instructions of a response', { instructions: FORBIDDEN, input: 'fine' }],
    ['the output of a tool', { input: [{ type: 'function_call_output', output: FORBIDDEN }] }],
    ['contents', { contents: [{ parts: [{ text: FORBIDDEN }] }] }],
    ['another script', { messages: [{ content: '一个敏感词' }] }],
  ])('%s', (_where, body) => {
    expect(finds(body)).toBe(true)
  })

  test('text that is written with escapes', () => {
    expect(finds(String.raw`{"messages":[{"content":"\u654f\u611f"}]}`)).toBe(true)
    expect(finds(String.raw`{"messages":[{"content":"f\u006frbidden word"}]}`)).toBe(true)
    expect(finds(String.raw`{"prompt":"a\/b"}`, optionsWith(['a/b']))).toBe(true)
  })
})

describe('a word is not found in', () => {
  test.each([
    ['names and settings', { model: FORBIDDEN, user: FORBIDDEN, messages: [{ role: FORBIDDEN, content: 'fine' }] }],
    ['an image', { messages: [{ content: [{ type: 'image_url', image_url: { url: 'data:forbidden word' } }] }] }],
    ['numbers', { prompt: [1, 2, [3]] }],
    ['nothing', { messages: null, input: [null] }],
    ['escapes that say something else', String.raw`{"prompt":"\u0066ine \n \"quoted\""}`],
  ])('%s', (_where, body) => {
    expect(finds(body)).toBe(false)
  })
})

describe('a word that only one of two readers sees is refused', () => {
  const hidden = [
    '{"messages":[{"role":"user","content":"a forbidden word","content":"fine"}]}',
    '{"messages":[{"content":"a \\u0066orbidden word","cont\\u0065nt":"fine"}]}',
    '{"messages":[{"content":[{"type":"text","text":"forbidden word","text":"fine"}]}]}',
    '{"contents":[{"parts":[{"text":"forbidden word"}],"parts":[{"text":"fine"}]}]}',
    '{"input":[{"content":"一个敏感词","a":[{}],"content":"fine"}]}',
  ]
  test.each(hidden)('%s', (body) => {
    expect(() => finds(body)).toThrow('given twice')
  })
  test('also behind millions of escapes', () => {
    const long = '\\n'.repeat(3_000_000)
    expect(() => finds(`{"messages":[{"content":"${long} forbidden word","content":"fine"}]}`)).toThrow('given twice')
  })
  const harmless = [
    '{"messages":[{"content":"fine","id":"forbidden word"},{"content":"fine"}]}',
    '{"messages":[{"content":"fine","content":"fine","name":"x"}]}',
    '{"messages":[{"content":[{"text":"fine"},{"text":"fine"}],"note_id":"\\"content\\": forbidden word"}]}',
  ]
  test.each(harmless)('and others are not: %s', (body) => {
    expect(finds(body)).toBe(false)
  })
})

test('nothing is found while the check is off', () => {
  expect(finds('{"prompt":"forbidden word"', { wordSearch: undefined })).toBe(false)
})

test('messages may nest as deep as the parser lets them', () => {
  const depth = 900
  expect(finds(`{"prompt":${'['.repeat(depth)}"Forbidden word"${']'.repeat(depth)}}`)).toBe(true)
})
