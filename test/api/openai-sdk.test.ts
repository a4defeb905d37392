import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import OpenAI, { APIError, APIUserAbortError, AuthenticationError, BadRequestError, RateLimitError } from 'openai'
import type { Behaviour } from '#test/fake-upstream/behaviour.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { estimatedTokens } from '#test/harness/estimated-tokens.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { until } from '#test/harness/until.ts'

const messages = [{ role: 'user' as const, content: 'three words here' }]
const tools = [
  {
    type: 'function' as const,
    function: {
      name: 'weather',
      parameters: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'number' } } },
    },
  },
]

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let socket: Listening
  let client: OpenAI
  let model: string

  beforeAll(async () => {
    socket = serveApp(relay.server)
    client = clientWith(await relay.token())
  }, START_MS)
  beforeEach(async () => {
    model = relay.model()
    relay.upstream.invoice.clear()
    await relay.channel({ models: model })
  })
  afterAll(async () => {
    await socket.stop()
  })

  const clientWith = (apiKey: string) =>
    new OpenAI({ apiKey, baseURL: `${socket.url}/v1`, maxRetries: 0, logLevel: 'off' })
  /** What the upstream charges for the only call, and what the caller paid for it. */
  async function bothBills() {
    const [row] = await relay.charges(model, 1)
    const [line] = relay.upstream.invoice.lines
    return { row, line, sum: (line?.promptTokens ?? 0) + 2 * (line?.completionTokens ?? 0) }
  }
  const failure = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error)
  /** The fake upstream's field, which the SDK passes on as it is. */
  const withFake = (fake: Behaviour) => ({ model, messages, fake })

  test('chat', async () => {
    const answer = await client.chat.completions.create(withFake({ reply: 'four words in all' }))
    expect(answer.choices[0]?.message.content).toBe('four words in all')
    expect(answer.usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 })
    const { row, sum } = await bothBills()
    expect(row?.quota).toBe(sum)
    expect(row?.receipt).toMatchObject({ usage_source: 'upstream', end_reason: 'stop' })
    expect(row?.receipt.request_id).toBe(answer._request_id ?? 'none')
  })

  test('chat with cached and reasoning tokens', async () => {
    await relay.option('CacheRatio', { [model]: 0.1 })
    await client.chat.completions.create(
      withFake({ tokens: 5, prompt_tokens: 100, cached_tokens: 60, reasoning_tokens: 20 }),
    )
    const { row } = await bothBills()
    expect(row?.receipt.usage).toEqual({ input: 40, cacheRead: 60, output: 25, reasoning: 20 })
    expect(row?.quota).toBe(40 + 6 + 25 * 2)
  })

  test('an answer with several choices', async () => {
    const answer = await client.chat.completions.create({ ...withFake({ tokens: 4 }), n: 3 })
    expect(answer.choices).toHaveLength(3)
    expect((await bothBills()).row?.completion).toBe(12)
  })

  describe('a stream', () => {
    const read = async (stream_options?: { include_usage: boolean }) => {
      const params = { ...withFake({ reply: 'four words in all' }), stream: true as const }
      const stream = await client.chat.completions.create({ ...params, ...(stream_options ? { stream_options } : {}) })
      return Array.fromAsync(stream)
    }

    test('has the text, and no usage unless asked for', async () => {
      const chunks = await read()
      expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('four words in all')
      expect(chunks.every((chunk) => chunk.choices.length === 1 && !chunk.usage)).toBe(true)
      const { row, sum } = await bothBills()
      expect(row).toMatchObject({ quota: sum, stream: true })
    })

    test('has the usage where it was asked for', async () => {
      const chunks = await read({ include_usage: true })
      expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } })
      const { row, sum } = await bothBills()
      expect(row?.quota).toBe(sum)
    })

    test('is ended by a hang-up, and what was delivered is paid', async () => {
      const params = { ...withFake({ tokens: 500, stall_after: 5 }), stream: true as const }
      const stream = await client.chat.completions.create(params)
      let text = ''
      for await (const chunk of stream) {
        text += chunk.choices[0]?.delta.content ?? ''
        if (text.split(' ').length === 5) stream.controller.abort()
      }
      await relay.upstream.invoice.settled()
      const { row, line } = await bothBills()
      expect(line).toMatchObject({ outcome: 'aborted', completionTokens: 5 })
      expect(row?.receipt).toMatchObject({ end_reason: 'client_abort', usage_source: 'estimated' })
      expect(row?.completion).toBe(estimatedTokens(text))
    })

    test('that breaks raises an error, not a short answer', async () => {
      const params = { ...withFake({ tokens: 50, cut_after: 3, delay_ms: 15 }), stream: true as const }
      const error = await failure(client.chat.completions.create(params).then(Array.fromAsync))
      expect(error).toBeInstanceOf(APIError)
      expect(error).toMatchObject({ code: 'upstream_cut', type: 'new_api_error' })
      expect((await bothBills()).row?.receipt.end_reason).toBe('upstream_error')
    })
  })

  test('tools, whole and streamed', async () => {
    const request = { model, messages, tools, tool_choice: 'required' as const }
    const whole = await client.chat.completions.create(request)
    const streamed = await client.chat.completions.stream(request).finalChatCompletion()
    for (const answer of [whole, streamed]) {
      const call = answer.choices[0]?.message.tool_calls?.[0]
      if (call?.type !== 'function') throw new Error('no function call')
      expect(call.function.name).toBe('weather')
      expect(JSON.parse(call.function.arguments)).toEqual({ city: 'Paris', days: 1 })
    }
    const rows = await relay.charges(model, 2)
    expect(rows[0]?.quota).toBe(rows[1]?.quota ?? 0)
  })

  test('tool calls of an upstream without usage are counted', async () => {
    const request = { model, messages, tools, tool_choice: 'required' as const, fake: { usage: false } }
    await client.chat.completions.stream(request).finalChatCompletion()
    const { row } = await bothBills()
    expect(row?.receipt.usage_source).toBe('estimated')
    expect(row?.completion).toBeWithin(6, 10)
  })

  test('embeddings, packed and plain', async () => {
    const request = { model, input: ['one two', 'three'], dimensions: 8 }
    const packed = await client.embeddings.create(request)
    const plain = await client.embeddings.create({ ...request, encoding_format: 'float' })
    expect(packed.data.map((row) => row.embedding)).toEqual(plain.data.map((row) => row.embedding))
    expect(packed.data[0]?.embedding).toHaveLength(8)
    expect((await relay.charges(model, 2)).map(({ quota }) => quota)).toEqual([3, 3])
  })

  test('completions, whole and streamed', async () => {
    const request = { model, prompt: 'one two', fake: { tokens: 3 } }
    expect((await client.completions.create(request)).choices[0]?.text).toBe('The quick brown')
    const chunks = await Array.fromAsync(await client.completions.create({ ...request, stream: true }))
    expect(chunks.map((chunk) => chunk.choices[0]?.text).join('')).toBe('The quick brown')
    expect((await relay.charges(model, 2)).map(({ quota }) => quota)).toEqual([8, 8])
  })

  test('moderations', async () => {
    const { results } = await client.moderations.create({ model, input: ['pure violence', 'peace'] })
    expect(results.map((result) => result.flagged)).toEqual([true, false])
    expect((await bothBills()).row?.completion).toBe(0)
  })

  test('models', async () => {
    const models = await Array.fromAsync(await client.models.list())
    expect(models.map(({ id }) => id)).toContain(model)
    expect(await client.models.retrieve(model)).toMatchObject({ id: model, object: 'model' })
  })

  describe('errors', () => {
    test('of a wrong token', async () => {
      const error = await failure(clientWith('sk-wrong').chat.completions.create({ model, messages }))
      expect((error as APIError).message).toContain(`(request id: ${(error as APIError).requestID})`)
      expect(error).toBeInstanceOf(AuthenticationError)
      expect(error).toMatchObject({ status: 401, code: 'token_invalid', type: 'new_api_error' })
    })

    test('of a bad request are those of the upstream', async () => {
      const error = await failure(client.chat.completions.create(withFake({ error: 400 })))
      expect(error).toBeInstanceOf(BadRequestError)
      expect(error).toMatchObject({ param: 'temperature', code: 'decimal_above_max_value' })
    })

    test('of a saturated upstream', async () => {
      const error = await failure(client.chat.completions.create(withFake({ error: 429 })))
      expect(error).toBeInstanceOf(RateLimitError)
      expect(error).toMatchObject({ code: 'upstream_busy' })
    })

    test('of an upstream that fails before a stream begins', async () => {
      const error = await failure(client.chat.completions.create({ ...withFake({ error: 500 }), stream: true }))
      expect(error).toMatchObject({ status: 500, type: 'server_error' })
      expect(await relay.charges(model)).toEqual([])
    })
  })

  test('a hang-up before the answer ends the call of the upstream and costs nothing', async () => {
    const abort = new AbortController()
    const call = client.chat.completions.create(withFake({ first_byte_ms: 60_000 }), { signal: abort.signal })
    const failed = failure(call)
    await until(() => relay.upstream.invoice.lines.length > 0)
    abort.abort()
    expect(await failed).toBeInstanceOf(APIUserAbortError)
    await relay.upstream.invoice.settled()
    expect(relay.upstream.invoice.lines).toMatchObject([{ outcome: 'aborted' }])
    expect(await relay.charges(model)).toEqual([])
    expect(relay.server.services.calls.active).toBe(0)
  })
})
