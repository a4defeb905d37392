import { describe, expect, test } from 'bun:test'
import { scanFields } from '../../../formats/body/scan-fields.ts'
import { relayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { channelOrder } from '../../upstream/channel-order.ts'
import { ranksOf } from '../route/order-rules.ts'
import { conversationName } from './conversation-name.ts'
import { SESSION_FIELDS } from './session-fields.ts'

const PATHS = {
  openai: '/v1/chat/completions',
  responses: '/v1/responses',
  anthropic: '/v1/messages',
  gemini: '/v1beta/models/m:generateContent',
  embeddings: '/v1/embeddings',
}
type Format = keyof typeof PATHS

function nameOf(
  format: Format,
  fields: object,
  headers: Record<string, string> = {},
  { model = 'm', userId = 1 } = {},
) {
  const bytes = Buffer.from(JSON.stringify({ model, ...fields }))
  const endpoint = relayEndpoint(PATHS[format])
  if (!endpoint) throw new Error('no endpoint')
  const body = { bytes, fields: scanFields(bytes) }
  return conversationName({ body, model, endpoint, userId, header: (name) => headers[name] })
}

/** A turn of a conversation as clients of a format send it; its last message has a mark of caching, as they do. */
function turnOf(format: Format, first: string, turn: number, system = 'be brief'): object {
  const texts = [first, ...Array.from({ length: turn }, (_, n) => [`answer ${n}`, `question ${n}`]).flat()]
  const isLast = (n: number) => n === texts.length - 1
  const mark = (n: number) => (isLast(n) ? { cache_control: { type: 'ephemeral' } } : {})
  const role = (n: number, model: string) => (n % 2 === 0 ? 'user' : model)
  const tools = [{ name: 'read', description: 'reads' }]
  if (format === 'anthropic') {
    const messages = texts.map((text, n) => ({
      role: role(n, 'assistant'),
      content: [{ type: 'text', text, ...mark(n) }],
    }))
    return { system: [{ type: 'text', text: system }], tools, messages, max_tokens: 10 }
  }
  if (format === 'gemini') {
    const contents = texts.map((text, n) => ({ role: role(n, 'model'), parts: [{ text }] }))
    return { contents, systemInstruction: { parts: [{ text: system }] }, tools }
  }
  if (format === 'responses') {
    const input = texts.map((content, n) => ({ role: role(n, 'assistant'), content }))
    return { instructions: system, input, tools }
  }
  const messages = texts.map((content, n) => ({ role: role(n, 'assistant'), content }))
  return { messages: [{ role: 'system', content: system }, ...messages], tools, temperature: turn }
}
const CHATS = ['openai', 'responses', 'anthropic', 'gemini'] as const

describe.each(CHATS)('a conversation without a session in the format %s', (format) => {
  test('has one name in all of its turns, and another one than others', () => {
    const name = nameOf(format, turnOf(format, 'first', 0))
    expect(name).toBeString()
    for (const turn of [1, 2, 20]) expect(nameOf(format, turnOf(format, 'first', turn))).toBe(name)
    expect(nameOf(format, turnOf(format, 'other', 0))).not.toBe(name)
    expect(nameOf(format, turnOf(format, 'first', 0, 'be long'))).not.toBe(name)
    expect(nameOf(format, turnOf(format, 'first', 0), {}, { model: 'n' })).not.toBe(name)
    expect(nameOf(format, turnOf(format, 'first', 0), {}, { userId: 2 })).not.toBe(name)
    expect(nameOf(format, { ...turnOf(format, 'first', 0), tools: [{ name: 'write' }] })).not.toBe(name)
  })

  test('1,000 of them are spread evenly over equal channels, by weight, and stay when a channel goes', () => {
    const names = Array.from({ length: 1000 }, (_, n) => nameOf(format, turnOf(format, `conversation ${n}`, 0)))
    for (const weights of [
      [0, 0, 0, 0],
      [0, 10, 20, 0, 10],
    ]) {
      const tier = weights.map((weight, id) => ({ id: id + 1, weight }) as Channel)
      const first = (channels: readonly Channel[], name: string | undefined) =>
        channelOrder([channels], { isHealthy: () => true, random: () => 0, ranks: () => ranksOf(name) })[0]?.id ?? 0
      const counts = new Map<number, number>()
      let moved = 0
      for (const name of names) {
        const id = first(tier, name)
        counts.set(id, (counts.get(id) ?? 0) + 1)
        if (id !== 1 && first(tier.slice(1), name) !== id) moved++
      }
      const all = weights.reduce((sum, weight) => sum + weight + 10, 0)
      for (const { id, weight } of tier) expect(counts.get(id)).toBeLessThanOrEqual((1200 * (weight + 10)) / all)
      expect(moved).toBe(0)
    }
  })
})

test('a session of the client comes first, in every format', () => {
  const claude = 'user_0a_account_1b_session_d2f4-11'
  expect(nameOf('anthropic', { ...turnOf('anthropic', 'a', 0), metadata: { user_id: claude } })).toBe('d2f4-11')
  const asJson = JSON.stringify({ device_id: 'd', account_uuid: '', session_id: 'd2f4-12' })
  expect(nameOf('anthropic', { ...turnOf('anthropic', 'a', 0), metadata: { user_id: asJson } })).toBe('d2f4-12')
  expect(nameOf('openai', { ...turnOf('openai', 'a', 0), prompt_cache_key: 'key' })).toBe('key')
  expect(nameOf('openai', { ...turnOf('openai', 'a', 0), session_id: 'routed' })).toBe('routed')
  for (const { header, field = '', read } of SESSION_FIELDS) {
    const [name = '', inner] = field.split('.')
    const named = read ? claude : 'named'
    for (const format of CHATS) {
      const turn = turnOf(format, 'a', 0)
      const found = header
        ? nameOf(format, turn, { [header]: named })
        : nameOf(format, { ...turn, [name]: inner ? { [inner]: named } : named })
      expect([header ?? field, found]).toEqual([header ?? field, read ? 'd2f4-11' : named])
    }
  }
  expect(nameOf('responses', { input: 'a', conversation: { id: 'conv_1' } })).toBe('conv_1')
  expect(nameOf('gemini', { ...turnOf('gemini', 'a', 0), cachedContent: 'cachedContents/1' })).toBe('cachedContents/1')
})

test('an account is no session, and values that are none are passed over', () => {
  const named = nameOf('anthropic', turnOf('anthropic', 'a', 0))
  for (const user_id of ['user-17', '{"session_id":7}', '{broken', 5, null])
    expect(nameOf('anthropic', { ...turnOf('anthropic', 'a', 0), metadata: { user_id } })).toBe(named)
  for (const prompt_cache_key of ['', 7, null, ['a'], 'k'.repeat(5000)])
    expect(nameOf('openai', { ...turnOf('openai', 'a', 0), prompt_cache_key })).toBe(
      nameOf('openai', turnOf('openai', 'a', 0)),
    )
})

test('a word is a test, which no channel keeps, until it is answered', () => {
  for (const content of ['hi', 'ping']) {
    expect(nameOf('openai', { messages: [{ role: 'user', content }] })).toBeUndefined()
    expect(nameOf('responses', { input: content })).toBeUndefined()
    const answered = ['user', 'assistant', 'user'].map((role) => ({ role, content }))
    expect(nameOf('openai', { messages: answered })).toBeString()
  }
})

test('what is no conversation has no name', () => {
  expect(nameOf('embeddings', { input: 'a' })).toBeUndefined()
  expect(nameOf('openai', { messages: [] })).toBeUndefined()
  expect(nameOf('anthropic', { messages: [{ role: 'assistant', content: 'a' }] })).toBeUndefined()
})

test('pictures and a long first turn are no burden, and tell conversations apart by their texts', () => {
  const data = 'A'.repeat(400_000)
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }
  const messages = (text: string, more: object[] = []) => ({
    messages: [{ role: 'user', content: [{ type: 'text', text }, picture] }, ...more],
  })
  const answer = [
    { role: 'assistant', content: 'a' },
    { role: 'user', content: 'b' },
  ]
  expect(nameOf('anthropic', messages('one', answer))).toBe(nameOf('anthropic', messages('one')))
  expect(nameOf('anthropic', messages('two'))).not.toBe(nameOf('anthropic', messages('one')))
})
