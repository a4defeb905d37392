import { describe, expect, test } from 'bun:test'
import { bedrock } from './bedrock.ts'
import type { Channel } from './channel.ts'
import { openai } from './openai.ts'
import type { TokenCountRequest } from './token-counting.ts'
import { vertex } from './vertex.ts'

const channel = (fields: Partial<Channel>) =>
  ({ baseUrl: '', other: '', key: 'k', modelMapping: {}, ...fields }) as Channel
const asked = (model: string, json: object): TokenCountRequest => ({ json: { ...json }, model, access: 't', now: 0 })

describe('tokens are counted', () => {
  test('at Bedrock by the model itself, with the request as it would be run', () => {
    const to = channel({ type: 33, key: 'AK|SK|us-east-1' })
    const counting = bedrock.counting?.(to, 'claude-sonnet-4-5')
    const request = counting?.request(to, asked('claude-sonnet-4-5', { max_tokens: 5 }))
    expect(request?.url).toBe(
      'https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude-sonnet-4-5-20250929-v1%3A0/count-tokens',
    )
    expect(request?.headers.authorization).toStartWith('AWS4-HMAC-SHA256 Credential=AK/')
    expect(request?.json).toEqual({
      input: { invokeModel: { body: Buffer.from('{"max_tokens":5}').toString('base64') } },
    })
    expect(counting?.tokens({ inputTokens: 7 })).toBe(7)
    expect(counting?.tokens({ inputTokens: 'many' })).toBeUndefined()
  })

  test('at Vertex AI for Claude and for Gemini, and not for others', () => {
    const account = JSON.stringify({ project_id: 'p', private_key: 'x', client_email: 'a@b' })
    const to = channel({ type: 41, key: account, other: 'us-east5' })
    const base = 'https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5/publishers'
    const json = { messages: [], max_tokens: 5, contents: [] }
    const claude = vertex
      .counting?.(to, 'claude-haiku-4-5-20251001')
      ?.request(to, asked('claude-haiku-4-5-20251001', json))
    expect(claude).toEqual({
      url: `${base}/anthropic/models/count-tokens:rawPredict`,
      headers: { authorization: 'Bearer t' },
      json: { messages: [], model: 'claude-haiku-4-5@20251001' },
    })
    const gemini = vertex.counting?.(to, 'gemini-2.5-pro')?.request(to, asked('gemini-2.5-pro', json))
    expect(gemini).toMatchObject({ url: `${base}/google/models/gemini-2.5-pro:countTokens`, json: { contents: [] } })
    expect(vertex.counting?.(to, 'meta/llama-4')).toBeUndefined()
  })

  test('at OpenAI itself, and at no other server of its format', () => {
    const to = channel({ type: 1 })
    const request = openai.counting?.(to, 'm')?.request(to, asked('m', { model: 'm', input: 'x', store: false }))
    expect(request).toEqual({
      url: 'https://api.openai.com/v1/responses/input_tokens',
      headers: { authorization: 'Bearer k' },
      json: { model: 'm', input: 'x' },
    })
    expect(openai.counting?.(channel({ type: 43 }), 'm')).toBeUndefined()
  })
})
