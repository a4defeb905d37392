import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { APIError, BadRequestError, RateLimitError } from 'openai'
import { probeChannel, testChannel } from '#contract/api/channel-checks.ts'
import { BAIDU_KEY, startFakeBaidu } from '#test/fake-upstream/baidu.ts'
import { SPARK_KEY, startFakeSpark } from '#test/fake-upstream/spark.ts'
import { startFakeTencent, TENCENT_KEY } from '#test/fake-upstream/tencent.ts'
import { PROMPT_TOKENS } from '#test/fake-upstream/vendor.ts'
import { startFakeZhipu, ZHIPU_KEY } from '#test/fake-upstream/zhipu.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { failureOf, sdkSite, textOf, WITH_USAGE } from '#test/harness/sdk-site.ts'
import { until } from '#test/harness/until.ts'

const messages = [{ role: 'user' as const, content: '你好' }]
const tools = [
  {
    type: 'function' as const,
    function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  },
]
const tool = { name: 'weather', arguments: '{"city":"北京"}' }
const pieces = ['你好', '，\n', ' 我在', '。']
const text = pieces.join('')

/** Codes by what they mean: a dead credential, too many calls, a fault of the caller, a failure midway. */
const VENDORS = [
  {
    name: 'Baidu',
    type: 15,
    key: BAIDU_KEY,
    upstream: 'ERNIE-4.0-8K',
    start: startFakeBaidu,
    calls: true,
    dead: 15,
    busy: 18,
    fault: 336003,
    midway: 336100,
  },
  {
    name: 'Zhipu',
    type: 16,
    key: ZHIPU_KEY,
    upstream: 'chatglm_turbo',
    start: startFakeZhipu,
    calls: false,
    dead: 1110,
    busy: 1302,
    fault: 1214,
    midway: 1234,
  },
  {
    name: 'Tencent',
    type: 23,
    key: TENCENT_KEY,
    upstream: 'hunyuan-pro',
    start: startFakeTencent,
    calls: true,
    dead: 'ResourceUnavailable.InArrears',
    busy: 'RequestLimitExceeded',
    fault: 'OperationDenied.TextIllegalDetected',
    midway: 2003,
  },
  {
    name: 'iFlytek',
    type: 18,
    key: SPARK_KEY,
    upstream: 'SparkDesk-v3.5',
    start: startFakeSpark,
    calls: true,
    dead: 11200,
    busy: 10007,
    fault: 10013,
    midway: 10014,
  },
] as const

/** OpenAI's SDK as the caller, the formats of vendors in China as the upstream's. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)

  beforeAll(async () => {
    await site.relay.option('AutomaticDisableChannelEnabled', true)
  })

  describe.each(VENDORS.map((vendor) => [vendor.name, vendor] as const))('%s', (_, vendor) => {
    const fake = vendor.start()
    const channel = (fields: Record<string, unknown> = {}) => {
      const model_mapping = JSON.stringify({ [site.model]: vendor.upstream })
      return site.relay.channel({
        type: vendor.type,
        key: vendor.key,
        base_url: fake.url,
        models: site.model,
        model_mapping,
        ...fields,
      })
    }

    beforeEach(() => {
      fake.behave({ pieces })
    })
    afterAll(() => fake.stop())

    test('a chat, billed as the vendor counts', async () => {
      await channel()
      const answer = await site.chat({
        messages: [{ role: 'system', content: 'Be brief.' }, ...messages],
        temperature: 0,
        top_p: 1,
        max_tokens: 1,
      })
      expect(answer.model).toBe(site.model)
      expect(answer.choices).toMatchObject([{ message: { content: text }, finish_reason: 'stop' }])
      expect(answer.usage).toMatchObject({ prompt_tokens: PROMPT_TOKENS, completion_tokens: 4, total_tokens: 7 })
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ quota: PROMPT_TOKENS + 2 * 4, receipt: { usage_source: 'upstream' } })
    })

    test('a stream that is cut into parts of three bytes', async () => {
      fake.behave({ pieces, split: 3 })
      await channel()
      const chunks = await site.stream(WITH_USAGE)
      expect(textOf(chunks)).toBe(text)
      expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
      expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: PROMPT_TOKENS, completion_tokens: 4 })
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ quota: PROMPT_TOKENS + 2 * 4, stream: true, receipt: { end_reason: 'stop' } })
    })

    test('answers without usage are billed by an estimate', async () => {
      fake.behave({ pieces, usage: false })
      await channel()
      const told = [(await site.chat()).usage, (await site.stream(WITH_USAGE)).at(-1)?.usage]
      const rows = await site.relay.charges(site.model, 2)
      // What is billed is what the caller is told, and not that nothing was used.
      expect(told.map((usage) => [usage?.prompt_tokens, usage?.completion_tokens])).toEqual(
        rows.map(({ prompt, completion }) => [prompt, completion]),
      )
      for (const row of rows) {
        expect(row.receipt.usage_source).toBe('estimated')
        expect(row.completion).toBeGreaterThan(0)
      }
    })

    test('a stream that breaks off is told honestly, and what was delivered is paid', async () => {
      fake.behave({ pieces, cutAfter: 2 })
      await channel()
      expect(await failureOf(site.stream())).toBeInstanceOf(APIError)
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.receipt.end_reason).toBe('upstream_error')
      expect(row?.completion).toBeGreaterThan(0)
    })

    test('a stream that goes wrong midway tells why', async () => {
      fake.behave({ pieces, errorAfter: { pieces: 2, code: vendor.midway } })
      await channel()
      expect(await failureOf(site.stream())).toMatchObject({ code: String(vendor.midway) })
      expect((await site.relay.charges(site.model, 1))[0]?.receipt.end_reason).toBe('upstream_error')
    })

    test.each([false, true])(
      'a fault of the caller is told once and not tried elsewhere (stream: %p)',
      async (streamed) => {
        fake.behave({ error: vendor.fault })
        await channel({ priority: 9 })
        await site.relay.channel({ models: site.model })
        const error = await failureOf(streamed ? site.stream() : site.chat())
        expect(error).toBeInstanceOf(BadRequestError)
        expect(error).toMatchObject({ code: String(vendor.fault) })
        expect(await site.relay.charges(site.model)).toEqual([])
      },
    )

    test.each([false, true])('a busy vendor is left for another channel (stream: %p)', async (streamed) => {
      fake.behave({ error: vendor.busy })
      const { id } = await channel({ priority: 9 })
      expect(await failureOf(streamed ? site.stream() : site.chat())).toBeInstanceOf(RateLimitError)
      await site.relay.channel({ models: site.model })
      const said = streamed ? textOf(await site.stream()) : (await site.chat()).choices[0]?.message.content
      expect(said).toStartWith('The quick')
      expect(site.relay.server.services.channels.byId(id)?.status).toBe(1)
    })

    test('a dead credential ends the channel, and its words go to nobody', async () => {
      fake.behave({ error: vendor.dead })
      const { id } = await channel()
      const error = await failureOf(site.chat())
      expect(error).toMatchObject({ status: 502, code: 'upstream_auth' })
      await until(() => site.relay.server.services.channels.byId(id)?.status === 3)
    })

    test('a key with another secret is refused', async () => {
      const { id } = await channel({ key: `${vendor.key}x` })
      const error = await failureOf(site.chat())
      expect(error).toMatchObject({ status: 502, code: 'upstream_auth' })
      expect(String(error)).not.toContain(vendor.key.slice(-10))
      await until(() => site.relay.server.services.channels.byId(id)?.status === 3)
    })

    test('a channel test', async () => {
      const { id } = await channel()
      const tested = await site.relay.root.call(testChannel, { params: { id }, query: { model: site.model } })
      expect(tested).toMatchObject({ success: true })
      fake.behave({ error: vendor.busy })
      const failed = await site.relay.root.call(testChannel, { params: { id }, query: { model: site.model } })
      expect(failed).toMatchObject({ success: false })
      expect(failed.message).toContain('429')
    })

    test('tools', async () => {
      fake.behave({ tool, pieces })
      await channel()
      if (!vendor.calls) {
        expect(await failureOf(site.chat({ tools }))).toMatchObject({ status: 400, code: 'convert_request_failed' })
        return
      }
      const called = { type: 'function' as const, function: tool }
      const [choice] = (await site.chat({ tools })).choices
      expect(choice).toMatchObject({ finish_reason: 'tool_calls', message: { tool_calls: [called] } })
      const final = await site.client.chat.completions
        .stream({ model: site.model, messages, tools })
        .finalChatCompletion()
      expect(final.choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { tool_calls: [called] } })
      fake.behave({ pieces })
      const id = choice?.message.tool_calls?.[0]?.id ?? ''
      const answer = await site.chat({
        tools,
        messages: [...messages, choice!.message, { role: 'tool', tool_call_id: id, content: 'sunny' }],
      })
      expect(answer.choices[0]?.message.content).toBe(text)
    })
  })

  describe('Baidu’s tokens', () => {
    const fake = startFakeBaidu()
    afterAll(() => fake.stop())
    const channel = () => {
      const model_mapping = JSON.stringify({ [site.model]: 'ERNIE-4.0-8K' })
      return site.relay.channel({ type: 15, key: BAIDU_KEY, base_url: fake.url, models: site.model, model_mapping })
    }
    test('are bought once, and once more when they end early', async () => {
      await channel()
      for (let call = 0; call < 3; call++) await site.client.chat.completions.create({ model: site.model, messages })
      expect(fake.bought).toBe(1)
      fake.expire()
      const stream = await site.client.chat.completions.create({ model: site.model, messages, stream: true })
      for await (const _ of stream);
      expect(fake.bought).toBe(2)
      const rows = await site.relay.charges(site.model, 4)
      expect(new Set(rows.map(({ quota }) => quota)).size).toBe(1)
    })
    test('that end early under many calls at once end none of them, nor the channel', async () => {
      const { id } = await channel()
      await site.client.chat.completions.create({ model: site.model, messages })
      const before = fake.bought
      fake.expire()
      const calls = Array.from({ length: 8 }, () =>
        site.client.chat.completions.create({ model: site.model, messages }),
      )
      expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(calls.map(() => 'fulfilled'))
      expect(fake.bought).toBe(before + 1)
      expect(site.relay.server.services.channels.byId(id)?.status).toBe(1)
    })
  })

  describe('embeddings', () => {
    test.each([
      ['Baidu', 15, BAIDU_KEY, 'bge-large-zh', startFakeBaidu, [0.5, 0]],
      ['Tencent', 23, TENCENT_KEY, 'hunyuan-embedding', startFakeTencent, [0.1, 0]],
    ] as const)('of %s', async (_, type, key, upstream, start, first) => {
      const fake = start()
      const model_mapping = JSON.stringify({ [site.model]: upstream })
      await site.relay.channel({ type, key, base_url: fake.url, models: site.model, model_mapping })
      const answer = await site.client.embeddings.create({ model: site.model, input: ['a', 'b'] })
      expect(answer).toMatchObject({ object: 'list', model: site.model, usage: { prompt_tokens: 6, total_tokens: 6 } })
      expect(answer.data.map(({ index }) => index)).toEqual([0, 1])
      expect(answer.data[0]?.embedding.map((number) => Math.round(number * 1e6) / 1e6)).toEqual([...first])
      const plain = await site.client.embeddings.create({ model: site.model, input: 'a', encoding_format: 'float' })
      expect(plain.data).toHaveLength(1)
      expect((await site.relay.charges(site.model, 2)).map(({ quota }) => quota)).toEqual([6, 3])
      expect(await failureOf(site.client.embeddings.create({ model: site.model, input: [1, 2] }))).toMatchObject({
        status: 400,
      })
      await fake.stop()
    })
  })

  test('a version of Spark that only the channel knows, and a socket that is closed when the answer is there', async () => {
    const fake = startFakeSpark()
    await site.relay.channel({ type: 18, key: SPARK_KEY, base_url: fake.url, models: site.model, other: 'v3.1' })
    const answer = await site.client.chat.completions.create({ model: site.model, messages })
    expect(answer.choices[0]?.message.content).toBe('你好！')
    expect(fake.asked[0]).toMatchObject({ path: '/v3.1/chat', frame: { parameter: { chat: { domain: 'generalv3' } } } })
    await until(() => fake.closed === 1)
    await fake.stop()
  })

  test('an image for Tencent', async () => {
    const fake = startFakeTencent()
    const mapping = JSON.stringify({ [site.model]: 'hunyuan-vision' })
    await site.relay.channel({
      type: 23,
      key: TENCENT_KEY,
      base_url: fake.url,
      models: site.model,
      model_mapping: mapping,
    })
    const content = [
      { type: 'text' as const, text: 'look' },
      { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AAAA' } },
    ]
    await site.client.chat.completions.create({ model: site.model, messages: [{ role: 'user', content }] })
    const sent = JSON.parse(Buffer.from(fake.requests[0]!.body).toString())
    expect(sent.Messages[0].Contents[1]).toEqual({
      Type: 'image_url',
      ImageUrl: { Url: 'data:image/png;base64,AAAA' },
    })
    await fake.stop()
  })

  describe('a caller of Spark who hangs up', () => {
    const fake = startFakeSpark()
    afterAll(() => fake.stop())
    test.each([false, true])('closes the socket, and pays for what came (stream: %p)', async (stream) => {
      const mapping = JSON.stringify({ [site.model]: 'SparkDesk-v3.5' })
      await site.relay.channel({
        type: 18,
        key: SPARK_KEY,
        base_url: fake.url,
        models: site.model,
        model_mapping: mapping,
      })
      fake.behave({ pieces, stallAfter: 2 })
      const [asked, closed] = [fake.asked.length, fake.closed]
      const stop = new AbortController()
      const call = fetch(`${site.url}/v1/chat/completions`, {
        method: 'POST',
        signal: stop.signal,
        headers: { authorization: `Bearer ${await site.relay.token()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: site.model, messages, stream }),
      })
      if (stream) await (await call).body?.getReader().read()
      else await until(() => fake.asked.length > asked)
      stop.abort()
      await call.catch(() => {})
      await until(() => fake.closed > closed)
      const rows = await site.relay.charges(site.model, stream ? 1 : 0)
      expect(rows.map(({ receipt }) => receipt.end_reason)).toEqual(stream ? ['client_abort'] : [])
    })
  })

  test.each(VENDORS.map((vendor) => [vendor.name, vendor] as const))(
    'a form for %s passes, and shows no secret',
    async (_, { type, key, upstream, start }) => {
      const fake = start()
      const form = { type, base_url: fake.url, key, models: upstream }
      const response = await site.relay.server.request(probeChannel.path, {
        method: 'POST',
        headers: site.relay.root.headers,
        body: JSON.stringify(form),
      })
      const text = await response.text()
      const steps = text.split('\n\n').flatMap((event) => (event ? [JSON.parse(event.slice('data: '.length))] : []))
      expect(steps.map(({ step, verdict }) => `${step} ${verdict}`)).toEqual([
        ...['reach', 'key', 'models'].map((step) => `${step} not_offered`),
        'answer ok',
        'stream ok',
      ])
      for (const part of key.split('|').filter((one) => one.length > 8)) expect(text).not.toContain(part)
      expect(text).not.toMatch(/access_token=(?!\*\*\*)|authorization=(?!\*\*\*)/)
      await fake.stop()
    },
  )
})
