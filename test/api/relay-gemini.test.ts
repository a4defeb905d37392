import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { BadRequestError } from 'openai'
import { fetchChannelModels, testChannel } from '#contract/api/channel-checks.ts'
import { getChannel } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { startFakeMediaWorker } from '#test/fake-upstream/media-worker.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { testHonestStreams } from '#test/harness/honest-streams.ts'
import { failureOf, lastSent, sdkSite, textOf, WITH_USAGE } from '#test/harness/sdk-site.ts'
import { until } from '#test/harness/until.ts'

const GEMINI = 24
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const messages = [{ role: 'user' as const, content: 'three words here' }]
const parameters = { type: 'object', properties: { city: { type: 'string' } }, additionalProperties: false }
const tools = [{ type: 'function' as const, function: { name: 'weather', parameters } }]

/** OpenAI's SDK as the caller, Gemini's format as the upstream's. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh, { privateMedia: true })
  /** The behaviour of the upstream is written in the name that the channel maps to. */
  const behave = (behaviour: string, name = 'gemini-2.5-flash', fields = {}) =>
    site.relay.channel({
      type: GEMINI,
      models: site.model,
      model_mapping: JSON.stringify({ [site.model]: `${name}@${behaviour}` }),
      ...fields,
    })
  let asked = 0
  const media = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url }) {
      asked += 1
      return url.endsWith('.png') ? new Response(PNG) : new Response('gone', { status: 404 })
    },
  })
  const picture = (name: string) => [
    {
      role: 'user' as const,
      content: [
        { type: 'text' as const, text: 'look' },
        { type: 'image_url' as const, image_url: { url: `${media.url}${name}` } },
      ],
    },
  ]

  beforeEach(() => {
    asked = 0
    site.relay.upstream.invoice.clear()
    site.relay.upstream.requests.length = 0
  })
  afterAll(async () => {
    await media.stop(true)
  })

  const sent = () => lastSent(site.relay.upstream)

  test('a chat', async () => {
    const { key } = await behave('tokens=4')
    const answer = await site.client.chat.completions.create({
      model: site.model,
      messages: [{ role: 'system', content: 'Be brief.' }, ...messages],
      temperature: 0,
      max_completion_tokens: 100,
      stop: 'END',
    })
    expect(answer.choices).toMatchObject([
      { message: { role: 'assistant', content: 'The quick brown fox' }, finish_reason: 'stop' },
    ])
    expect(answer.usage).toMatchObject({ prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 })
    const { path, headers, json } = sent()
    expect(path).toBe('/v1beta/models/gemini-2.5-flash%40tokens%3D4:generateContent')
    expect(headers['x-goog-api-key']).toBe(key)
    expect(headers.authorization).toBeUndefined()
    expect(json).toMatchObject({
      contents: [{ role: 'user', parts: [{ text: 'three words here' }] }],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { temperature: 0, maxOutputTokens: 100, stopSequences: ['END'] },
    })
    expect(json.safetySettings[0]).toEqual({ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' })
    const [row] = await site.relay.charges(site.model, 1)
    expect(row).toMatchObject({ quota: 5 + 2 * 4, receipt: { usage_source: 'upstream', end_reason: 'stop' } })
  })

  test('the version of the interface is the channel’s', async () => {
    await behave('tokens=1', 'gemini-2.5-flash', { other: 'v1' })
    await site.client.chat.completions.create({ model: site.model, messages })
    expect(sent().path).toStartWith('/v1/models/')
  })

  test('cached input and thoughts are billed as what they are', async () => {
    await site.relay.option('CacheRatio', { [site.model]: 0.1 })
    await behave('tokens=5&prompt_tokens=100&cached_tokens=60&reasoning_tokens=30')
    const answer = await site.client.chat.completions.create({ model: site.model, messages, reasoning_effort: 'low' })
    expect(answer.choices[0]?.message).toMatchObject({ reasoning_content: 'Let me see.' })
    expect(answer.usage).toMatchObject({
      prompt_tokens: 100,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens: 35,
      completion_tokens_details: { reasoning_tokens: 30 },
    })
    expect(sent().json.generationConfig.thinkingConfig).toEqual({ includeThoughts: true, thinkingBudget: 1024 })
    const [row] = await site.relay.charges(site.model, 1)
    expect(row?.quota).toBe(40 + 6 + 2 * 35)
  })

  test('several answers', async () => {
    await behave('tokens=2')
    const answer = await site.client.chat.completions.create({ model: site.model, messages, n: 2 })
    expect(answer.choices.map(({ index, message }) => [index, message.content])).toEqual([
      [0, 'The quick'],
      [1, 'The quick'],
    ])
  })

  describe('a stream', () => {
    test('is chunks of one completion, and its usage is billed', async () => {
      await behave('reply=four+words+in+all')
      const chunks = await site.stream()
      expect(sent().path).toEndWith(':streamGenerateContent')
      expect(textOf(chunks)).toBe('four words in all')
      expect(chunks.filter(({ choices }) => choices[0]?.finish_reason)).toHaveLength(1)
      expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop')
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ quota: 3 + 2 * 4, stream: true, receipt: { usage_source: 'upstream' } })
    })

    test('tells its usage to who asks for it', async () => {
      await behave('tokens=4')
      const chunks = await site.stream(WITH_USAGE)
      expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } })
    })

    testHonestStreams(site, behave, 3)
  })

  describe('tools', () => {
    test('a call and its result, with the signature both ways', async () => {
      await behave('tool_call=true', 'gemini-3-flash-preview')
      const first = await site.client.chat.completions.create({ model: site.model, messages, tools })
      const [choice] = first.choices
      expect(choice?.finish_reason).toBe('tool_calls')
      const [call] = choice?.message.tool_calls ?? []
      expect(call).toMatchObject({
        type: 'function',
        function: { name: 'weather', arguments: '{"city":"Paris"}' },
        extra_content: { google: { thought_signature: expect.stringMatching(/^SwitchSealgc/) } },
      })
      expect(sent().json.tools).toEqual([
        { functionDeclarations: [{ name: 'weather', parametersJsonSchema: parameters }] },
      ])
      const result = { role: 'tool' as const, tool_call_id: call?.id ?? '', content: 'sunny' }
      await site.client.chat.completions.create({
        model: site.model,
        messages: [...messages, choice!.message, result],
        tools,
      })
      expect(sent().json.contents.slice(1)).toEqual([
        {
          role: 'model',
          parts: [{ functionCall: { name: 'weather', args: { city: 'Paris' } }, thoughtSignature: 'c2lnbmVk' }],
        },
        { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { output: 'sunny' } } }] },
      ])
    })

    test('a streamed call', async () => {
      await behave('tool_call=true')
      const final = await site.client.chat.completions
        .stream({ model: site.model, messages, tools })
        .finalChatCompletion()
      expect(final.choices[0]).toMatchObject({
        finish_reason: 'tool_calls',
        message: { tool_calls: [{ function: { name: 'weather', arguments: '{"city":"Paris"}' } }] },
      })
    })

    test('calls of two answers have different ids', async () => {
      await behave('tool_call=true')
      const ids = []
      for (let i = 0; i < 2; i++) {
        const { choices } = await site.client.chat.completions.create({ model: site.model, messages, tools })
        ids.push(choices[0]?.message.tool_calls?.[0]?.id)
      }
      expect(new Set(ids).size).toBe(2)
    })

    test('an older model gets a schema that it knows', async () => {
      await behave('tool_call=true', 'gemini-2.0-flash')
      const answer = await site.client.chat.completions.create({
        model: site.model,
        messages,
        tools,
        tool_choice: 'required',
      })
      expect(answer.choices[0]?.finish_reason).toBe('tool_calls')
    })
  })

  describe('images', () => {
    test('by address are fetched once, however many channels are tried', async () => {
      await behave('error=503', 'gemini-2.5-pro', { priority: 9 })
      await behave('tokens=2')
      const answer = await site.client.chat.completions.create({ model: site.model, messages: picture('a.png') })
      expect(answer.choices[0]?.message.content).toBe('The quick')
      const [, part] = sent().json.contents[0].parts
      expect(part).toEqual({ inlineData: { mimeType: 'image/png', data: PNG.toString('base64') } })
      expect(asked).toBe(1)
    })

    test('by address are fetched by the operator’s worker, as soon as there is one', async () => {
      await behave('tokens=2')
      const { url } = picture('a.png')[0]!.content[1]!.image_url as { url: string }
      const worker = startFakeMediaWorker('word', { [url]: () => new Response(PNG) })
      await site.relay.option('WorkerValidKey', 'word')
      await site.relay.option('WorkerUrl', worker.url)
      await site.client.chat.completions.create({ model: site.model, messages: picture('a.png') })
      await site.relay.option('WorkerUrl', '')
      expect(sent().json.contents[0].parts[1]).toEqual({
        inlineData: { mimeType: 'image/png', data: PNG.toString('base64') },
      })
      expect([worker.asked, asked]).toEqual([[{ url, key: 'word' }], 0])
      await worker.stop()
    })

    test('that cannot be fetched are the caller’s error, which names the part', async () => {
      const { id } = await behave('tokens=2', 'gemini-2.5-flash', { priority: 9 })
      await behave('tokens=2')
      const error = await failureOf(
        site.client.chat.completions.create({ model: site.model, messages: picture('none') }),
      )
      expect(error).toMatchObject({
        status: 400,
        code: 'convert_request_failed',
        param: 'messages[0].content[1].image_url.url',
      })
      expect(String(error)).toContain('was answered with status 404')
      expect(asked).toBe(1)
      expect(site.relay.upstream.requests).toHaveLength(0)
      expect((await site.relay.root.call(getChannel, { params: { id } })).data?.status).toBe(CHANNEL_STATUS.enabled)
      expect(await site.relay.charges(site.model)).toEqual([])
    })

    test('that a model draws are handed over', async () => {
      await behave('tokens=1', 'gemini-2.5-flash-image')
      const answer = await site.client.chat.completions.create({ model: site.model, messages })
      expect(answer.choices[0]?.message).toMatchObject({
        images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }],
      })
      const stream = await site.client.chat.completions.create({ model: site.model, messages, stream: true })
      const deltas: object[] = []
      for await (const { choices } of stream) deltas.push(choices[0]?.delta ?? {})
      expect(deltas.some((delta) => 'images' in delta)).toBe(true)
    })
  })

  describe('embeddings', () => {
    test('of several texts come in one answer, packed or not', async () => {
      await site.relay.channel({
        type: GEMINI,
        models: site.model,
        model_mapping: JSON.stringify({ [site.model]: 'gemini-embedding-001' }),
      })
      const request = { model: site.model, input: ['one text', 'another'], dimensions: 4 }
      const packed = await site.client.embeddings.create(request)
      const plain = await site.client.embeddings.create({ ...request, encoding_format: 'float' })
      for (const { object, data } of [packed, plain]) {
        expect(object).toBe('list')
        expect(data.map(({ index, embedding }) => [index, ...embedding])).toEqual([
          [0, 1, 0, 0, 0],
          [1, 1, 0, 0, 0],
        ])
      }
      expect(sent().path).toBe('/v1beta/models/gemini-embedding-001:batchEmbedContents')
      expect(sent().json.requests[1]).toEqual({
        model: 'models/gemini-embedding-001',
        content: { parts: [{ text: 'another' }] },
        outputDimensionality: 4,
      })
      const [row] = await site.relay.charges(site.model, 2)
      expect(row).toMatchObject({ completion: 0, receipt: { usage_source: 'estimated' } })
      expect(row?.prompt).toBeGreaterThan(0)
    })

    test('of tokens cannot be asked for', async () => {
      await behave('')
      const error = await failureOf(site.client.embeddings.create({ model: site.model, input: [1, 2] }))
      expect(error).toMatchObject({ status: 400, code: 'convert_request_failed' })
    })
  })

  test('its models are listed, and a channel is probed as it is called', async () => {
    const { id } = await behave('tokens=1')
    expect((await site.relay.root.call(fetchChannelModels, { params: { id } })).data).toEqual([
      'gemini-2.5-flash',
      'gemini-embedding-001',
    ])
    expect(sent()).toMatchObject({ method: 'GET', path: '/v1beta/models' })
    expect(await site.relay.root.call(testChannel, { params: { id }, query: {} })).toMatchObject({
      success: true,
      message: '',
    })
  })

  test('a prompt that is blocked has an empty answer that says so', async () => {
    await behave('error=blocked')
    const answer = await site.client.chat.completions.create({ model: site.model, messages })
    expect(answer.choices).toMatchObject([{ message: { content: '' }, finish_reason: 'content_filter' }])
    expect(answer.usage).toMatchObject({ prompt_tokens: 7, completion_tokens: 0 })
  })

  describe('an error', () => {
    test('of the request is told with its words and not tried elsewhere', async () => {
      await behave('error=schema', 'gemini-2.5-flash', { priority: 9 })
      await behave('tokens=2')
      const error = await failureOf(site.client.chat.completions.create({ model: site.model, messages }))
      expect(error).toBeInstanceOf(BadRequestError)
      expect(String(error)).toContain('Invalid JSON payload')
      expect(site.relay.upstream.requests).toHaveLength(1)
    })

    test.each([
      ['a dead key, which comes as a bad request', 'error=401', CHANNEL_STATUS.autoDisabled],
      ['a forbidden key', 'error=403', CHANNEL_STATUS.autoDisabled],
      ['a place that is not served', 'error=location', CHANNEL_STATUS.enabled],
      ['an overloaded model', 'error=503', CHANNEL_STATUS.enabled],
      ['too many calls', 'error=429', CHANNEL_STATUS.enabled],
    ])('of %s is tried at another channel', async (_, behaviour, status) => {
      await site.relay.option('AutomaticDisableChannelEnabled', true)
      const { id } = await behave(behaviour, 'gemini-2.5-flash', { priority: 9 })
      await behave('tokens=2')
      const answer = await site.client.chat.completions.create({ model: site.model, messages })
      expect(answer.choices[0]?.message.content).toBe('The quick')
      const statusNow = async () => (await site.relay.root.call(getChannel, { params: { id } })).data?.status
      await until(async () => (await statusNow()) === status)
    })
  })
})
