import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type Listening, listen } from '#test/harness/listening.ts'
import { refused } from '#test/harness/relay.ts'
import { relaySite } from '#test/harness/relay-site.ts'

/** Bytes that no JSON library would write the same way. */
const request = (model: string, more = '') =>
  `{ "temperature":0,\t"top_p":0.0, "seed":null,"model" :"${model}","x_unknown":{"zeta":[0,false,""],"alpha":1e2},` +
  `"messages":[{"role":"user","content":"\\u00e9 \\"quoted\\" {braces}"}],"temperature":0 ${more}}\n`
const ANSWER =
  '{"zeta":0, "id":"1","choices":[{"message":{"content":"\\u00e9","odd":null}}],\n' +
  '"usage":{"prompt_tokens":5,"completion_tokens":7,"total_tokens":12,"new":{}},"choices2":[] }'
const EVENTS = [
  ': a comment\n\n',
  'data: {"zeta":0, "choices":[{"delta":{"content":"\\u00e9", "odd":null}}],"usage":null}\n\n',
  'event: message\nid: 1\ndata:{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
]
const USAGE = 'data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":7}}\n\n'
const DONE = 'data: [DONE]\n\n'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let odd: Listening
  let token: string
  const received: { url: string; body: string; headers: Headers }[] = []

  beforeAll(async () => {
    token = await relay.token()
    odd = listen(async (incoming) => {
      const body = await incoming.text()
      received.push({ url: incoming.url, body, headers: incoming.headers })
      if (body.includes('"stream":true')) {
        const headers = { 'content-type': 'text/event-stream' }
        return new Response(EVENTS.join('') + USAGE + DONE, { headers })
      }
      return new Response(ANSWER, { headers: { 'content-type': 'application/json; charset=utf-8' } })
    })
  }, START_MS)
  afterAll(async () => {
    await odd.stop()
  })

  async function modelAt(fields: Record<string, unknown> = {}) {
    const model = relay.model()
    await relay.channel({ models: model, base_url: odd.url, ...fields })
    return model
  }
  const send = (body: string, headers = {}) => relay.post('/v1/chat/completions', token, body, headers)
  const last = () => received.at(-1) ?? { url: '', body: '', headers: new Headers() }

  describe('JSON', () => {
    test('a large body is edited and converted as a small one, wherever it is long', async () => {
      const texts = Array.from({ length: 89 }, (_, index) => `${index} "quoted" \u4e2d\n${'x'.repeat(20_000)}`)
      const messages = texts.map((content, index) => ({ role: index % 2 ? 'assistant' : 'user', content }))

      const model = relay.model()
      await relay.channel({
        models: model,
        base_url: odd.url,
        model_mapping: JSON.stringify({ [model]: 'upstream-model' }),
      })
      const response = await send(JSON.stringify({ model, messages, stream: true, seed: 1 }))
      expect(response.status).toBe(200)
      await response.text()
      const edited = {
        stream_options: { include_usage: true },
        model: 'upstream-model',
        messages,
        stream: true,
        seed: 1,
      }
      expect(last().body).toBe(JSON.stringify(edited))

      const other = await modelAt({ type: 14 })
      const small = { model: other, messages: messages.slice(0, 3), seed: 1 }
      await (await send(JSON.stringify(small))).text()
      const whole = JSON.parse(last().body) as { messages: { role: string; content: unknown }[] }
      await (await send(JSON.stringify({ ...small, messages }))).text()
      const converted = JSON.parse(last().body) as typeof whole
      expect({ ...converted, messages: [] }).toEqual({ ...whole, messages: [] })
      expect(converted.messages.length).toBe(89)
      expect(texts.every((text) => last().body.includes(JSON.stringify(text)))).toBe(true)
    })

    test('both bodies pass byte for byte', async () => {
      const body = request(await modelAt())
      const response = await send(body)
      expect(await response.text()).toBe(ANSWER)
      expect(last().body).toBe(body)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    })

    test('that the upstream calls a page is none under our address', async () => {
      const page = listen(async () => new Response(ANSWER, { headers: { 'content-type': 'text/html; charset=utf-8' } }))
      const response = await send(request(await modelAt({ base_url: page.url })))
      expect(await response.text()).toBe(ANSWER)
      expect(response.headers.get('content-type')).toBe('application/json')
      await page.stop()
    })

    test('the upstream gets its own key and nothing of the caller', async () => {
      const body = request(await modelAt({ openai_organization: 'org-1' }))
      await send(body, { cookie: 'session=secret', 'x-forwarded-for': '9.9.9.9', 'user-agent': 'mine', accept: 'a/b' })
      const { headers } = last()
      expect(headers.get('authorization')).toMatch(/^Bearer sk-upstream-\d+$/)
      expect(headers.get('openai-organization')).toBe('org-1')
      expect(headers.get('accept')).toBe('a/b')
      expect(headers.get('content-type')).toBe('application/json')
      for (const name of ['cookie', 'x-forwarded-for']) expect(headers.get(name)).toBeNull()
      expect(headers.get('user-agent')).not.toBe('mine')
    })

    test('a mapped model is the one thing that changes', async () => {
      const model = relay.model()
      await relay.channel({
        models: model,
        base_url: odd.url,
        model_mapping: JSON.stringify({ [model]: 'real/"name"' }),
      })
      const body = request(model)
      await send(body)
      expect(last().body).toBe(body.replace(`"${model}"`, '"real/\\"name\\""'))
      const [row] = await relay.charges(model, 1)
      expect(row?.receipt.upstream_model).toBe('real/"name"')
    })

    test.each([
      ['the model twice', (model: string) => `{"model":"dear","messages":[],"model":"${model}"}`],
      ['the model in other letters', (model: string) => `{"model":"${model}","messages":[],"Model":"dear"}`],
      ['the model behind an escape', (model: string) => `{"model":"${model}","messages":[],"MOD\\u0045L":"dear"}`],
      ['both ways of answering', (model: string) => `{"model":"${model}","messages":[],"stream":false,"Stream":true}`],
      ['other messages', (model: string) => `{"model":"${model}","messages":[],"Messages":[{}]}`],
      [
        'other messages in a large body',
        (model: string) => {
          return `{"model":"${model}","messages":["${'x'.repeat(70_000)}"],"messages":[]}`
        },
      ],
      [
        'options of a megabyte',
        (model: string) => request(model, `,"stream_options":{"a":"${'x'.repeat(1024 * 1024)}"}`),
      ],
    ])('a body that other readers read differently is refused: %s', async (_what, write) => {
      const body = write(await modelAt())
      const before = received.length
      expect(await refused(await send(body))).toMatchObject({ status: 400, code: 'body_invalid' })
      expect(received.length).toBe(before)
    })

    test('a body of 400 KB passes unchanged, blanks and all', async () => {
      const body = request(await modelAt(), `, "padding": "${'é{"\\u0000 '.replaceAll('"', '\\"').repeat(40_000)}"`)
      expect(Buffer.byteLength(body)).toBeGreaterThan(400_000)
      expect((await send(body)).status).toBe(200)
      expect(last().body).toBe(body)
    })

    test('a custom channel is called at its own address, with the model in it', async () => {
      const model = relay.model()
      const mapping = JSON.stringify({ [model]: 'a b' })
      await relay.channel({ type: 8, models: model, base_url: `${odd.url}/run/{model}?v=1`, model_mapping: mapping })
      await send(request(model))
      expect(last().url).toBe(`${odd.url}/run/a%20b?v=1`)
    })
  })

  describe('a stream', () => {
    test('passes byte for byte; the wish for usage is the one thing added, the usage chunk the one taken out', async () => {
      const body = request(await modelAt(), ', "stream":true')
      const response = await send(body)
      expect(await response.text()).toBe(EVENTS.join('') + DONE)
      expect(last().body).toBe(body.replace('{', '{"stream_options":{"include_usage":true},'))
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('x-accel-buffering')).toBe('no')
    })

    test('of a caller who wants usage passes unchanged both ways', async () => {
      const body = request(await modelAt(), ', "stream":true, "stream_options" : {"include_usage" : true, "x":0}')
      expect(await (await send(body)).text()).toBe(EVENTS.join('') + USAGE + DONE)
      expect(last().body).toBe(body)
    })

    test('keeps the other stream options of a caller', async () => {
      const body = request(await modelAt(), ', "stream":true, "stream_options": { "include_obfuscation":false }')
      await (await send(body)).text()
      expect(last().body).toBe(body.replace('{ "include_obfuscation"', '{"include_usage":true, "include_obfuscation"'))
    })

    test('replaces stream options that are null or false to usage', async () => {
      for (const options of ['null', '{"include_usage":false}']) {
        const body = request(await modelAt(), `, "stream":true, "stream_options":${options}`)
        await (await send(body)).text()
        expect(last().body).toBe(body.replace(`s":${options}`, 's":{"include_usage":true}'))
      }
    })

    test('is charged what the upstream reports', async () => {
      const model = await modelAt()
      await (await send(request(model, ', "stream":true'))).text()
      const [row] = await relay.charges(model, 1)
      expect(row).toMatchObject({ quota: 5 + 7 * 2, prompt: 5, completion: 7, stream: true })
      expect(row?.receipt).toMatchObject({ usage_source: 'upstream', end_reason: 'stop' })
    })
  })
})
