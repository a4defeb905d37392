import { describe, expect, test } from 'bun:test'
import Anthropic, { type APIError as AnthropicError, BadRequestError, NotFoundError } from '@anthropic-ai/sdk'
import { ApiError, GoogleGenAI } from '@google/genai'
import OpenAI, { type APIError as OpenAIError } from 'openai'
import { ROLE } from '#contract/roles.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { listen } from '#test/harness/listening.ts'
import { failureOf, sdkSite } from '#test/harness/sdk-site.ts'
import { PASSWORD } from '#test/harness/server.ts'

const messages = [{ role: 'user' as const, content: 'three words here' }]

/** What an Anthropic upstream answers to a conversation that is too long. */
function tooLong(): Response {
  const error = { type: 'invalid_request_error', message: 'prompt is too long: 216327 tokens > 200000 maximum' }
  return Response.json({ type: 'error', error }, { status: 400 })
}

forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  const anthropic = async (key?: string) =>
    new Anthropic({ apiKey: key ?? (await site.relay.token()), baseURL: site.url, maxRetries: 0, logLevel: 'off' })
  const google = async () => new GoogleGenAI({ apiKey: await site.relay.token(), httpOptions: { baseUrl: site.url } })

  describe('a conversation that is too long is told', () => {
    test("in OpenAI's chats, by the code, for an upstream of any format", async () => {
      await site.relay.channelThat(() => tooLong(), { models: site.model, type: 14 })
      const error = (await failureOf(site.chat())) as OpenAIError
      expect(error).toBeInstanceOf(OpenAI.BadRequestError)
      expect(error).toMatchObject({ status: 400, code: 'context_length_exceeded', type: 'invalid_request_error' })
      expect(error.headers?.get('x-should-retry')).toBe('false')
      const stream = (await failureOf(site.stream())) as OpenAIError
      expect(stream).toMatchObject({ status: 400, code: 'context_length_exceeded' })
    })

    test("in OpenAI's responses, by the code, and in a stream by its event", async () => {
      await site.relay.channelThat(() => tooLong(), { models: site.model, type: 14 })
      const ask = { model: site.model, input: 'three words here' }
      expect(await failureOf(site.client.responses.create(ask))).toMatchObject({
        status: 400,
        code: 'context_length_exceeded',
      })
      const events: OpenAI.Responses.ResponseStreamEvent[] = []
      const read = async () => {
        for await (const event of await site.client.responses.create({ ...ask, stream: true })) events.push(event)
      }
      const raised = (await failureOf(read())) as OpenAIError
      expect(raised.code).toBe('context_length_exceeded')
      const raw = await site.relay.post('/v1/responses', await site.relay.token(), { ...ask, stream: true })
      expect(raw.status).toBe(200)
      const told = (await raw.text()).split('\n').filter((line) => line.startsWith('data: '))
      const last = JSON.parse(told.at(-1)?.slice(6) ?? '')
      expect(JSON.parse(told[0]?.slice(6) ?? '')).toMatchObject({ type: 'response.created', sequence_number: 0 })
      expect(last).toMatchObject({
        type: 'response.failed',
        response: { status: 'failed', error: { code: 'context_length_exceeded' } },
      })
    })

    test("in Anthropic's words with the numbers, whatever the upstream's are", async () => {
      const message =
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."
      const body = { error: { message, type: 'invalid_request_error', param: 'messages', code: null } }
      await site.relay.channelThat(() => Response.json(body, { status: 400 }), { models: site.model, type: 1 })
      const client = await anthropic()
      const ask = { model: site.model, max_tokens: 9, messages }
      const error = (await failureOf(client.messages.create(ask))) as AnthropicError
      expect(error).toBeInstanceOf(BadRequestError)
      expect(error.error).toMatchObject({ error: { type: 'invalid_request_error' } })
      expect(error.message).toContain('prompt is too long: 9000 tokens > 8192 maximum')
      expect(await failureOf(client.messages.stream(ask).finalMessage())).toMatchObject({ status: 400 })
    })

    test('with the room that an answer would leave, where only both together are too long', async () => {
      const message =
        "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (3000 in the messages, 2000 in the completion)."
      await site.relay.channelThat(() => Response.json({ error: { message } }, { status: 400 }), {
        models: site.model,
      })
      const error = await failureOf(
        (await anthropic()).messages.create({ model: site.model, max_tokens: 2000, messages }),
      )
      expect(String(error)).toContain('input length and `max_tokens` exceed context limit: 3000 + 2000 > 4096')
    })

    test("in Gemini's words", async () => {
      await site.relay.channelThat(() => tooLong(), { models: site.model, type: 14 })
      const ai = await google()
      const error = await failureOf(ai.models.generateContent({ model: site.model, contents: 'three words here' }))
      expect(error).toBeInstanceOf(ApiError)
      expect(JSON.parse((error as ApiError).message).error).toMatchObject({
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: expect.stringMatching(
          /^The input token count \(216327\) exceeds the maximum number of tokens allowed \(200000\)/,
        ),
      })
    })

    test('by a vendor with another status, and is not held against its channel', async () => {
      const body = { error: { message: 'request (9000 tokens) exceeds the available context size (8192 tokens)' } }
      await site.relay.channelThat(() => Response.json(body, { status: 500 }), { models: site.model })
      for (let call = 0; call < 2; call++) {
        expect(await failureOf(site.chat())).toMatchObject({ status: 400, code: 'context_length_exceeded' })
      }
    })
  })

  test('a conversation that is too long for one model is tried at a larger one, not at its equals', async () => {
    let refused = 0
    const small = listen(() => {
      refused += 1
      return tooLong()
    })
    try {
      const equal = { models: site.model, type: 14, base_url: small.url, priority: 2 }
      await site.relay.channel(equal)
      await site.relay.channel(equal)
      const model_mapping = JSON.stringify({ [site.model]: 'fake-large' })
      await site.relay.channel({ models: site.model, type: 14, priority: 1, model_mapping })
      expect((await site.chat()).choices).toHaveLength(1)
      expect(refused).toBe(1)
    } finally {
      await small.stop()
    }
  })

  describe('a model that nobody offers does not exist', () => {
    test("for OpenAI's SDK", async () => {
      const error = (await failureOf(site.chat({ model: 'nope' }))) as OpenAIError
      expect(error).toBeInstanceOf(OpenAI.NotFoundError)
      expect(error).toMatchObject({ code: 'model_not_found', param: 'model', type: 'invalid_request_error' })
      expect(error.headers?.get('x-should-retry')).toBe('false')
      expect(await failureOf(site.client.models.retrieve('nope'))).toBeInstanceOf(OpenAI.NotFoundError)
    })

    test("for Anthropic's SDK", async () => {
      const client = await anthropic()
      for (const call of [
        () => client.messages.create({ model: 'nope', max_tokens: 9, messages }),
        () => client.models.retrieve('nope'),
      ]) {
        const error = (await failureOf(call())) as AnthropicError
        expect(error).toBeInstanceOf(NotFoundError)
        expect(error.error).toMatchObject({ error: { type: 'not_found_error' } })
      }
    })

    test("for Google's SDK", async () => {
      const ai = await google()
      for (const call of [
        () => ai.models.generateContent({ model: 'nope', contents: 'hi' }),
        () => ai.models.get({ model: 'nope' }),
      ]) {
        const error = (await failureOf(call())) as ApiError
        expect(error.status).toBe(404)
        expect(JSON.parse(error.message).error).toMatchObject({ code: 404, status: 'NOT_FOUND' })
      }
    })

    test('and one whose channels are switched off is not available, which may pass', async () => {
      await site.relay.channel({ models: site.model, status: 2 })
      const error = (await failureOf(site.chat())) as OpenAIError
      expect(error).toMatchObject({ status: 503, code: 'no_channel' })
      expect(error.headers?.get('x-should-retry')).toBe('true')
    })
  })

  test('an owner without quota', async () => {
    await site.relay.channel({ models: site.model })
    const poor = await site.relay.server.addUser({ quota: 0, role: ROLE.user })
    const owner = await site.relay.server.login(poor.username, PASSWORD)
    const key = await site.relay.token({}, owner)
    const openai = new OpenAI({ apiKey: key, baseURL: `${site.url}/v1`, logLevel: 'off' })
    const before = site.relay.upstream.requests.length
    const error = (await failureOf(openai.chat.completions.create({ model: site.model, messages }))) as OpenAIError
    expect(error).toMatchObject({ status: 403, code: 'insufficient_user_quota' })
    expect(error.headers?.get('x-should-retry')).toBe('false')
    const client = await anthropic(key)
    const told = (await failureOf(
      client.messages.create({ model: site.model, max_tokens: 9, messages }),
    )) as AnthropicError
    expect(told).toMatchObject({ status: 402, error: { error: { type: 'billing_error' } } })
    expect(told.headers?.get('x-should-retry')).toBe('false')
    expect(site.relay.upstream.requests).toHaveLength(before)
  })

  test('the code of an upstream that is a number becomes a text', async () => {
    const body = { error: { message: 'no such parameter', type: 'invalid', code: 20015 } }
    await site.relay.channelThat(() => Response.json(body, { status: 400 }), { models: site.model })
    expect(await failureOf(site.chat())).toMatchObject({ code: '20015' })
  })

  test('an error comes in the language of the site where the caller names none', async () => {
    const told = async () => String(await failureOf(site.chat({ model: 'nope' })))
    expect(await told()).toContain('不存在')
    await site.relay.option('ErrorLanguage', 'en')
    expect(await told()).toContain('does not exist')
    const stated = await site.relay.post(
      '/v1/chat/completions',
      await site.relay.token(),
      {},
      { 'accept-language': 'zh' },
    )
    expect(await stated.text()).toContain('请选择模型')
    await site.relay.option('ErrorLanguage', 'zh')
  })

  test("an error comes in the language of the key's owner, before and after the key is accepted", async () => {
    const user = await site.relay.server.addUser({ quota: 0 })
    const key = await site.relay.token({}, await site.relay.server.login(user.username, PASSWORD))
    await site.relay.channel({ models: site.model })
    const ask = async () => (await site.relay.post('/v1/chat/completions', key, { model: site.model, messages })).text()
    expect(await ask()).toContain('用户额度不足，本次至少需要 $0.0')
    const { store, bus } = site.relay.server.services
    await store.db.updateTable('users').set({ language: 'en' }).where('id', '=', user.id).execute()
    bus.publish({ kind: 'user', id: user.id })
    expect(await ask()).toContain('Insufficient balance: this call needs at least $0.0')
    await store.db.updateTable('tokens').set({ status: 2 }).where('user_id', '=', user.id).execute()
    const [token] = await store.db.selectFrom('tokens').select('id').where('user_id', '=', user.id).execute()
    bus.publish({ kind: 'token', id: token!.id })
    expect(await ask()).toContain('disabled')
  })
})
