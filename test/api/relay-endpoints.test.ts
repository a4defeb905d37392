import { beforeAll, describe, expect, test } from 'bun:test'
import { errors, errorText } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { refused, startRelay } from '#test/harness/relay.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  let model: string

  beforeAll(async () => {
    token = await relay.token()
    model = relay.model()
    await relay.channel({ models: `${model},vendor/with-slash,gpt-4o,omni-moderation-latest` })
    await relay.channel({ models: 'vip-model', group: 'vip' })
  }, START_MS)

  const get = async (path: string, key = token) => {
    const response = await relay.server.request(path, { headers: { authorization: `Bearer ${key}` } })
    return { status: response.status, body: await response.json() }
  }

  describe('embeddings', () => {
    test('are charged their input, and large ones pass whole', async () => {
      const input = Array.from({ length: 60 }, (_, i) => `text number ${i}`)
      const response = await relay.post('/v1/embeddings', token, { model, input })
      const { data } = (await response.json()) as { data: { embedding: number[] }[] }
      expect(data.map(({ embedding }) => embedding.length)).toEqual(Array(60).fill(1536))
      const [row] = await relay.charges(model, 1)
      expect(row).toMatchObject({ quota: 180, prompt: 180, completion: 0 })
    })

    test('take the model from the path of engines, with or without one in the body', async () => {
      for (const body of [{ input: 'one two' }, { input: 'one two', model: 'ignored' }]) {
        const before = relay.tried('vendor/with-slash').length
        await relay.option('ModelPrice', { 'vendor/with-slash': 0.001 })
        const response = await relay.post('/v1/engines/vendor%2Fwith-slash/embeddings', token, body)
        expect(response.status).toBe(200)
        expect(relay.tried('vendor/with-slash')).toHaveLength(before + 1)
      }
      const rows = await relay.charges('vendor/with-slash', 2)
      expect(rows.map(({ quota }) => quota)).toEqual([500, 500])
    })

    test('of a path that is no name are unknown', async () => {
      expect((await relay.post('/v1/engines/%E0%A4%A/embeddings', token, { input: 'x' })).status).toBe(404)
    })
  })

  test('moderations need no model', async () => {
    const response = await relay.post('/v1/moderations', token, { input: 'violence' })
    expect(await response.json()).toMatchObject({ results: [{ flagged: true }] })
  })

  test('completions are charged like chat', async () => {
    const own = relay.model()
    await relay.channel({ models: own })
    const body = { model: own, prompt: 'one two three', fake: { tokens: 4 } }
    expect((await relay.post('/v1/completions', token, body)).status).toBe(200)
    expect((await relay.charges(own, 1))[0]).toMatchObject({ quota: 3 + 4 * 2, prompt: 3, completion: 4 })
  })

  test('an answer without usage is charged an estimate of its text alone', async () => {
    const own = relay.model()
    await relay.channel({ models: own })
    await relay.chat(token, { model: own, fake: { reply: 'twelve bytes', usage: false } })
    const [row] = await relay.charges(own, 1)
    expect(row?.completion).toBeWithin(2, 4)
    expect(row?.receipt.usage_source).toBe('estimated')
  })

  test('an answer that its owner cannot pay is withheld and not charged', async () => {
    const own = relay.model()
    await relay.channel({ models: own })
    const { username } = await relay.server.addUser({ quota: 2100, role: ROLE.user })
    const key = await relay.token({}, await relay.server.login(username, PASSWORD))
    const send = () => relay.chat(key, { model: own, fake: { tokens: 4000 } })
    expect(await refused(await send())).toMatchObject({ status: 403, code: 'answer_exceeds_quota' })
    expect(await refused(await send())).toMatchObject({ status: 403, code: 'insufficient_user_quota' })
    expect(relay.tried(own)).toHaveLength(1)
    // What asks for less, or for another model, is not refused for it.
    expect((await relay.chat(key, { model: own, max_tokens: 10, fake: { tokens: 10 } })).status).toBe(200)
    const other = relay.model()
    await relay.channel({ models: other })
    expect((await relay.chat(key, { model: other, fake: { tokens: 4 } })).status).toBe(200)
    expect(await relay.charges(own, 1)).toHaveLength(1)
  })

  describe('the list of models', () => {
    const names = (body: unknown) => (body as { data: { id: string }[] }).data.map(({ id }) => id)

    test('is what the group of the caller can use', async () => {
      const { status, body } = await get('/v1/models')
      expect(status).toBe(200)
      expect(body).toMatchObject({ success: true, object: 'list' })
      expect(names(body)).toContain('vendor/with-slash')
      expect(names(body)).not.toContain('vip-model')
      expect(names((await get('/v1/models', await relay.token({ group: 'vip' }))).body)).toEqual(['vip-model'])
    })

    test('of a limited token is the list of the token', async () => {
      const key = await relay.token({ model_limits_enabled: true, model_limits: 'gpt-4o,anything' })
      expect(names((await get('/v1/models/', key)).body)).toEqual(['gpt-4o', 'anything'])
    })

    test('has cards that are found one by one, with slashes in the name', async () => {
      const card = { object: 'model', created: 1626777600, parent: null }
      expect((await get('/v1/models/gpt-4o')).body).toMatchObject({
        ...{ ...card, id: 'gpt-4o', owned_by: 'openai' },
        shutdown_date: '2027-01-14',
      })
      for (const path of ['/v1/models/vendor/with-slash', '/v1/models/vendor%2Fwith-slash']) {
        expect((await get(path)).body).toMatchObject({
          ...{ ...card, id: 'vendor/with-slash', owned_by: 'custom' },
          shutdown_date: null,
        })
      }
      expect(await get('/v1/models/no-such')).toMatchObject({
        status: 404,
        body: { error: { type: 'invalid_request_error', param: 'model', code: 'model_not_found' } },
      })
      expect(await get('/v1beta/models/no-such')).toMatchObject({
        status: 404,
        body: { error: { code: 404, status: 'NOT_FOUND', details: [{ reason: 'model_not_found' }] } },
      })
    })

    test('is for those with a token', async () => {
      expect(await refused(await relay.server.request('/v1/models'))).toMatchObject({
        status: 401,
        code: 'token_missing',
      })
    })
  })

  describe('the billing endpoints', () => {
    async function limits(key: string): Promise<Record<string, unknown>> {
      const { body } = await get('/v1/dashboard/billing/subscription', key)
      expect((await get('/dashboard/billing/subscription', key)).body).toEqual(body)
      const { hard_limit_usd, soft_limit_usd, system_hard_limit_usd, ...rest } = body as Record<string, unknown>
      expect([soft_limit_usd, system_hard_limit_usd]).toEqual([hard_limit_usd, hard_limit_usd])
      const { body: usage } = await get('/dashboard/billing/usage?start_date=2025-01-01&end_date=2025-01-02', key)
      expect((await get('/v1/dashboard/billing/usage', key)).body).toEqual(usage)
      const { object, total_usage } = usage as Record<string, unknown>
      expect(object).toBe('list')
      return { limit: hard_limit_usd, used: total_usage, ...rest }
    }

    test('tell of the token or of its owner, in dollars or in units', async () => {
      const own = relay.model()
      await relay.channel({ models: own })
      const { username } = await relay.server.addUser({ quota: 1_000_000, role: ROLE.user })
      const owner = await relay.server.login(username, PASSWORD)
      const expires = Math.floor(Date.now() / 1000) + 5000
      const key = await relay.token({ unlimited_quota: false, remain_quota: 250_000, expired_time: expires }, owner)
      await relay.chat(key, { model: own, fake: { tokens: 499, prompt_tokens: 2 } })
      await relay.charges(own, 1)

      const rest = { object: 'billing_subscription', has_payment_method: true }
      expect(await limits(key)).toEqual({ ...rest, limit: 0.5, used: 0.2, access_until: expires })
      await relay.option('DisplayInCurrencyEnabled', false)
      expect(await limits(key)).toEqual({ ...rest, limit: 250_000, used: 100_000, access_until: expires })
      await relay.option('DisplayTokenStatEnabled', false)
      expect(await limits(key)).toEqual({ ...rest, limit: 1_000_000, used: 100_000, access_until: 0 })
      await relay.option('DisplayInCurrencyEnabled', true)
      expect(await limits(key)).toEqual({ ...rest, limit: 2, used: 0.2, access_until: 0 })
      await relay.option('DisplayTokenStatEnabled', true)
      expect((await limits(await relay.token({}, owner))).limit).toBe(100_000_000)
    })

    test('say cents without noise', async () => {
      const key = await relay.token()
      const units = { used_quota: 1012 }
      const { db } = relay.server.services.store
      await db
        .updateTable('tokens')
        .set(units)
        .where('key_hash', '=', relay.server.services.vault.hash(key.slice(3)))
        .execute()
      expect((await limits(key)).used).toBe(0.2024)
    })

    test('may be asked 180 times in three minutes by one user', async () => {
      const guarded = await startRelay(await fresh.started(), { rateLimit: true })
      try {
        const key = await guarded.token()
        const ask = () =>
          guarded.server.request('/v1/dashboard/billing/usage', { headers: { authorization: `Bearer ${key}` } })
        for (let i = 0; i < 180; i++) expect((await ask()).status).toBe(200)
        const response = await ask()
        expect(Number(response.headers.get('Retry-After'))).toBeWithin(1, 181)
        expect(await refused(response)).toMatchObject({ status: 429, code: 'too_many_requests' })
        // The console of the same user is not locked out.
        expect((await guarded.server.request('/api/user/self', { headers: guarded.root.headers })).status).toBe(200)
      } finally {
        await guarded.close()
      }
    })

    test('are for those with a token', async () => {
      const response = await relay.server.request('/v1/dashboard/billing/usage')
      expect(await refused(response)).toMatchObject({ status: 401, code: 'token_missing' })
    })
  })

  describe('other paths', () => {
    test.each([
      ['GET', '/v1/files'],
      ['POST', '/v1/files'],
      ['GET', '/v1/files/x/content'],
      ['DELETE', '/v1/files/x'],
      ['POST', '/v1/fine-tunes'],
      ['GET', '/v1/fine-tunes/x/events'],
      ['DELETE', '/v1/models/x'],
      ['POST', '/v1/responses/resp_x/other'],
    ])('%s %s is known and not offered', async (method, path) => {
      const response = await relay.server.request(path, { method })
      expect(await refused(response)).toEqual({
        status: 501,
        message: errors.api_not_implemented.zh,
        type: 'new_api_error',
        param: '',
        code: 'api_not_implemented',
      })
    })

    test.each([
      ['GET', '/v1/chat/completions'],
      ['POST', '/v1/nothing'],
      ['PUT', '/v1/embeddings'],
    ])('%s %s is unknown', async (method, path) => {
      const response = await relay.server.request(path, { method })
      expect(response.status).toBe(404)
      const message = errorText('invalid_url', 'en', { method, path })
      expect(await response.json()).toMatchObject({
        error: { message: expect.stringContaining(message), type: 'invalid_request_error', code: 'invalid_url' },
      })
    })

    test.each([
      ['/v1/nothing', { error: { code: 'invalid_url' } }],
      ['/v1', { error: { code: 'invalid_url' } }],
      ['/dashboard/nothing', { error: { code: 'invalid_url' } }],
      ['/openai/deployments/x/nothing', { error: { code: 'invalid_url' } }],
      ['/v1/messages/nothing', { type: 'error', error: { type: 'not_found_error' } }],
      ['/v1beta/nothing', { error: { code: 404, status: 'NOT_FOUND' } }],
      ['/v1beta/openai/nothing', { error: { code: 'invalid_url' } }],
      ['/api/nothing', { error: { type: 'invalid_request_error' } }],
    ])('%s is no page but JSON in its own format', async (path, told) => {
      for (const method of ['GET', 'POST']) {
        const response = await relay.server.request(path, { method })
        expect(response.status).toBe(404)
        expect(response.headers.get('content-type')).toContain('json')
        expect(await response.json()).toMatchObject(told)
      }
    })
  })

  describe('pages of other origins', () => {
    const origin = 'https://chat.example'
    /** What the SDKs send in browsers. */
    const SDK_HEADERS = 'authorization,x-api-key,anthropic-version,x-stainless-lang,x-goog-api-key,x-goog-api-client'

    test('may ask before they call, and call with a token', async () => {
      for (const path of ['/v1/chat/completions', '/v1/models', '/dashboard/billing/usage', '/chat/completions']) {
        const preflight = await relay.server.request(path, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': SDK_HEADERS,
          },
        })
        expect(preflight.status).toBe(204)
        expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
        expect(preflight.headers.has('access-control-allow-credentials')).toBe(false)
        expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
        expect(preflight.headers.get('access-control-allow-headers')).toBe(SDK_HEADERS)
        expect(Number(preflight.headers.get('access-control-max-age'))).toBeGreaterThan(600)
      }
      for (const key of [token, 'sk-wrong']) {
        const response = await relay.post('/v1/chat/completions', key, { model, messages: [] }, { origin })
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
        expect(response.headers.has('access-control-allow-credentials')).toBe(false)
        for (const name of ['x-request-id', 'retry-after', 'x-should-retry', 'x-ratelimit-remaining-tokens']) {
          expect(response.headers.get('access-control-expose-headers')).toContain(name)
        }
      }
    })

    test('may not call what a session authorises', async () => {
      const { headers } = relay.root
      for (const method of ['OPTIONS', 'POST']) {
        const response = await relay.server.request('/pg/chat/completions', { method, headers: { ...headers, origin } })
        expect(response.headers.get('access-control-allow-origin')).toBeNull()
      }
    })
  })

  describe('the playground', () => {
    const play = (body: object, headers = relay.root.headers) =>
      relay.server.request('/pg/chat/completions', { method: 'POST', headers, body: JSON.stringify(body) })
    const messages = [{ role: 'user', content: 'hi' }]

    test('works with the session, in the group asked for, and its field does not go further', async () => {
      const own = relay.model()
      await relay.channel({ models: own, group: 'vip' })
      const body = JSON.stringify({ model: own, messages, stream: false })
      const response = await play({ model: own, group: 'vip', messages, stream: false })
      expect(response.status).toBe(200)
      expect(Buffer.from(relay.upstream.requests.at(-1)?.body ?? []).toString()).toBe(body)
      const [row] = await relay.charges(own, 1)
      expect(row).toMatchObject({ tokenId: 0, tokenName: 'playground-vip' })
      expect(row?.receipt.group).toBe('vip')
    })

    test('with a limit of 0, its default, sends no limit', async () => {
      const own = relay.model()
      await relay.channel({ models: own })
      const rest = { model: own, messages, stream: false, temperature: 0 }
      expect((await play({ group: '', max_tokens: 0, ...rest })).status).toBe(200)
      expect(Buffer.from(relay.upstream.requests.at(-1)?.body ?? []).toString()).toBe(JSON.stringify(rest))
    })

    test('streams', async () => {
      const own = relay.model()
      await relay.channel({ models: own })
      expect(await (await play({ model: own, messages, stream: true })).text()).toEndWith('data: [DONE]\n\n')
      expect((await relay.charges(own, 1))[0]?.tokenName).toBe('playground-default')
    })

    test('refuses access tokens, foreign groups and missing models in the shape of the relay', async () => {
      await relay.server.services.store.db
        .updateTable('users')
        .set({ access_token: relay.server.services.vault.hash('console-token') })
        .where('username', '=', 'root')
        .execute()
      const headers = { authorization: 'Bearer console-token', 'New-Api-User': String(relay.root.user.id) }
      expect(await refused(await play({ model, messages }, headers))).toMatchObject({
        status: 400,
        message: '暂不支持使用 access token',
        code: 'access_token_not_supported',
      })
      expect(await refused(await play({ model, messages, group: 'svip' }))).toMatchObject({
        status: 403,
        message: '无权访问该分组',
        code: 'group_not_allowed',
      })
      expect(await refused(await play({ messages }))).toMatchObject({ status: 400, message: '请选择模型' })
      expect(await refused(await play({ model: 'none', messages }))).toMatchObject({ code: 'model_not_found' })
    })

    test('refuses those who are not logged in in the shape of the console', async () => {
      const response = await play({ model, messages }, {})
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({ success: false, message: errors.not_logged_in.zh })
      const { Cookie } = relay.root.headers
      expect((await play({ model, messages }, { Cookie: Cookie ?? '' })).status).toBe(401)
    })
  })
})
