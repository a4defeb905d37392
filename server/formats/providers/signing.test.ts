import { describe, expect, test } from 'bun:test'
import { relayEndpoint } from '../endpoints/endpoints.ts'
import { baidu, endpointOf } from './baidu.ts'
import type { Channel } from './channel.ts'
import { hunyuan } from './hunyuan.ts'
import { type ProviderCall, tokenExchangeOf, UnusableKey } from './provider.ts'
import vectors from './signing-vectors.json'
import { spark } from './spark.ts'
import { signSparkUrl } from './spark-url.ts'
import { tc3Authorization } from './tc3.ts'
import { signZhipuToken } from './zhipu-token.ts'

describe('Tencent’s third signature', () => {
  const signed = vectors.tc3.filter((vector) => vector.in.signAction && 'authorization' in vector.out)
  test.each(signed.map((vector) => [vector.name, vector] as const))('%s', (_, { in: given, out }) => {
    const { id, key, service, host, action, contentType, payload, ts } = given
    const body = Buffer.from(payload)
    const call = { secretId: id, secretKey: key, service, host, action, contentType, body, timestamp: ts }
    expect(tc3Authorization(call)).toBe((out as { authorization: string }).authorization)
  })
})

describe('the signed address of a WebSocket', () => {
  const whole = vectors.xunfei.filter(({ in: given }) => given.date.endsWith('GMT'))
  test.each(whole.map((vector) => [vector.name, vector] as const))('%s', (_, { in: given, out }) => {
    const key = { appId: '12345', secret: given.secret, apiKey: given.key }
    const address = signSparkUrl(given.url, key, Date.parse(given.date))
    const { searchParams } = new URL(address)
    const origin = Buffer.from(searchParams.get('authorization') ?? '', 'base64').toString('utf8')
    expect(origin).toContain(`signature="${out.signature}"`)
    expect(searchParams.get('date')).toBe(given.date)
    if (origin.startsWith('api_key') && 'url' in out && out.authorization_origin.startsWith('api_key')) {
      expect(address).toBe(String(out.url))
    }
  })
})

describe('Zhipu’s token', () => {
  const bare = vectors.zhipu.filter(({ in: given }) => !('typ' in given))
  test.each(bare.map((vector) => [vector.name, vector] as const))('%s', (_, { in: given, out }) => {
    expect(signZhipuToken(`${given.id}.${given.secret}`, given.ts, given.exp)).toBe(out.jwt)
  })
  test.each(['', 'id', 'id.', '.secret', 'a.b.c'])('is not signed with the key "%s"', (key) => {
    expect(() => signZhipuToken(key, 0, 0)).toThrow(UnusableKey)
  })
})

const channel = (fields: Partial<Channel>) => ({ type: 0, baseUrl: '', key: '', other: '', ...fields }) as Channel
const endpoint = relayEndpoint('/v1/chat/completions')
const outgoing = {
  endpoint,
  model: 'm',
  body: Buffer.from('{}'),
  accept: '*/*',
  access: 't',
  now: 0,
} as never as ProviderCall

test.each([
  [
    'Baidu',
    () => tokenExchangeOf(baidu, channel({ type: 15 }))?.request(channel({ type: 15, key: 'only-one' }), new Date(0)),
  ],
  ['Tencent', () => hunyuan.request(channel({ type: 23, key: 'app|id|key' }), outgoing)],
  ['iFlytek', () => spark.request(channel({ type: 18, key: 'app|secret' }), outgoing)],
])('a key of another form is of no use at %s', (_, act) => {
  expect(act).toThrow(UnusableKey)
})

test.each([
  ['ERNIE-4.0-8K', 'completions_pro'],
  ['ERNIE-Speed-128K', 'ernie-speed-128k'],
  ['ERNIE-4.0-Turbo-8K', 'ernie-4.0-turbo-8k'],
  ['Embedding-V1', 'embedding-v1'],
  ['tao-8k', 'tao_8k'],
  ['constructor', 'constructor'],
])('%s is reached at %s', (model, address) => {
  expect(endpointOf(model)).toBe(address)
})

test.each([
  [{ access_token: 't', expires_in: 2_592_000 }, 2_592_000],
  [{ access_token: 't', expires_in: '2592000' }, 2_592_000],
  [{ access_token: 't' }, 3600],
])('Baidu’s token %j is kept for %d seconds', (body, seconds) => {
  expect(tokenExchangeOf(baidu, channel({ type: 15 }))?.read(body)).toEqual({ token: 't', seconds })
})

test('a caller of Spark may name the version, which goes before the model’s and the channel’s', () => {
  const key = 'app|secret|key'
  const at = (apiVersion: string | undefined, model: string) =>
    new URL(
      spark.request(channel({ type: 18, key, baseUrl: 'https://s.example', other: 'v2.1' }), {
        ...outgoing,
        model,
        endpoint: { ...endpoint!, ...(apiVersion ? { apiVersion } : {}) },
      }).url,
    ).pathname
  expect(at(undefined, 'SparkDesk')).toBe('/v2.1/chat')
  expect(at('v4.0', 'SparkDesk-v3.5')).toBe('/v4.0/chat')
  expect(at('2024-10-21', 'SparkDesk-v3.5')).toBe('/v3.5/chat')
})

test('an endpoint of Tencent’s own is signed as itself, any other address as the usual one', () => {
  const key = '1|id|key'
  const signature = (baseUrl: string) =>
    hunyuan.request(channel({ type: 23, key, baseUrl }), outgoing).headers.authorization
  expect(signature('http://127.0.0.1:9')).toBe(signature(''))
  expect(signature('https://hunyuan.ap-guangzhou.tencentcloudapi.com')).not.toBe(signature(''))
})
