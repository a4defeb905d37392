import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import Anthropic, { APIError, AuthenticationError, BadRequestError, NotFoundError } from '@anthropic-ai/sdk'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { relaySite } from '#test/harness/relay-site.ts'

/** What finds a call in the log. */
const REQUEST_ID = /^\d{23}\w{8}$/
const messages = [{ role: 'user' as const, content: 'three words here' }]
const weather = {
  name: 'weather',
  description: 'The weather of a city',
  input_schema: { type: 'object' as const, properties: { city: { type: 'string' } } },
}

/** Anthropic's own SDK, to an upstream of the same format (its bytes pass through) and to one of OpenAI's. */
const UPSTREAMS = { anthropic: 14, openai: 1 }

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let socket: Listening
  let client: Anthropic
  let model: string

  const clientWith = (apiKey: string) => new Anthropic({ apiKey, baseURL: socket.url, maxRetries: 0, logLevel: 'off' })
  beforeAll(async () => {
    socket = serveApp(relay.server)
    client = clientWith(await relay.token())
  }, START_MS)
  beforeEach(() => {
    model = relay.model()
  })
  afterAll(async () => {
    await socket.stop()
  })
  const behave = (type: number, behaviour: string, fields = {}) => {
    const mapping = { [model]: `fake-model@${behaviour}` }
    return relay.channel({ type, models: model, model_mapping: JSON.stringify(mapping), ...fields })
  }
  const sent = () => JSON.parse(Buffer.from(relay.upstream.requests.at(-1)!.body).toString())
  const failure = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error)
  const textOf = (message: Anthropic.Message) =>
    message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')

  describe('a message thread', () => {
    const start = (behaviour: 'error' | 'continue_unthreaded') =>
      client.beta.messages.thread({ model, max_tokens: 50, messages, unsupportedRequestBehavior: behaviour })

    for (const [name, type] of Object.entries(UPSTREAMS)) {
      test(`is refused by what is not Anthropic, ${name}, and the SDK sends the whole conversation`, async () => {
        await behave(type, 'tokens=4')
        const before = relay.upstream.requests.length
        const thread = start('continue_unthreaded')
        await thread.send({ role: 'user', content: 'and three more' })
        await thread.send({ role: 'user', content: 'and so on' })
        expect(relay.upstream.requests.length - before).toBe(2)
        expect(sent().thread).toBeUndefined()
        expect(sent().messages.length).toBeGreaterThanOrEqual(3)
      })

      test(`names the field where the caller does not want that, ${name}`, async () => {
        await behave(type, 'tokens=4')
        const error = await failure(start('error').send({ role: 'user', content: 'more' }))
        expect(error).toBeInstanceOf(BadRequestError)
        expect((error as BadRequestError).error).toMatchObject({
          error: { type: 'invalid_request_error', details: { error_code: 'thread_unsupported_request' } },
        })
        expect(String(error)).toContain('thread')
      })
    }
  })

  for (const [name, type] of Object.entries(UPSTREAMS)) {
    describe(`to ${name}`, () => {
      test('a message', async () => {
        await behave(type, 'tokens=4')
        const message = await client.messages.create({ model, max_tokens: 50, system: 'Be brief.', messages })
        expect(message).toMatchObject({ type: 'message', role: 'assistant', stop_reason: 'end_turn' })
        expect(textOf(message)).toBe('The quick brown fox')
        const [row] = await relay.charges(model, 1)
        expect(row?.receipt.usage_source).toBe('upstream')
        expect(row?.receipt.request_id).toBe(message._request_id ?? 'none')
        expect(message.usage.output_tokens).toBe(4)
        expect(message.usage.input_tokens).toBe(row?.prompt ?? 0)
        expect(row?.quota).toBe(message.usage.input_tokens + 2 * 4)
      })

      test('a stream', async () => {
        await behave(type, 'reply=four+words+in+all')
        const stream = client.messages.stream({ model, max_tokens: 50, messages })
        const kinds: string[] = []
        for await (const event of stream) kinds.push(event.type)
        expect(kinds[0]).toBe('message_start')
        expect(kinds.at(-1)).toBe('message_stop')
        const message = await stream.finalMessage()
        expect(textOf(message)).toBe('four words in all')
        expect(message.stop_reason).toBe('end_turn')
        expect(message.usage.output_tokens).toBe(4)
        const [row] = await relay.charges(model, 1)
        expect(row).toMatchObject({ quota: 3 + 2 * 4, stream: true, receipt: { usage_source: 'upstream' } })
      })

      test('a tool, streamed, and its result', async () => {
        await behave(type, 'tool_call=true')
        const question = { model, max_tokens: 50, tools: [weather], messages }
        const message = await client.messages.stream(question).finalMessage()
        expect(message.stop_reason).toBe('tool_use')
        const use = message.content.find((block) => block.type === 'tool_use')
        expect(use).toMatchObject({ name: 'weather', input: { city: 'Paris' } })
        const content = message.content.filter((block) => block.type === 'tool_use')
        const result = { type: 'tool_result' as const, tool_use_id: use?.id ?? '', content: 'sunny' }
        await client.messages.create({
          ...question,
          messages: [...messages, { role: 'assistant', content }, { role: 'user', content: [result] }],
        })
        expect(JSON.stringify(sent().messages)).toContain('sunny')
      })

      test('a limit that is reached', async () => {
        await behave(type, 'tokens=9')
        const message = await client.messages.create({ model, max_tokens: 3, messages })
        expect(message.stop_reason).toBe('max_tokens')
      })

      test('a stream that is cut is told as an error and billed for what was delivered', async () => {
        await behave(type, 'tokens=9&cut_after=4')
        const error = await failure(client.messages.stream({ model, max_tokens: 50, messages }).finalMessage())
        expect(error).toBeInstanceOf(APIError)
        const [row] = await relay.charges(model, 1)
        expect(row?.receipt.end_reason).toBe('upstream_error')
        expect(row?.completion).toBeGreaterThan(0)
      })

      test('a refusal of the upstream in the words of the caller', async () => {
        await behave(type, 'error=400')
        const error = await failure(client.messages.create({ model, max_tokens: 50, messages }))
        expect(error).toBeInstanceOf(BadRequestError)
        expect((error as APIError).error).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } })
      })
    })
  }

  test('bytes and headers of the caller reach an upstream of the same format', async () => {
    await relay.channel({ type: 14, models: model })
    const body = `{"model":"${model}",  "max_tokens":5,"messages":[{"role":"user","content":"hi"}],"temperature":0.0}`
    const token = await relay.token()
    const headers = { 'x-api-key': token, 'anthropic-version': '2023-06-01', 'anthropic-beta': 'files-api-2025-04-14' }
    const response = await relay.post('/v1/messages', token, body, headers)
    expect(response.status).toBe(200)
    const { headers: got, body: bytes } = relay.upstream.requests.at(-1)!
    expect(Buffer.from(bytes).toString()).toBe(body)
    expect(got).toMatchObject({ 'anthropic-version': '2023-06-01', 'anthropic-beta': 'files-api-2025-04-14' })
    expect(got['x-api-key']).not.toBe(token)
    expect(got.authorization).toBeUndefined()
  })

  test('the models are listed', async () => {
    await relay.channel({ type: 14, models: model })
    const ids: string[] = []
    for await (const { id, type } of client.models.list()) {
      expect(type).toBe('model')
      ids.push(id)
    }
    expect(ids).toContain(model)
  })

  test('a model is told, and one that there is not', async () => {
    await relay.channel({ type: 14, models: model })
    expect(await client.models.retrieve(model)).toMatchObject({
      type: 'model',
      id: model,
      display_name: model,
      created_at: '2021-07-20T10:40:00.000Z',
    })
    const error = await failure(client.models.retrieve('no-such'))
    expect((error as APIError).requestID).toMatch(REQUEST_ID)
    expect(error).toBeInstanceOf(NotFoundError)
    expect((error as APIError).error).toMatchObject({ type: 'error', error: { type: 'not_found_error' } })
    expect(await failure(clientWith('sk-nobody').models.list())).toMatchObject({
      error: { type: 'error', error: { type: 'authentication_error' } },
    })
  })

  test('the tokens of a message are counted without a charge', async () => {
    const { input_tokens } = await client.messages.countTokens({ model, messages })
    expect(input_tokens).toBeGreaterThan(3)
    expect(await relay.charges(model)).toEqual([])
  })

  describe('errors have the format of the caller', () => {
    test('a wrong key', async () => {
      const error = await failure(clientWith('sk-nobody').messages.create({ model, max_tokens: 5, messages }))
      expect(error).toBeInstanceOf(AuthenticationError)
    })
    test('a model that nobody serves', async () => {
      const error = await failure(client.messages.create({ model: 'nobody-serves-this', max_tokens: 5, messages }))
      expect(error).toBeInstanceOf(NotFoundError)
      expect((error as APIError).error).toMatchObject({
        type: 'error',
        error: { type: 'not_found_error', code: 'model_not_found' },
      })
    })
    test('a tool of the vendor’s own that is demanded at an upstream of another format', async () => {
      await behave(1, 'tokens=2')
      const tools = [{ type: 'web_fetch_20250910' as const, name: 'web_fetch' as const }]
      const tool_choice = { type: 'tool' as const, name: 'web_fetch' }
      const error = await failure(client.messages.create({ model, max_tokens: 5, messages, tools, tool_choice }))
      expect(error).toBeInstanceOf(BadRequestError)
      expect(String(error)).toContain('tool_choice')
    })
  })
})
