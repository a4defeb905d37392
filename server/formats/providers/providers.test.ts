import { describe, expect, test } from 'bun:test'
import { type RelayEndpoint, relayEndpoint } from '../endpoints/endpoints.ts'
import { providerOf } from './all.ts'
import type { Channel } from './channel.ts'
import { signZhipuToken } from './zhipu-token.ts'

const channelOf = (fields: Partial<Channel>) =>
  ({ type: 1, key: 'sk-1', baseUrl: '', organization: '', other: '', ...fields }) as Channel

const SENT = {
  body: new Uint8Array(),
  stream: false,
  contentType: 'application/json',
  accept: '*/*',
  access: '',
  forwarded: undefined,
  now: 0,
}

function asked(fields: Partial<Channel>, model = 'gpt-4.1', more: Partial<RelayEndpoint> = {}) {
  const channel = channelOf(fields)
  const endpoint = { ...relayEndpoint('/v1/chat/completions')!, ...more }
  const sent = { ...SENT, endpoint, model }
  return providerOf(channel)!.request(channel, sent)
}

describe('an address', () => {
  test.each([
    [17, 'https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions', ''],
    [
      17,
      'https://dashscope-intl.aliyuncs.com/compatible-mode/v1/chat/completions',
      'https://dashscope-intl.aliyuncs.com',
    ],
    [17, 'https://x.example/compatible-mode/v1/chat/completions', 'https://x.example/compatible-mode/v1'],
    [17, 'https://x.example/compatible-mode/v1/chat/completions', 'https://x.example/compatible-mode'],
    [26, 'https://open.bigmodel.cn/api/paas/v4/chat/completions', ''],
    [26, 'https://open.bigmodel.cn/api/paas/v4/chat/completions', 'https://open.bigmodel.cn/api/paas/v4'],
    [27, 'https://api.perplexity.ai/chat/completions', ''],
    [20, 'https://openrouter.ai/api/v1/chat/completions', ''],
    [1, 'https://x.example/v1/chat/completions', 'https://x.example/v1'],
    [1, 'https://g.example/v1beta/openai/chat/completions', 'https://g.example/v1beta/openai'],
    [26, 'https://z.example/api/coding/paas/v4/chat/completions', 'https://z.example/api/coding/paas/v4'],
    [1, 'https://x.example/api/v3/chat/completions', 'https://x.example/api/v3'],
    [
      1,
      'https://gateway.ai.cloudflare.com/v1/a/g/openai/chat/completions',
      'https://gateway.ai.cloudflare.com/v1/a/g/openai',
    ],
    ...[
      [1, 'compat', 'compat/chat/completions'],
      [42, 'mistral', 'mistral/v1/chat/completions'],
      [20, 'openrouter', 'openrouter/v1/chat/completions'],
      [27, 'perplexity-ai', 'perplexity-ai/chat/completions'],
      [39, 'workers-ai', 'workers-ai/v1/chat/completions'],
    ].map(([type, base, path]) => {
      const gateway = 'https://gateway.ai.cloudflare.com/v1/a/g'
      return [type as number, `${gateway}/${path}`, `${gateway}/${base}`] as const
    }),
  ])('of type %d is %s at "%s"', (type, url, baseUrl) => expect(asked({ type, baseUrl }).url).toBe(url))

  test('has the further field in it, encoded', () => {
    const url = 'https://api.cloudflare.com/client/v4/accounts/a%2Fb/ai/v1/chat/completions'
    expect(asked({ type: 39, other: 'a/b' }).url).toBe(url)
  })
})

describe('Azure', () => {
  const baseUrl = 'https://res.openai.azure.com'
  const at = (other: string, more: Partial<RelayEndpoint> = {}, base = baseUrl) =>
    asked({ type: 3, baseUrl: base, other }, 'gpt-4.1', more).url

  test('has a deployment for each model, named without dots', () => {
    expect(at('2024-10-21')).toBe(`${baseUrl}/openai/deployments/gpt-41/chat/completions?api-version=2024-10-21`)
  })
  test('is asked for its default version, or for the one that the caller names', () => {
    expect(at('')).toEndWith('?api-version=2023-06-01-preview')
    expect(at('2024-10-21', { apiVersion: '2025-01-01' })).toEndWith('?api-version=2025-01-01')
  })
  test('may have the newer interface, with or without its path in the address', () => {
    expect(at('v1')).toBe(`${baseUrl}/openai/v1/chat/completions`)
    expect(at('v1', {}, `${baseUrl}/openai`)).toBe(`${baseUrl}/openai/v1/chat/completions`)
    expect(at('v1', {}, `${baseUrl}/openai/v1`)).toBe(`${baseUrl}/openai/v1/chat/completions`)
    expect(at('preview')).toBe(`${baseUrl}/openai/v1/chat/completions?api-version=preview`)
  })
  test('is reached through the gateway of Cloudflare below the resource', () => {
    const gateway = 'https://gateway.ai.cloudflare.com/v1/acc/gw/azure-openai/res'
    expect(at('2024-10-21', {}, gateway)).toBe(`${gateway}/gpt-41/chat/completions?api-version=2024-10-21`)
  })
})

test('an app of Ark is called at its own path, and a model at that of models', () => {
  const at = (model: string, more: Partial<RelayEndpoint> = {}) => asked({ type: 45 }, model, more).url
  const BASE = 'https://ark.cn-beijing.volces.com/api/v3'
  expect(at('bot-20250101-abcde')).toBe(`${BASE}/bots/chat/completions`)
  expect(at('doubao-1-5-pro-32k-250115')).toBe(`${BASE}/chat/completions`)
  const embeddings = relayEndpoint('/v1/embeddings')!
  expect(at('bot-20250101-abcde', embeddings)).toBe(`${BASE}/embeddings`)
})

describe('ids of tool calls at Mistral', () => {
  const endpoint = relayEndpoint('/v1/chat/completions')!
  const edited = (messages: string) =>
    providerOf({ type: 42 })!.edits?.(channelOf({ type: 42 }), endpoint, (name) =>
      name === 'messages' ? messages : undefined,
    ).messages
  const call = (id: string) =>
    `{"role":"assistant","tool_calls":[{"id": "${id}","type":"function","function":{"name":"f","arguments":"{\\"id\\":\\"call_1\\"}"}}]},` +
    `{"role":"tool","tool_call_id":"${id}","content":"\\"id\\":\\"call_1\\" call_1"}`

  test('of other vendors become its own, the same for call and result, and nothing else changes', () => {
    const written = edited(`[${call('call_1')}]`) ?? ''
    const [id = ''] = /(?<="id": ")[A-Za-z0-9]{9}(?=")/.exec(written) ?? []
    expect(written).toBe(
      `[${call('call_1').replace('"id": "call_1"', `"id": "${id}"`).replace('"tool_call_id":"call_1"', `"tool_call_id":"${id}"`)}]`,
    )
    expect(id).toMatch(/^[A-Za-z0-9]{9}$/)
    expect(edited(`[${call('call_1')},${call('toolu_2')}]`)).toContain(id)
  })
  test('of its own stay', () => {
    expect(edited(`[${call('AbC123xyz')}]`)).toBeUndefined()
    expect(edited('[{"role":"user","content":"hi"}]')).toBeUndefined()
    expect(edited('"tool_calls"')).toBeUndefined()
  })
})

describe('Zhipu', () => {
  // Computed with another program, from a made-up key.
  const KEY = '0123456789abcdef0123456789abcdef.AbCdEfGhIjKlMnOp'
  const NOW = 1_717_243_200_000

  test('takes tokens that are signed with the secret part of the key', () => {
    expect(signZhipuToken(KEY, NOW, NOW + 86_400_000)).toBe(
      'eyJhbGciOiJIUzI1NiIsInNpZ25fdHlwZSI6IlNJR04ifQ.' +
        'eyJhcGlfa2V5IjoiMDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWYiLCJleHAiOjE3MTczMjk2MDAwMDAsInRpbWVzdGFtcCI6MTcxNzI0MzIwMDAwMH0.' +
        'Kf0txdoBGIWbu8vBZ8Dk-QLRp3mxwAGPG9r8YCNh77M',
    )
    expect(signZhipuToken(KEY, NOW, NOW + 210_000)).toEndWith('.WgkGMOA58I1QMsEbnCHRTKvMH7c5cltStVJZ7A6_U7s')
  })
  test('gets the token and never the secret, one for many calls', () => {
    const channel = channelOf({ type: 26, key: KEY })
    const provider = providerOf(channel)!
    const sent = {
      endpoint: relayEndpoint('/v1/embeddings')!,
      model: 'embedding-3',
      ...SENT,
    }
    const [one, two] = [provider.request(channel, sent), provider.request(channel, sent)]
    expect(one.headers.authorization).toMatch(/^Bearer eyJ[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(one.headers.authorization).toBe(two.headers.authorization!)
    const payload = JSON.parse(Buffer.from(one.headers.authorization!.split('.')[1]!, 'base64url').toString())
    expect(payload.api_key).toBe(KEY.split('.')[0])
    expect(payload.exp).toBeGreaterThan(Date.now() + 60_000)
  })
  test.each(['no-dots', 'a.b.c', '.secret', 'id.'])('gets the key %s as it is', (key) => {
    expect(asked({ type: 26, key }).headers.authorization).toBe(`Bearer ${key}`)
  })
})

describe('an address with the version in it, as vendors print it,', () => {
  test.each([
    [24, 'https://g.example/v1beta', 'https://g.example/v1beta/models/m:generateContent'],
    [24, 'https://g.example/proxy', 'https://g.example/proxy/v1beta/models/m:generateContent'],
    [34, 'https://c.example/v2', 'https://c.example/v2/chat'],
    [37, 'https://d.example/v1', 'https://d.example/v1/chat-messages'],
    [14, 'https://a.example/v1', 'https://a.example/v1/messages'],
    [11, 'https://g.example/v1beta2', 'https://g.example/v1beta2/models/m:generateMessage'],
    [16, 'https://z.example/api/paas/v3', 'https://z.example/api/paas/v3/model-api/m/invoke'],
  ])('has it once: %d', (type, baseUrl, url) => expect(asked({ type, baseUrl, key: 'a.b' }, 'm').url).toBe(url))

  test('has it once where models are listed, too', () => {
    const listed = (type: number, baseUrl: string) =>
      providerOf(channelOf({ type }))!.metadataRequest(channelOf({ type, baseUrl }), '/v1/models').url
    expect(listed(24, 'https://g.example/v1beta')).toBe('https://g.example/v1beta/models?pageSize=1000')
    expect(listed(34, 'https://c.example/v2')).toBe('https://c.example/v1/models?page_size=1000')
    expect(listed(14, 'https://a.example/v1')).toBe('https://a.example/v1/models?limit=1000')
  })
})

test('a header of one type is not sent by another', () => {
  const names = (fields: Partial<Channel>) => Object.keys(asked({ organization: 'org', other: 'x', ...fields }).headers)
  expect(names({ type: 1 })).toEqual(['authorization', 'openai-organization', 'content-type', 'accept'])
  expect(names({ type: 17 })).toEqual(['authorization', 'x-dashscope-plugin', 'content-type', 'accept'])
  expect(names({ type: 43 })).toEqual(['authorization', 'content-type', 'accept'])
})
