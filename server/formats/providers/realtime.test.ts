import { describe, expect, test } from 'bun:test'
import { REALTIME } from '../endpoints/endpoints.ts'
import { providerOf } from './all.ts'
import type { Channel } from './channel.ts'
import type { ProviderSession } from './provider.ts'

const SESSION: ProviderSession = { endpoint: REALTIME, model: 'gpt-4.1 rt', subprotocol: false, beta: false }
const channelOf = (fields: Partial<Channel>) =>
  ({ type: 1, key: 'sk-k', baseUrl: '', organization: '', other: '', ...fields }) as Channel
const socket = (fields: Partial<Channel>, session: Partial<ProviderSession> = {}) => {
  const channel = channelOf(fields)
  return providerOf(channel)?.socket?.(channel, { ...SESSION, ...session })
}

describe('OpenAI', () => {
  test('has sessions at its own address, or at one with a path', () => {
    expect(socket({})?.url).toBe('wss://api.openai.com/v1/realtime?model=gpt-4.1%20rt')
    expect(socket({ baseUrl: 'http://gate.test:8080/openai' })?.url).toBe(
      'ws://gate.test:8080/openai/v1/realtime?model=gpt-4.1%20rt',
    )
  })
  test('is shown the key as the caller showed its own', () => {
    expect(socket({ organization: 'org' })).toMatchObject({
      headers: { authorization: 'Bearer sk-k', 'openai-organization': 'org' },
      protocols: [],
    })
    expect(socket({}, { beta: true })?.headers).toEqual({ authorization: 'Bearer sk-k', 'openai-beta': 'realtime=v1' })
    expect(socket({ organization: 'org' }, { subprotocol: true, beta: true })).toMatchObject({
      headers: { 'openai-organization': 'org' },
      protocols: ['realtime', 'openai-insecure-api-key.sk-k', 'openai-beta.realtime-v1'],
    })
    expect(socket({}, { subprotocol: true })?.protocols).toEqual(['realtime', 'openai-insecure-api-key.sk-k'])
  })
})

describe('Azure', () => {
  const azure = { type: 3, baseUrl: 'https://res.openai.azure.com' }
  test('names deployment and version at the older interface, the caller’s before the channel’s', () => {
    expect(socket({ ...azure, other: '2024-10-01-preview' })).toEqual({
      url: 'wss://res.openai.azure.com/openai/realtime?api-version=2024-10-01-preview&deployment=gpt-41%20rt',
      headers: { 'api-key': 'sk-k' },
      protocols: [],
    })
    const session = { endpoint: { ...REALTIME, apiVersion: '2025-04-01-preview' }, subprotocol: true }
    expect(socket({ ...azure, other: '2024-10-01-preview' }, session)).toMatchObject({
      url: expect.stringContaining('api-version=2025-04-01-preview'),
      protocols: ['realtime'],
    })
  })
  test.each(['v1', 'preview'])('names the model and no version at the newer one (%s)', (other) => {
    expect(socket({ ...azure, other })?.url).toBe('wss://res.openai.azure.com/openai/v1/realtime?model=gpt-4.1%20rt')
  })
})

test('an address of one’s own is used as it is, with the model where it has a place for it', () => {
  const own = (baseUrl: string) => socket({ type: 8, baseUrl })?.url
  expect(own('https://a.test/live/{model}')).toBe('wss://a.test/live/gpt-4.1%20rt')
  expect(own('https://a.test/live')).toBe('wss://a.test/live?model=gpt-4.1%20rt')
  expect(own('https://a.test/live?x=1')).toBe('wss://a.test/live?x=1&model=gpt-4.1%20rt')
  expect(own('https://a.test/live?model=fixed')).toBe('wss://a.test/live?model=fixed')
})

test('other formats have no sessions', () => {
  expect(socket({ type: 14 })).toBeUndefined()
})
