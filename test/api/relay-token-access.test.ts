import { beforeAll, describe, expect, test } from 'bun:test'
import * as api from '#contract/api/tokens.ts'
import { ENDPOINT_KINDS, type EndpointKind } from '#contract/endpoint-kinds.ts'
import { errorText } from '#contract/errors.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { refused } from '#test/harness/relay.ts'
import { relaySite } from '#test/harness/relay-site.ts'

const messages = [{ role: 'user', content: 'hi' }]
const contents = [{ parts: [{ text: 'hi' }] }]

/** Paths of every kind; `m` stands for the model. */
const PATHS: Record<EndpointKind, (string | [string, object])[]> = {
  chat: [
    ['/v1/chat/completions', { messages }],
    ['/v1beta/openai/chat/completions', { messages }],
    ['/openai/deployments/m/chat/completions', { messages }],
  ],
  completions: [['/v1/completions', { prompt: 'hi' }]],
  responses: [
    ['/v1/responses', { input: 'hi' }],
    ['/v1/responses/input_tokens', { input: 'hi' }],
  ],
  messages: [
    ['/v1/messages', { messages, max_tokens: 5 }],
    ['/v1/messages/count_tokens', { messages }],
  ],
  gemini: [
    ['/v1beta/models/m:generateContent', { contents }],
    ['/v1beta/models/m:streamGenerateContent', { contents }],
    ['/v1beta/models/m:countTokens', { contents }],
  ],
  cohere: [['/v2/chat', { messages }]],
  embeddings: [
    ['/v1/embeddings', { input: 'hi' }],
    ['/v1/engines/m/embeddings', { input: 'hi' }],
    ['/v2/embed', { texts: ['hi'] }],
    ['/v1beta/models/m:embedContent', { content: contents[0] }],
  ],
  rerank: [
    ['/v1/rerank', { query: 'hi', documents: ['a'] }],
    ['/v2/rerank', { query: 'hi', documents: ['a'] }],
  ],
  images: [['/v1/images/generations', { prompt: 'hi' }]],
  speech: [['/v1/audio/speech', { input: 'hi' }]],
  transcriptions: ['/v1/audio/transcriptions', '/v1/audio/translations'],
  moderations: [['/v1/moderations', { input: 'hi' }]],
  realtime: ['GET /v1/realtime?model=m'],
  midjourney: [['/mj/submit/imagine', { prompt: 'hi' }], 'GET /mj/task/1/fetch', 'GET /mj-fast/mj/task/1/fetch'],
  suno: [['/suno/submit/music', { prompt: 'hi' }], 'GET /suno/fetch/1'],
}

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let model: string
  beforeAll(async () => {
    model = relay.model()
    await relay.channel({ models: model })
  }, START_MS)

  async function ask(key: string, path: string | [string, object], headers: Record<string, string> = {}) {
    const named = (text: string) => text.replace(/\bm\b(?=:|\/chat|\/emb|$)/, model)
    if (typeof path !== 'string') return relay.post(named(path[0]), key, { model, ...path[1] }, headers)
    if (!path.startsWith('GET ')) return relay.post(path, key, { model }, headers)
    const sent = { authorization: `Bearer ${key}`, ...headers }
    return relay.server.request(named(path.slice('GET '.length)), { headers: sent })
  }
  /** The code of a refusal, in whatever format; undefined where the call passed the restriction. */
  const isRefused = async (response: Response) => {
    const text = await response.text()
    return response.status === 403 && text.includes('endpoint')
  }

  describe('endpoints', () => {
    test.each(ENDPOINT_KINDS)('a token for other endpoints alone may not call %s, one for it may', async (kind) => {
      const others = ENDPOINT_KINDS.filter((one) => one !== kind)
      const [without, withIt] = [await relay.token({ endpoints: others }), await relay.token({ endpoints: [kind] })]
      for (const path of PATHS[kind]) {
        expect([path, await isRefused(await ask(without, path))]).toEqual([path, true])
        expect([path, await isRefused(await ask(withIt, path))]).toEqual([path, false])
      }
    })

    test('a refusal says in the format of the call what is allowed', async () => {
      const key = await relay.token({ endpoints: ['embeddings', 'rerank'] })
      const text = (endpoint: string) =>
        errorText('endpoint_not_allowed', 'en', { endpoint, allowed: 'embeddings, rerank' })
      const headers = { 'accept-language': 'en' }
      expect(await refused(await ask(key, PATHS.chat[0] as string, headers))).toMatchObject({
        status: 403,
        code: 'endpoint_not_allowed',
        message: text('chat'),
      })
      const anthropic = await (await ask(key, PATHS.messages[0] as string, headers)).json()
      expect(anthropic).toMatchObject({ type: 'error', error: { type: 'permission_error' } })
      expect(anthropic.error.message).toStartWith(text('messages'))
      // An answer of it would hold a text that this server encrypted.
      expect(await isRefused(await ask(key, ['/v1/responses/compact', { input: 'hi' }]))).toBe(true)
      const gemini = await (await ask(key, PATHS.gemini[0] as string, headers)).json()
      expect(gemini).toMatchObject({ error: { code: 403, status: 'PERMISSION_DENIED' } })
      expect(gemini.error.message).toStartWith(text('gemini'))
    })

    test('lists of models and the key itself can be read with any', async () => {
      const key = await relay.token({ endpoints: ['rerank'], model_limits_enabled: true, model_limits: 'claude-*' })
      const get = async (path: string) =>
        (await relay.server.request(path, { headers: { authorization: `Bearer ${key}` } })).json()
      expect((await get('/v1/models')).data).toEqual([])
      expect((await get('/v1/key')).data).toMatchObject({ endpoints: ['rerank'], models: ['claude-*'] })
    })

    test('no odd input lifts the restriction', async () => {
      const key = await relay.token({ endpoints: ['rerank'] })
      const { data } = await relay.root.call(api.searchTokens, { query: { keyword: '', token: key } })
      const token = data?.[0]
      if (!token) throw new Error('no token')
      for (const endpoints of [[], ['all'], [''], ['*'], 'chat', '', 0, false, {}]) {
        const body = { id: token.id, endpoints: endpoints as EndpointKind[] }
        expect((await relay.root.call(api.updateToken, { query: {}, body })).success).toBe(false)
        const created = { name: 'odd', endpoints: endpoints as EndpointKind[] }
        expect((await relay.root.call(api.createToken, { body: created })).success).toBe(false)
      }
      const whole = await relay.root.call(api.updateToken, { query: {}, body: { id: token.id, name: 'renamed' } })
      expect(whole.data?.endpoints).toEqual(['rerank'])
      const { bus, store } = relay.server.services
      for (const endpoints of ['unknown', ',', ' ', 'null', '[]']) {
        await store.db.updateTable('tokens').set({ endpoints }).where('id', '=', token.id).execute()
        bus.publish({ kind: 'token', id: token.id })
        expect([endpoints, await isRefused(await ask(key, PATHS.chat[0] as string))]).toEqual([endpoints, true])
      }
      const all = await relay.root.call(api.updateToken, { query: {}, body: { id: token.id, endpoints: null } })
      expect(all.data?.endpoints).toBeNull()
      expect((await ask(key, PATHS.chat[0] as string)).status).toBe(200)
    })
  })

  test('a call, a list of models and a session leave address and client of the token', async () => {
    const key = await relay.token()
    const { services } = relay.server
    const noted = async () => {
      await services.tokenUses.flush()
      return (await relay.root.call(api.searchTokens, { query: { keyword: '', token: key } })).data?.[0]
    }
    expect(await noted()).toMatchObject({ last_used_at: 0, last_used_ip: '', last_used_client: '' })
    await relay.post('/v1/chat/completions', key, { model, messages }, { 'user-agent': 'OpenAI/Python  1.2\u00ad' })
    const used = await noted()
    expect(used).toMatchObject({ last_used_ip: '127.0.0.1', last_used_client: 'OpenAI/Python 1.2' })
    expect(used?.last_used_at).toBeGreaterThan(Date.now() / 1000 - 60)
    await relay.server.request('/v1/models', { headers: { authorization: `Bearer ${key}`, 'user-agent': 'lists' } })
    expect(await noted()).toMatchObject({ last_used_client: 'lists' })
    await relay.server.request('/v1/realtime', { headers: { authorization: `Bearer ${key}`, 'user-agent': 'speaks' } })
    expect(await noted()).toMatchObject({ last_used_client: 'speaks' })
  })

  describe('models', () => {
    test('a pattern allows the models that it matches, in calls, lists and counts', async () => {
      const [one, two] = [`claude-${model}`, relay.model()]
      await relay.option('ModelPrice', { [one]: 0.001 })
      await relay.channel({ models: `${one},${two}` })
      const key = await relay.token({ model_limits_enabled: true, model_limits: `ghost, claude-*` })
      expect((await relay.chat(key, { model: one })).status).toBe(200)
      const headers = { 'accept-language': 'en' }
      const refusal = await refused(await relay.post('/v1/chat/completions', key, { model: two, messages }, headers))
      expect(refusal).toMatchObject({
        status: 403,
        code: 'model_not_allowed',
        message: errorText('model_not_allowed', 'en', { model: two, allowed: 'ghost, claude-*' }),
      })
      expect((await relay.post('/v1/messages/count_tokens', key, { model: two, messages })).status).toBe(403)
      expect((await relay.post('/v1/messages/count_tokens', key, { model: one, messages })).status).toBe(200)
      const get = async (path: string) =>
        (await relay.server.request(path, { headers: { authorization: `Bearer ${key}` } })).json()
      expect((await get('/v1/models')).data.map(({ id }: { id: string }) => id)).toEqual(['ghost', one])
      expect((await get(`/v1/models/${one}`)).id).toBe(one)
      expect((await get('/v1/models/claude-unheard-of')).error.code).toBe('model_not_found')
      expect((await get(`/v1/models/${two}`)).error.code).toBe('model_not_found')
    })

    test('a list that names nothing allows nothing', async () => {
      for (const model_limits of ['', ',', ' , ']) {
        const key = await relay.token({ model_limits_enabled: true, model_limits })
        expect(await refused(await relay.chat(key, { model }))).toMatchObject({ code: 'model_not_allowed' })
      }
    })
  })
})
