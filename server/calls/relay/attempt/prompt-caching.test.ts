import { expect, test } from 'bun:test'
import type { ChatRequest } from '../../../formats/dialects/conversation.ts'
import { promptCaching } from './prompt-caching.ts'

const call = (format: string, id = 1) =>
  ({ endpoint: { format }, inputTokens: 7, model: 'm', user: { id } }) as Parameters<typeof promptCaching>[0]
const channel = (type: number, baseUrl = '', settings = {}) => ({ type, baseUrl, settings })
const marked = (text: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  system: [{ kind: 'text', text, cacheControl: { type: 'ephemeral' } }],
  turns: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
  tools: [],
  stream: false,
  stop: [],
  ...more,
})
const keyOf = (request: ChatRequest, id = 1, one = channel(1)) =>
  promptCaching(call('anthropic', id), one).cacheKeyOf?.(request)

test('marks are for callers who cannot set them, unless the channel says no', () => {
  expect(promptCaching(call('openai'), channel(14)).caching).toEqual({ automatic: true, inputTokens: 7 })
  expect(promptCaching(call('gemini'), channel(14, '', { prompt_caching: false })).caching?.automatic).toBe(false)
  expect(promptCaching(call('anthropic'), channel(33)).caching).toBeUndefined()
})

test('the input is counted only where somebody needs its tokens', () => {
  let counted = 0
  const asked = Object.defineProperty(call('openai'), 'inputTokens', { get: () => ++counted })
  const { caching } = promptCaching(asked, channel(14))
  expect(counted).toBe(0)
  expect([caching?.inputTokens, counted]).toEqual([1, 1])
})

test('a key goes to OpenAI’s own servers alone', () => {
  for (const one of [channel(1), channel(1, 'https://api.openai.com'), channel(3, 'https://x.openai.azure.com')]) {
    expect(promptCaching(call('openai'), one).cacheKeyOf).toBeDefined()
  }
  for (const one of [channel(1, 'https://other.example'), channel(43), channel(42)]) {
    expect(promptCaching(call('openai'), one).cacheKeyOf).toBeUndefined()
  }
})

test('the key of a marked conversation stays the same as it goes on, and is another for other users and beginnings', () => {
  const first = keyOf(marked('long'))
  expect(first).toMatch(/^[\w-]{43}$/)
  const later = marked('long')
  later.turns.push({ role: 'assistant', parts: [{ kind: 'text', text: 'yes' }] })
  expect(keyOf(later)).toBe(first)
  expect(new Set([first, keyOf(marked('long'), 2), keyOf(marked('other'))]).size).toBe(3)
})

test('the caller’s own key passes, shortened where it is too long; without marks there is none', () => {
  expect(keyOf(marked('long', { cacheKey: 'mine' }))).toBe('mine')
  expect(keyOf(marked('long', { cacheKey: 'x'.repeat(65) }))).toMatch(/^[\w-]{43}$/)
  expect(keyOf(marked('long', { system: [] }))).toBeUndefined()
})
