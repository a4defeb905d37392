import { afterAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import OpenAI, { AuthenticationError, NotFoundError, RateLimitError } from 'openai'
import type { Behaviour } from './behaviour.ts'
import { startFakeUpstream } from './server.ts'

const upstream = startFakeUpstream()
const client = new OpenAI({ apiKey: 'sk-good', baseURL: `${upstream.url}/v1`, maxRetries: 0, logLevel: 'off' })
const messages = [{ role: 'user' as const, content: 'three words here' }]

/** The body of a streamed chat call with a `fake` field, which the SDK passes on as it is. */
function streamBody(fake: Behaviour, includeUsage = false) {
  const stream_options = includeUsage ? { include_usage: true } : null
  return { model: 'fake-gpt', messages, stream: true as const, stream_options, fake }
}

function startForgetful() {
  const upstream = startFakeUpstream({ invoice: false })
  return { ...upstream, [Symbol.asyncDispose]: upstream.stop }
}

beforeEach(() => {
  upstream.set({})
  upstream.invoice.clear()
})
afterAll(() => upstream.stop())

describe('chat', () => {
  test('answers with the reply asked for and puts it on the invoice', async () => {
    upstream.set({ reply: 'four words in all' })
    const answer = await client.chat.completions.create({ model: 'fake-gpt', messages })
    expect(answer.choices[0]?.message.content).toBe('four words in all')
    expect(answer.usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 })
    expect(upstream.invoice.total()).toMatchObject({ calls: 1, completed: 1, promptTokens: 3, completionTokens: 4 })
    expect(upstream.invoice.lines[0]).toMatchObject({ model: 'fake-gpt', apiKey: 'sk-good' })
  })

  test('keeps no lines of an invoice that nobody wants, however many calls there are', async () => {
    await using forgetful = startForgetful()
    const other = new OpenAI({ apiKey: 'sk-good', baseURL: `${forgetful.url}/v1`, maxRetries: 0, logLevel: 'off' })
    const { choices } = await other.chat.completions.create({ model: 'fake-gpt@tokens=1', messages })
    for await (const _ of await other.chat.completions.create(streamBody({ tokens: 2 }))) {
    }
    expect({ answers: choices.length, lines: forgetful.invoice.lines }).toEqual({ answers: 1, lines: [] })
  })

  test('stops at max_tokens', async () => {
    const answer = await client.chat.completions.create({ model: 'fake-gpt@tokens=50', messages, max_tokens: 2 })
    expect(answer.choices[0]?.finish_reason).toBe('length')
    expect(answer.usage?.completion_tokens).toBe(2)
  })

  test('reports cached and reasoning tokens', async () => {
    const model = 'fake-gpt@tokens=5&prompt_tokens=100&cached_tokens=64&reasoning_tokens=20'
    const { usage } = await client.chat.completions.create({ model, messages })
    expect(usage?.prompt_tokens_details?.cached_tokens).toBe(64)
    expect(usage?.completion_tokens_details?.reasoning_tokens).toBe(20)
    expect(usage?.completion_tokens).toBe(25)
  })

  test('leaves usage out when told to', async () => {
    const answer = await client.chat.completions.create({ model: 'fake-gpt@usage=false', messages })
    expect(answer).not.toHaveProperty('usage')
  })

  test('calls a tool, whole and streamed, with the same arguments', async () => {
    const parameters = { type: 'object', properties: { city: { type: 'string' }, days: { type: 'number' } } }
    const tools = [{ type: 'function' as const, function: { name: 'weather', parameters } }]
    const request = { model: 'fake-gpt', messages, tools, tool_choice: 'required' as const }
    const whole = await client.chat.completions.create(request)
    const streamed = await client.chat.completions.stream(request).finalChatCompletion()
    for (const answer of [whole, streamed]) {
      const call = answer.choices[0]?.message.tool_calls?.[0]
      expect(answer.choices[0]?.finish_reason).toBe('tool_calls')
      if (call?.type !== 'function') throw new Error('no function call')
      expect(call.function.name).toBe('weather')
      expect(JSON.parse(call.function.arguments)).toEqual({ city: 'Paris', days: 1 })
    }
  })
})

describe('streams', () => {
  test('carry usage only when asked, in a last chunk without choices', async () => {
    const chunks = await Array.fromAsync(await client.chat.completions.create(streamBody({ tokens: 4 }, true)))
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } })
    expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true)
    const bare = await Array.fromAsync(await client.chat.completions.create(streamBody({ tokens: 4 })))
    expect(bare.some((chunk) => 'usage' in chunk)).toBe(false)
    expect(bare.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('The quick brown fox')
  })

  test('keep the pace asked for', async () => {
    const sleep = spyOn(Bun, 'sleep')
    await Array.fromAsync(await client.chat.completions.create(streamBody({ tokens: 10, delay_ms: 3 })))
    expect(sleep.mock.calls.filter(([ms]) => ms === 3)).toHaveLength(10)
    sleep.mockRestore()
  })

  test('put the tokens delivered before a hang-up on the invoice', async () => {
    const stream = await client.chat.completions.create(streamBody({ tokens: 1000, delay_ms: 2 }))
    let seen = 0
    for await (const chunk of stream) {
      if (chunk.choices[0]?.delta.content) seen++
      if (seen === 5) stream.controller.abort()
    }
    await upstream.invoice.settled()
    const [line] = upstream.invoice.lines
    expect(line?.outcome).toBe('aborted')
    expect(line?.completionTokens).toBeGreaterThanOrEqual(5)
    expect(line?.completionTokens).toBeLessThan(50)
  })

  test('a cut resets the connection after the chunks before it', async () => {
    const stream = await client.chat.completions.create(streamBody({ tokens: 20, cut_after: 3 }))
    let text = ''
    const read = async () => {
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
    }
    await expect(read()).rejects.toThrow()
    await upstream.invoice.settled()
    expect(text).toBe('The quick brown')
    expect(upstream.invoice.lines[0]).toMatchObject({ outcome: 'broken', completionTokens: 3 })
  })

  test('a stall lasts until the caller hangs up', async () => {
    const stream = await client.chat.completions.create(streamBody({ tokens: 20, stall_after: 2 }))
    setTimeout(() => stream.controller.abort(), 60)
    const chunks = await Array.fromAsync(stream)
    await upstream.invoice.settled()
    expect(chunks.filter((chunk) => chunk.choices[0]?.delta.content)).toHaveLength(2)
    expect(upstream.invoice.lines[0]).toMatchObject({ outcome: 'aborted', completionTokens: 2 })
  })

  test('a malformed event breaks the SDK', async () => {
    const stream = await client.chat.completions.create(streamBody({ malformed_after: 1 }))
    await expect(Array.fromAsync(stream)).rejects.toThrow(SyntaxError)
  })

  test('the older text API streams too', async () => {
    const stream = await client.completions.create({ model: 'fake-gpt@tokens=3', prompt: 'one two', stream: true })
    const chunks = await Array.fromAsync(stream)
    expect(chunks.map((chunk) => chunk.choices[0]?.text).join('')).toBe('The quick brown')
    expect(upstream.invoice.total()).toMatchObject({ promptTokens: 2, completionTokens: 3 })
  })
})

describe('refusals', () => {
  const call = (model: string, apiKey = 'sk-good') =>
    client.withOptions({ apiKey }).chat.completions.create({ model, messages })

  test('a bad key is a 401 invalid_api_key', async () => {
    const error = await call('fake-gpt', 'sk-bad-key').catch((reason) => reason)
    expect(error).toBeInstanceOf(AuthenticationError)
    expect(error.code).toBe('invalid_api_key')
  })

  test('a rate limit carries retry-after', async () => {
    const error = await call('fake-gpt@error=429&retry_after=7').catch((reason) => reason)
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error.headers.get('retry-after')).toBe('7')
    expect(error.code).toBe('rate_limit_exceeded')
  })

  test.each([400, 403, 404, 500, 502, 503])('status %d', async (status) => {
    expect(await call(`fake-gpt@error=${status}`).catch((reason) => reason.status)).toBe(status)
  })

  test('are not on the invoice and can be set for one key alone', async () => {
    upstream.set({ error: 'insufficient_quota' }, 'sk-empty')
    expect(await call('fake-gpt', 'sk-empty').catch((reason) => reason.code)).toBe('insufficient_quota')
    await call('fake-gpt', 'sk-full')
    expect(upstream.invoice.lines.map((line) => line.apiKey)).toEqual(['sk-full'])
  })

  test('an unknown path is a 404 with a request id', async () => {
    const error = await client.get<never>('/nowhere').catch((reason) => reason)
    expect(error).toBeInstanceOf(NotFoundError)
    expect(error.requestID).toStartWith('req_')
  })
})

describe('other endpoints', () => {
  test('embeddings are the same vector in both encodings', async () => {
    const request = { model: 'fake-embedding', input: ['one two', 'three'], dimensions: 8 }
    const packed = await client.embeddings.create(request)
    const plain = await client.embeddings.create({ ...request, encoding_format: 'float' })
    expect(packed.data.map((row) => row.embedding)).toEqual(plain.data.map((row) => row.embedding))
    expect(packed.data[0]?.embedding).not.toEqual(packed.data[1]?.embedding)
    expect(packed.usage.prompt_tokens).toBe(3)
  })

  test('moderations flag one word', async () => {
    const { results } = await client.moderations.create({ input: ['pure violence', 'peace'] })
    expect(results.map((result) => result.flagged)).toEqual([true, false])
  })

  test('models are listed and found', async () => {
    const models = await Array.fromAsync(await client.models.list())
    expect(models.map((model) => model.id)).toContain('fake-gpt')
    expect((await client.models.retrieve('fake-gpt')).object).toBe('model')
  })

  test('billing shows the credit of the key', async () => {
    upstream.set({ hard_limit_usd: 12, used_usd: 3.5 })
    expect(await client.get('/dashboard/billing/subscription')).toMatchObject({ hard_limit_usd: 12 })
    expect(await client.get('/dashboard/billing/usage')).toMatchObject({ total_usage: 350 })
  })

  test('requests are kept byte for byte', async () => {
    const raw = '{"zero":0,  "model":"fake-gpt","messages":[{"role":"user","content":"\\u00e9"}], "unknown":{"a":null}}'
    const headers = { authorization: 'Bearer sk-good', 'content-type': 'application/json', 'x-mine': '1' }
    await fetch(`${upstream.url}/v1/chat/completions?a=1`, { method: 'POST', headers, body: raw })
    const last = upstream.requests.at(-1)
    expect(new TextDecoder().decode(last?.body)).toBe(raw)
    expect(last?.headers['x-mine']).toBe('1')
    expect(last?.path).toBe('/v1/chat/completions')
  })
})
