import { describe, expect, test } from 'bun:test'
import { Unwritable } from '../dialects/dialect.ts'
import { relayEndpoint } from '../endpoints/endpoints.ts'
import type { Channel } from './channel.ts'
import { gemini } from './gemini.ts'
import { formatOf, type Provider, tokenExchangeOf } from './provider.ts'
import { serviceAccount } from './service-account.ts'
import { vertex } from './vertex.ts'

const account = { project_id: 'p-1', private_key: 'x', client_email: 'a@b' }
const channel = (fields: Partial<Channel>) =>
  ({ type: 24, key: 'k', baseUrl: '', other: '', modelMapping: {}, ...fields }) as Channel
const outgoing = (model: string, stream = false, path = '/v1/chat/completions') => ({
  endpoint: relayEndpoint(path)!,
  model,
  body: new Uint8Array(),
  stream,
  contentType: 'application/json',
  accept: '*/*',
  access: 't',
  forwarded: undefined,
  now: 0,
})
const url = (provider: Provider, to: Channel, model: string, stream = false, path = '/v1/chat/completions') =>
  provider.request(to, outgoing(model, stream, path)).url

describe('Gemini is called', () => {
  const HOST = 'https://generativelanguage.googleapis.com'
  test.each([
    [{}, 'gemini-2.5-pro', false, `${HOST}/v1beta/models/gemini-2.5-pro:generateContent`],
    [{}, 'models/gemini-2.5-pro', true, `${HOST}/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse`],
    [{ other: 'v1' }, 'tunedModels/mine', false, `${HOST}/v1/tunedModels/mine:generateContent`],
    [{ baseUrl: 'http://proxy/g' }, 'a/../b', false, 'http://proxy/g/v1beta/models/a%2F..%2Fb:generateContent'],
  ])('with %j for %s (streamed: %p)', (fields, model, stream, expected) => {
    expect(url(gemini, channel(fields), model, stream)).toBe(expected)
  })

  test('for the list of its models', () => {
    expect(gemini.metadataRequest(channel({}), '/v1/models')).toEqual({
      url: `${HOST}/v1beta/models?pageSize=1000`,
      headers: { 'x-goog-api-key': 'k' },
    })
  })
})

test('a statement that Google finds too old or too young tells of clocks, not of the account', () => {
  const clock =
    'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.'
  const read = (error_description: string) => serviceAccount.read({ error: 'invalid_grant', error_description })
  expect(read(clock)).toEqual({ refused: `invalid_grant: ${clock}`, ours: true })
  expect(read('Invalid JWT Signature.')).toEqual({ refused: 'invalid_grant: Invalid JWT Signature.' })
})

describe('Vertex AI in express mode', () => {
  const express = channel({ type: 41, key: 'AQ.Ab8RN6LfakeExpressKey0000', other: 'europe-west1' })
  const HOST = 'https://aiplatform.googleapis.com/v1/publishers/google/models'
  test('takes a key instead of a token, and has no project', () => {
    expect(tokenExchangeOf(vertex, express)).toBeUndefined()
    expect(tokenExchangeOf(vertex, channel({ type: 41, key: '{}' }))).toBe(serviceAccount)
    expect(url(vertex, express, 'gemini-2.5-flash')).toBe(`${HOST}/gemini-2.5-flash:generateContent`)
    expect(url(vertex, express, 'gemini-2.5-flash', true)).toBe(
      `${HOST}/gemini-2.5-flash:streamGenerateContent?alt=sse`,
    )
    const { headers } = vertex.request(express, outgoing('gemini-2.5-flash'))
    expect(headers).toEqual({ 'x-goog-api-key': express.key, 'content-type': 'application/json', accept: '*/*' })
  })
  test.each([
    ['claude-sonnet-4-5', '/v1/chat/completions'],
    ['meta/llama-4', '/v1/chat/completions'],
    ['gemini-embedding-001', '/v1/embeddings'],
  ])('does not have %s at %s', (model, path) => {
    expect(() => url(vertex, express, model, false, path)).toThrow(Unwritable)
  })
})

describe('Vertex AI is called', () => {
  const at = (other: string, fields = {}) => channel({ type: 41, key: JSON.stringify(account), other, ...fields })
  const place = (host: string, region: string) => `https://${host}/v1/projects/p-1/locations/${region}`

  test.each([
    ['', place('us-central1-aiplatform.googleapis.com', 'us-central1')],
    ['europe-west4', place('europe-west4-aiplatform.googleapis.com', 'europe-west4')],
    ['global', place('aiplatform.googleapis.com', 'global')],
    ['eu', place('aiplatform.eu.rep.googleapis.com', 'eu')],
    ['evil.example/x', place('us-central1-aiplatform.googleapis.com', 'us-central1')],
    ['{"default":"us","other-model":"asia-east1"}', place('aiplatform.us.rep.googleapis.com', 'us')],
    ['{"default":"us","gemini-2.5-pro":"asia-east1"}', place('asia-east1-aiplatform.googleapis.com', 'asia-east1')],
    ['{"default":"us","mine":"asia-east1"}', place('asia-east1-aiplatform.googleapis.com', 'asia-east1')],
    ['{broken', place('us-central1-aiplatform.googleapis.com', 'us-central1')],
  ])('in region %j', (other, expected) => {
    const to = at(other, { modelMapping: { mine: 'gemini-2.5-pro' } })
    expect(url(vertex, to, 'gemini-2.5-pro')).toBe(
      `${expected}/publishers/google/models/gemini-2.5-pro:generateContent`,
    )
  })

  test.each([
    ['gemini-2.5-pro', 'gemini-vertex', '/publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse'],
    ['claude-opus-4-6', 'anthropic-vertex', '/publishers/anthropic/models/claude-opus-4-6:streamRawPredict'],
    [
      'claude-haiku-4-5-20251001',
      'anthropic-vertex',
      '/publishers/anthropic/models/claude-haiku-4-5@20251001:streamRawPredict',
    ],
    [
      'claude-haiku-4-5@20251001',
      'anthropic-vertex',
      '/publishers/anthropic/models/claude-haiku-4-5@20251001:streamRawPredict',
    ],
    ['meta/llama-3.3-70b-instruct-maas', undefined, '/endpoints/openapi/chat/completions'],
    ['deepseek-ai/deepseek-v3.1-maas', undefined, '/endpoints/openapi/chat/completions'],
  ])('for %s', (model, format, path) => {
    expect(formatOf(vertex, model, 'chat')).toBe(format as never)
    expect(url(vertex, at('us'), model, true)).toEndWith(`/locations/us${path}`)
  })
})
