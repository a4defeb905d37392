import { beforeAll, describe, expect, test } from 'bun:test'
import { createChannel, updateChannel } from '#contract/api/channels.ts'
import { type ErrorCode, errors, errorText } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import { TOKEN_STATUS, USER_STATUS } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { refused } from '#test/harness/relay.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { until } from '#test/harness/until.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh, { trustedProxies: ['127.0.0.1'], maxBodyBytes: 1024 * 1024 })
  let token: string
  let model: string
  let channelId: number

  beforeAll(async () => {
    token = await relay.token()
    model = relay.model()
    channelId = (await relay.channel({ models: model })).id
  }, START_MS)

  const db = () => relay.server.services.store.db
  const messages = [{ role: 'user', content: 'hi' }]
  const good = () => ({ model, messages })
  const bareKey = (key: string) => key.replace('sk-', '')

  /** Sends a request twice, in both languages, and expects the exact refusal. */
  async function expectRefusal(
    send: (headers: Record<string, string>) => Promise<Response>,
    code: ErrorCode,
    parameters: Record<string, string | number> = {},
  ) {
    for (const language of ['zh', 'en'] as const) {
      expect(await refused(await send({ 'accept-language': language }))).toEqual({
        status: errors[code].status,
        message: errorText(code, language, parameters),
        type: 'new_api_error',
        param: '',
        code,
      })
    }
  }
  const expectBodyRefusal = (body: unknown, code: ErrorCode, parameters = {}, path = '/v1/chat/completions') =>
    expectRefusal((headers) => relay.post(path, token, body, headers), code, parameters)
  const expectTokenRefusal = (key: string, code: ErrorCode, parameters = {}, more: Record<string, string> = {}) =>
    expectRefusal(
      (headers) => relay.post('/v1/chat/completions', key, good(), { ...headers, ...more }),
      code,
      parameters,
    )

  async function user(fields: Record<string, unknown> = {}): Promise<LoggedIn & { id: number }> {
    const { id, username } = await relay.server.addUser({ quota: 1_000_000, role: ROLE.user, ...fields })
    return { ...(await relay.server.login(username, PASSWORD)), id }
  }
  /** Changes a token's row behind the back of the console, which would refuse it. */
  async function setToken(key: string, columns: Record<string, unknown>) {
    const hash = relay.server.services.vault.hash(bareKey(key))
    await db().updateTable('tokens').set(columns).where('key_hash', '=', hash).execute()
    const { id } = await db().selectFrom('tokens').select('id').where('key_hash', '=', hash).executeTakeFirstOrThrow()
    relay.server.services.bus.publish({ kind: 'token', id })
    return id
  }

  describe('a token', () => {
    test('in every form is let in', async () => {
      const forms: Record<string, string>[] = [
        { authorization: `Bearer ${token}` },
        { authorization: bareKey(token) },
        { 'x-api-key': token },
        { 'x-goog-api-key': token },
        { 'mj-api-secret': token },
        { 'sec-websocket-protocol': `realtime, openai-insecure-api-key.${token}` },
      ]
      for (const headers of forms) {
        const request = { method: 'POST', headers, body: JSON.stringify(good()) }
        expect((await relay.server.request('/v1/chat/completions', request)).status).toBe(200)
      }
      const request = { method: 'POST', body: JSON.stringify(good()) }
      expect((await relay.server.request(`/v1/chat/completions/?key=${token}`, request)).status).toBe(200)
    })

    test('that is missing or wrong is refused', async () => {
      const send = (headers: Record<string, string>) =>
        relay.server.request('/v1/chat/completions', { method: 'POST', headers, body: '{}' })
      await expectRefusal(send, 'token_missing')
      await expectTokenRefusal('sk-wrong', 'token_invalid')
    })

    test('that was deleted, disabled, expired or used up is refused', async () => {
      const [deleted, disabled, expired, exhausted] = await Promise.all([1, 2, 3, 4].map(() => relay.token()))
      await setToken(deleted!, { deleted_at: new Date().toISOString() })
      await setToken(disabled!, { status: TOKEN_STATUS.disabled })
      await setToken(expired!, { status: TOKEN_STATUS.expired })
      await setToken(exhausted!, { status: TOKEN_STATUS.exhausted })
      await expectTokenRefusal(deleted!, 'token_invalid')
      await expectTokenRefusal(disabled!, 'token_disabled')
      await expectTokenRefusal(expired!, 'token_expired')
      const key = bareKey(exhausted!)
      await expectTokenRefusal(exhausted!, 'token_exhausted', { key: `sk-${key.slice(0, 3)}***${key.slice(-3)}` })
    })

    test('whose time has come is refused and marked', async () => {
      const key = await relay.token()
      const id = await setToken(key, { expired_time: Math.floor(Date.now() / 1000) - 1 })
      await expectTokenRefusal(key, 'token_expired')
      const status = () => db().selectFrom('tokens').select('status').where('id', '=', id).executeTakeFirst()
      await until(async () => (await status())?.status === TOKEN_STATUS.expired)
    })

    test('without enough quota is refused before anything is asked of the upstream', async () => {
      const own = relay.model()
      await relay.channel({ models: own })
      const key = await relay.token({ unlimited_quota: false, remain_quota: 1 })
      const send = (headers: Record<string, string>) =>
        relay.post('/v1/chat/completions', key, { model: own, messages: [{ content: 'x'.repeat(12_000) }] }, headers)
      const answer = await refused(await send({}))
      expect(answer).toMatchObject({ status: 403, code: 'insufficient_token_quota' })
      expect(relay.tried(own)).toEqual([])
    })

    test('of a banned or deleted user is refused at once', async () => {
      for (const columns of [{ status: USER_STATUS.disabled }, { deleted_at: new Date().toISOString() }]) {
        const owner = await user()
        const key = await relay.token({}, owner)
        expect((await relay.chat(key, good())).status).toBe(200)
        await db().updateTable('users').set(columns).where('id', '=', owner.id).execute()
        relay.server.services.bus.publish({ kind: 'user', id: owner.id })
        await expectTokenRefusal(key, 'caller_banned')
      }
    })

    test('of a user without money is refused', async () => {
      const key = await relay.token({}, await user({ quota: 0 }))
      expect(await refused(await relay.chat(key, good()))).toMatchObject({
        status: 403,
        code: 'insufficient_user_quota',
      })
    })
  })

  describe('an IP list', () => {
    test.each(['10.1.2.3', '10.1.2.0/24', 'fd00::/8\n10.1.2.3', '2001:db8::17'])('%j', async (allow_ips) => {
      const key = await relay.token({ allow_ips })
      const inside = allow_ips.startsWith('2001') ? '2001:db8::17' : '10.1.2.3'
      const from = (ip: string) => relay.post('/v1/chat/completions', key, good(), { 'x-forwarded-for': ip })
      expect((await from(inside)).status).toBe(200)
      await expectTokenRefusal(key, 'ip_not_allowed', {}, { 'x-forwarded-for': '10.1.3.3' })
      await expectTokenRefusal(key, 'ip_not_allowed', {}, { 'x-forwarded-for': `${inside}, 10.9.9.9` })
      const models = await relay.server.request('/v1/models', { headers: { authorization: `Bearer ${key}` } })
      expect(models.status).toBe(403)
    })
  })

  describe('models and groups', () => {
    test('a token with a list of models may use those alone', async () => {
      const other = relay.model()
      await relay.channel({ models: other })
      const key = await relay.token({ model_limits_enabled: true, model_limits: `x,${model}` })
      expect((await relay.chat(key, good())).status).toBe(200)
      await expectRefusal(
        (headers) => relay.post('/v1/chat/completions', key, { model: other, messages }, headers),
        'model_not_allowed',
        { model: other, allowed: `x, ${model}` },
      )
    })

    test('a model that nobody offers, priced or not, does not exist', async () => {
      for (const name of [relay.model(), 'gpt-4o-typo', 'constructor', 'toString', '__proto__']) {
        expect(await refused(await relay.post('/v1/chat/completions', token, { model: name, messages }))).toEqual({
          status: 404,
          message: errorText('model_not_found', 'zh', { model: name }),
          type: 'invalid_request_error',
          param: 'model',
          code: 'model_not_found',
        })
      }
    })

    test('a model that only channels of another group or switched-off ones offer is not available', async () => {
      const name = relay.model()
      await relay.channel({ models: name, group: 'vip' })
      await expectBodyRefusal({ model: name, messages }, 'no_channel', { group: 'default', model: name })
    })

    test('a token works in its own group, and only while its owner may use it', async () => {
      const key = await relay.token({ group: 'vip' })
      await expectRefusal((headers) => relay.post('/v1/chat/completions', key, good(), headers), 'no_channel', {
        group: 'vip',
        model,
      })
      await setToken(key, { group: 'svip' })
      await expectTokenRefusal(key, 'token_group_disabled', { group: 'svip' })
      await relay.option('UserUsableGroups', { default: 'd', vip: 'v', gone: 'g' })
      await setToken(key, { group: 'gone' })
      await expectTokenRefusal(key, 'group_deprecated', { group: 'gone' })
    })

    test('a model without a price is refused, and sold at the default ratio when the option is on', async () => {
      const body = { models: 'nobody-priced-this', type: 1, name: 'u', key: 'sk-u', base_url: relay.upstream.url }
      await relay.root.call(createChannel, { body })
      const call = { model: 'nobody-priced-this', messages }
      await expectBodyRefusal(call, 'model_unpriced', { model: call.model })
      await relay.option('UnpricedModelRatio', 7)
      await relay.option('SellUnpricedModelsEnabled', true)
      expect((await relay.chat(token, call)).status).toBe(200)
      const [row] = await relay.charges(call.model, 1)
      expect(row?.receipt.model_ratio).toBe(7)
      await relay.option('SellUnpricedModelsEnabled', false)
    })
  })

  describe('a pinned channel', () => {
    test('serves the calls of an administrator, whatever models it lists', async () => {
      const own = relay.model()
      const pinned = await relay.channel({ models: 'something-else' })
      expect((await relay.chat(`${token}-${pinned.id}`, { model: own })).status).toBe(200)
      expect(relay.tried(own)).toEqual([pinned.key])
    })

    test('is never replaced by another', async () => {
      const own = relay.model()
      const pinned = await relay.channel({ models: own })
      await relay.channel({ models: own })
      relay.upstream.set({ error: 500 }, pinned.key)
      expect((await relay.chat(`${token}-${pinned.id}`, { model: own })).status).toBe(500)
      expect(relay.tried(own)).toEqual([pinned.key])
    })

    test('is refused to users, when it does not exist, and when it is disabled', async () => {
      const key = await relay.token({}, await user())
      await expectTokenRefusal(`${key}-${channelId}`, 'pinning_not_allowed')
      for (const id of ['999999', 'abc', '1.5']) await expectTokenRefusal(`${token}-${id}`, 'pinned_channel_invalid')
      const disabled = await relay.channel({ models: 'something-else' })
      await relay.root.call(updateChannel, { body: { id: disabled.id, status: 2 } })
      await expectTokenRefusal(`${token}-${disabled.id}`, 'pinned_channel_disabled')
    })
  })

  describe('a body', () => {
    test.each([
      ['no JSON', 'hello'],
      ['nothing', ''],
      ['a list', '[]'],
      ['text behind it', '{"model":"m","messages":[]} x'],
      ['a broken value deep inside', '{"model":"m","messages":[{"a":tru}]}'],
      ['a large one with a broken model', `{"model":"\\x","messages":["${'x'.repeat(70_000)}"]}`],
      ['a large one with broken options', `{"model":"m","stream_options":{a},"messages":["${'x'.repeat(70_000)}"]}`],
    ])('that is %s is refused', async (_, body) => {
      const answer = await refused(await relay.post('/v1/chat/completions', token, body, { 'accept-language': 'en' }))
      expect(answer).toMatchObject({ status: 400, code: 'body_invalid' })
      expect(answer.message).toStartWith('Invalid request, ')
    })

    test('needs a model and its input', async () => {
      await expectBodyRefusal({ messages }, 'model_required')
      await expectBodyRefusal({ model: 5, messages }, 'model_required')
      await expectBodyRefusal({ model: 'm\0', messages }, 'model_name_invalid', { max: 255 })
      await expectBodyRefusal({ model: 'm'.repeat(256), messages }, 'model_name_invalid', { max: 255 })
      await expectBodyRefusal({ model }, 'field_required', { field: 'messages' })
      await expectBodyRefusal({ model, messages: null }, 'field_required', { field: 'messages' })
      await expectBodyRefusal({ model }, 'field_required', { field: 'prompt' }, '/v1/completions')
      await expectBodyRefusal({ model }, 'field_required', { field: 'input' }, '/v1/embeddings')
      await expectBodyRefusal({}, 'field_required', { field: 'input' }, '/v1/moderations')
    })

    test('may not ask for an absurd number of tokens', async () => {
      for (const max_tokens of [-1, 1_073_741_824, '5']) {
        await expectBodyRefusal({ ...good(), max_tokens }, 'max_tokens_invalid')
      }
      expect((await relay.chat(token, { ...good(), max_tokens: 0 })).status).toBe(200)
    })

    test('that is too large is refused', async () => {
      const body = { ...good(), padding: 'x'.repeat(1024 * 1024) }
      await expectBodyRefusal(body, 'body_too_large', { max: 1 })
    })
  })
})
