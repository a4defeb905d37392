import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type Listening, listen } from '#test/harness/listening.ts'
import { refused } from '#test/harness/relay.ts'
import { relaySite } from '#test/harness/relay-site.ts'

/** Bytes that no JSON library would write the same way. */
const request = (model: string, more = '') =>
  `{ "temperature":0.0,\t"x_unknown":{"zeta":[0,false,""],"alpha":1e2},"model" :"${model}","tools":[{"type":"web_search"}],` +
  `"previous_response_id":"resp_0", "input":[{"type":"item_reference","id":"msg_\\u00e9"}]${more}}\n`
const USAGE =
  '{"input_tokens":50,"input_tokens_details":{"cached_tokens":40},"output_tokens":9,' +
  '"output_tokens_details":{"reasoning_tokens":4},"total_tokens":59, "new":{}}'
const ANSWER = `{"zeta":0, "id":"resp_1","object":"response","status":"completed","error":null,"output":[],\n"usage":${USAGE} }`

const event = (type: string, more: string, sequence = 1) =>
  `event: ${type}\ndata: {"type":"${type}", "sequence_number":${sequence},${more}}\n\n`
const CREATED = event('response.created', '"response":{"id":"resp_1","created_at":5,"model":"m","error":null}', 0)
const DELTA = event(
  'response.output_text.delta',
  '"item_id":"msg_1","output_index":0,"delta":"\\u00e9 odd words", "odd":null',
)
const SEARCH = event('response.web_search_call.searching', '"item_id":"ws_1","output_index":1', 2)
const COMPLETED = event('response.completed', `"response":{"id":"resp_1","status":"completed","usage":${USAGE}}`, 3)
const EVENTS = { headers: { 'content-type': 'text/event-stream' } }

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let odd: Listening
  let token: string
  let stream = [CREATED, DELTA, SEARCH, COMPLETED]
  const received: { url: string; body: string }[] = []

  beforeAll(async () => {
    token = await relay.token()
    odd = listen(async (incoming) => {
      const body = await incoming.text()
      received.push({ url: incoming.url, body })
      if (body.includes('"stream":true')) return new Response(stream.join(''), EVENTS)
      return new Response(ANSWER, { headers: { 'content-type': 'application/json; charset=utf-8' } })
    })
  }, START_MS)
  afterAll(async () => {
    await odd.stop()
  })

  async function modelAt(fields: Record<string, unknown> = {}) {
    const model = relay.model()
    await relay.channel({ models: model, base_url: odd.url, ...fields })
    await relay.option('CacheRatio', { [model]: 0.5 })
    return model
  }
  const send = (body: string) => relay.post('/v1/responses', token, body)
  const STREAM = ', "stream":true'
  /** 10 fresh, 40 cached at half the price, 9 of output at twice the price. */
  const PRICE = 10 + 20 + 18

  test('a whole answer passes byte for byte, both ways, whatever it refers to', async () => {
    const model = await modelAt()
    const response = await send(request(model))
    expect(await response.text()).toBe(ANSWER)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(received.at(-1)).toEqual({ url: `${odd.url}/v1/responses`, body: request(model) })
    const [row] = await relay.charges(model, 1)
    expect(row).toMatchObject({ quota: PRICE, prompt: 50, completion: 9 })
    expect(row?.receipt.usage).toEqual({ input: 10, cacheRead: 40, output: 9, reasoning: 4 })
  })

  test('a mapped model is the one thing that changes', async () => {
    const model = relay.model()
    await relay.channel({ models: model, base_url: odd.url, model_mapping: JSON.stringify({ [model]: 'gpt-4.1' }) })
    await send(request(model))
    expect(received.at(-1)?.body).toBe(request(model).replace(`"${model}"`, '"gpt-4.1"'))
  })

  test('a stream passes byte for byte, and is billed once, by its last event', async () => {
    stream = [CREATED, DELTA, SEARCH, COMPLETED]
    const model = await modelAt()
    const response = await send(request(model, STREAM))
    expect(await response.text()).toBe(stream.join(''))
    expect(received.at(-1)?.body).toBe(request(model, STREAM))
    const [row] = await relay.charges(model, 1)
    expect(row).toMatchObject({ quota: PRICE, prompt: 50, completion: 9, stream: true })
  })

  describe('a stream that goes wrong ends with the events of the format, numbered behind the others', () => {
    const failed =
      '"response":{"id":"resp_1","status":"failed","error":{"code":"server_error","message":"Sorry, sk-secret-1."}}'
    test.each<[string, string]>([
      ['fails', event('response.failed', failed, 2)],
      [
        'has an error as documented',
        event('error', '"code":"server_error","message":"Sorry, sk-secret-1.","param":null', 2),
      ],
      ['has an error as sent', event('error', '"error":{"code":"server_error","message":"Sorry, sk-secret-1."}', 2)],
    ])('because it %s', async (_name, last) => {
      stream = [CREATED, DELTA, last]
      const model = await modelAt()
      const [error, end, ...rest] = eventsIn(
        (await (await send(request(model, STREAM))).text()).slice((CREATED + DELTA).length),
      )
      expect(rest).toEqual([])
      expect(error).toMatchObject({ type: 'error', code: 'server_error', error: { code: 'server_error' } })
      expect(end).toMatchObject({
        type: 'response.failed',
        response: { id: 'resp_1', model: 'm', status: 'failed', error: { code: 'server_error' } },
      })
      expect(error.sequence_number).toBeGreaterThan(1)
      expect(end.sequence_number).toBe(error.sequence_number + 1)
      expect(end.response.error.message).toStartWith('Sorry, sk-*** (request id: ')
      const [row] = await relay.charges(model, 1)
      expect(row).toMatchObject({ completion: 3, receipt: { end_reason: 'upstream_error', usage_source: 'estimated' } })
    })

    test('because it breaks off', async () => {
      stream = [CREATED, DELTA]
      const model = await modelAt()
      const text = await (await send(request(model, STREAM))).text()
      const [error, end] = eventsIn(text.slice((CREATED + DELTA).length))
      expect(error).toMatchObject({ type: 'error', sequence_number: 2, code: 'upstream_cut' })
      expect(end).toMatchObject({ type: 'response.failed', sequence_number: 3, response: { id: 'resp_1' } })
    })
  })

  const OPENING = [CREATED, event('response.in_progress', '"response":{"id":"resp_1","error":null}')]
  const QUOTA = '"error":{"type":"insufficient_quota","code":"insufficient_quota","message":"no"}'
  test.each([
    ['at once', [event('error', QUOTA, 0)]],
    [
      'behind the opening',
      [...OPENING, event('error', QUOTA, 2), event('response.failed', `"response":{${QUOTA}}`, 3)],
    ],
    ['as a response that failed', [...OPENING, event('response.failed', `"response":{${QUOTA}}`, 2)]],
    ['by ending', OPENING],
  ])('a refusal that comes %s is tried at another channel', async (_name, events) => {
    stream = events
    const model = await modelAt({ priority: 9 })
    await relay.channel({ models: model })
    expect(await (await send(`{"model":"${model}","input":"hi"${STREAM}}`)).text()).toContain('The quick')
  })

  describe('a conversation', () => {
    const ask = async (model: string, key: string) => {
      const body = `{"model":"${model}","input":"hi","prompt_cache_key":"${key}"}`
      await send(body)
      const { headers } = relay.upstream.requests.findLast((one) => Buffer.from(one.body).toString() === body)!
      return headers.authorization
    }

    test('stays with its channel', async () => {
      const model = relay.model()
      for (const _ of [1, 2, 3]) await relay.channel({ models: model })
      const used = new Set<string | undefined>()
      for (const key of 'abcdefghij') {
        const first = await ask(model, key)
        for (const _ of [1, 2]) expect(await ask(model, key)).toBe(first)
        used.add(first)
      }
      expect(used.size).toBe(3)
    })

    test.each([
      ['invalid_encrypted_content', 'The encrypted content could not be verified.'],
      ['previous_response_not_found', "Previous response with id 'resp_0' not found."],
    ])('that another account keeps is tried there, and the channel has not failed: %s', async (code, message) => {
      const home = listen(() =>
        Response.json({ error: { message, type: 'invalid_request_error', code } }, { status: 400 }),
      )
      const model = relay.model()
      const { id } = await relay.channel({ models: model, base_url: home.url })
      for (const _ of [1, 2, 3, 4]) {
        expect((await refused(await send(`{"model":"${model}","input":"hi"}`))).code).toBe(code)
      }
      await relay.channel({ models: model })
      const keys = [...'abcdefghij']
      for (const key of keys) {
        const response = await send(`{"model":"${model}","input":"hi","prompt_cache_key":"${key}"}`)
        expect(response.status).toBe(200)
      }
      // A channel that has failed would be tried last.
      const rows = await relay.charges(model, keys.length)
      expect(rows.map(({ receipt }) => receipt.admin_info?.use_channel?.[0])).toContain(String(id))
      await home.stop()
    })
  })

  describe('at Azure', () => {
    const AZURE = 3
    test.each([
      ['2025-03-01-preview', '/openai/responses?api-version=2025-03-01-preview'],
      ['v1', '/openai/v1/responses'],
      ['preview', '/openai/v1/responses?api-version=preview'],
    ])('version %s has them', async (other, path) => {
      const model = await modelAt({ type: AZURE, other })
      expect(await (await send(request(model))).text()).toBe(ANSWER)
      expect(received.at(-1)).toEqual({ url: odd.url + path, body: request(model) })
    })

    test('older versions have not: a call is converted', async () => {
      const model = await modelAt({ type: AZURE, other: '2024-10-21' })
      await send(`{"model":"${model}","input":"hi"}`)
      const { url, body } = received.at(-1) ?? { url: '', body: '' }
      expect(url).toBe(`${odd.url}/openai/deployments/${model}/chat/completions?api-version=2024-10-21`)
      expect(JSON.parse(body)).toEqual({ model, messages: [{ role: 'user', content: 'hi' }] })
    })
  })
})

// biome-ignore lint/suspicious/noExplicitAny: what the tests look into
const eventsIn = (text: string): any[] => [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data))
