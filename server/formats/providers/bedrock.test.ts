import { describe, expect, test } from 'bun:test'
import { bedrock } from './bedrock.ts'
import type { Channel } from './channel.ts'
import type { ProviderCall } from './provider.ts'

const channel = (key: string, baseUrl = '') => ({ type: 33, key, baseUrl }) as Channel
const outgoing = (fields: Partial<ProviderCall> = {}) =>
  ({ model: 'claude-3-haiku-20240307', body: Buffer.from('{}'), stream: false, now: 0, ...fields }) as ProviderCall
const request = (key: string, fields?: Partial<ProviderCall>, baseUrl?: string) =>
  bedrock.request(channel(key, baseUrl), outgoing(fields))

describe('a call', () => {
  test('goes to the region of its key, with the model in its address', () => {
    expect(request('AK|SK|eu-west-1').url).toBe(
      'https://bedrock-runtime.eu-west-1.amazonaws.com/model/anthropic.claude-3-haiku-20240307-v1%3A0/invoke',
    )
    expect(request('AK|SK|cn-north-1').url).toStartWith('https://bedrock-runtime.cn-north-1.amazonaws.com.cn/')
  })

  test('of a stream has another path, and an address of its own counts', () => {
    const { url, headers } = request('AK|SK|us-east-1', { stream: true, model: 'a/b' }, 'https://proxy.example/x')
    expect(url).toBe('https://proxy.example/x/model/a%2Fb/invoke-with-response-stream')
    expect(headers).toMatchObject({ 'x-amzn-bedrock-accept': 'application/json' })
  })

  test('is signed with an access key', () => {
    const { headers } = request('AKID|secret|us-east-1')
    expect(headers.authorization).toStartWith(
      'AWS4-HMAC-SHA256 Credential=AKID/19700101/us-east-1/bedrock/aws4_request, ',
    )
    expect(headers['x-amz-security-token']).toBeUndefined()
    expect(request('AKID|secret|us-east-1|token=').headers['x-amz-security-token']).toBe('token=')
  })

  test.each(['ABSKtest|us-east-1', 'ABSKtest||us-east-1', ' ABSKtest | us-east-1 '])(
    'carries the API key of %p',
    (key) => {
      const { url, headers } = request(key)
      expect(url).toStartWith('https://bedrock-runtime.us-east-1.')
      expect(headers.authorization).toBe('Bearer ABSKtest')
      expect(headers['x-amz-date']).toBeUndefined()
    },
  )

  test.each(['', 'AK', 'AK|SK', 'AK|SK|', '|SK|us-east-1', 'AK|SK|evil.example/'])(
    'is not made with the key %p',
    (key) => {
      expect(() => request(key)).toThrow(expect.objectContaining({ name: 'UnusableKey' }))
    },
  )
})
