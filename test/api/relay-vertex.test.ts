import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { testChannel } from '#contract/api/channel-checks.ts'
import { createChannel, getChannel } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { EXPRESS_KEY, type FakeVertex, startFakeVertex } from '#test/fake-upstream/vertex.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { sdkSite } from '#test/harness/sdk-site.ts'
import { until } from '#test/harness/until.ts'

const VERTEX = 41
const messages = [{ role: 'user' as const, content: 'three words here' }]

/** OpenAI's SDK as the caller, and the three families of models that Vertex AI has. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  let vertex: FakeVertex
  const behave = (name: string, fields = {}) =>
    site.relay.channel({
      type: VERTEX,
      key: vertex.account,
      base_url: vertex.url,
      models: site.model,
      model_mapping: JSON.stringify({ [site.model]: name }),
      ...fields,
    })

  beforeAll(async () => {
    vertex = startFakeVertex(site.relay.upstream.url)
  })
  afterAll(async () => {
    await vertex.stop()
  })

  const ask = () => site.client.chat.completions.create({ model: site.model, messages })
  const streamed = async () => {
    let text = ''
    for await (const { choices } of await site.client.chat.completions.create({
      model: site.model,
      messages,
      stream: true,
    })) {
      text += choices[0]?.delta.content ?? ''
    }
    return text
  }
  const LOCATION = '/v1/projects/my-project/locations'

  describe.each([
    [
      'Gemini',
      'gemini-2.5-flash@tokens=4',
      `${LOCATION}/us-central1/publishers/google/models/gemini-2.5-flash%40tokens%3D4:`,
      ['generateContent', 'streamGenerateContent?alt=sse'],
    ],
    [
      'Claude',
      'claude-sonnet-4-5@tokens=4',
      `${LOCATION}/us-central1/publishers/anthropic/models/claude-sonnet-4-5@tokens%3D4:`,
      ['rawPredict', 'streamRawPredict'],
    ],
    ['Llama', 'meta/llama-3.3@tokens=4', `${LOCATION}/us-central1/endpoints/openapi/chat/completions`, ['', '']],
  ])('%s', (_, name, path, [whole = '', stream = '']) => {
    test('answers, and is billed', async () => {
      await behave(name)
      const answer = await ask()
      expect(answer.choices).toMatchObject([{ message: { content: 'The quick brown fox' }, finish_reason: 'stop' }])
      expect(vertex.calls.at(-1)?.path).toBe(path + whole)
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ quota: 3 + 2 * 4, receipt: { usage_source: 'upstream' } })
    })

    test('streams', async () => {
      await behave(name)
      expect(await streamed()).toBe('The quick brown fox')
      expect(vertex.calls.at(-1)?.path).toBe(path + stream)
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ quota: 3 + 2 * 4, stream: true })
    })
  })

  describe('a caller in Gemini’s own format', () => {
    const say = async (request: object) => {
      const headers = { 'x-goog-api-key': site.client.apiKey ?? '', 'content-type': 'application/json' }
      const url = `${site.url}/v1beta/models/${site.model}:generateContent`
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(request) })
      expect(answer.status).toBe(200)
      return { answer: await answer.json(), got: vertex.calls.at(-1)?.body }
    }

    test('has every field of the request passed on, and is billed', async () => {
      await behave('gemini-2.5-flash@tokens=4')
      const contents = [{ role: 'user', parts: [{ text: 'three words here' }] }]
      const generationConfig = { mediaResolution: 'MEDIA_RESOLUTION_LOW' }
      const request = { contents, tools: [{ googleSearch: {} }], generationConfig }
      const { answer, got } = await say(request)
      expect(got).toEqual(request)
      expect(answer).toMatchObject({ candidates: [{ content: { parts: [{ text: 'The quick brown fox' }] } }] })
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ quota: 3 + 2 * 4, receipt: { usage_source: 'upstream' } })
    })

    test('need not say who speaks, which Vertex AI wants to know', async () => {
      await behave('gemini-2.5-flash@tokens=1')
      const { got } = await say({ contents: [{ parts: [{ text: 'hi' }] }] })
      expect(got).toMatchObject({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }] })
    })
  })

  test('one token serves many calls', async () => {
    await behave('gemini-2.5-flash@tokens=1')
    await ask()
    const { sold } = vertex
    await Promise.all([ask(), ask(), ask()])
    expect(vertex.sold).toBe(sold)
  })

  test('a token that ends before its time is replaced, and nobody is blamed', async () => {
    const { id } = await behave('gemini-2.5-flash@tokens=1')
    await ask()
    vertex.revoke()
    expect((await ask()).choices[0]?.message.content).toBe('The')
    expect((await site.relay.root.call(getChannel, { params: { id } })).data?.status).toBe(CHANNEL_STATUS.enabled)
    expect(await site.relay.charges(site.model, 2)).toHaveLength(2)
  })

  test('regions by model, as callers or the upstream name it', async () => {
    const other = JSON.stringify({ default: 'global', [site.model]: 'europe-west4' }, null, 2)
    await behave('gemini-2.5-flash@tokens=1', { other })
    await ask()
    expect(vertex.calls.at(-1)?.path).toContain('/locations/europe-west4/')
  })

  test.each(['{"claude":"x"}', 'Europe!', '{"default":5}', 'evil.example/x'])('%j is no region', async (other) => {
    const body = { type: VERTEX, name: 'v', key: vertex.account, models: 'm', other }
    const answer = await site.relay.root.call(createChannel, { body })
    expect(answer.success).toBe(false)
    expect(answer.message).toContain('部署地区')
  })

  test('a service account is one key, however many lines it has', async () => {
    const body = { type: VERTEX, name: 'one', key: vertex.account, models: site.model, base_url: vertex.url }
    expect((await site.relay.root.call(createChannel, { body })).data).toHaveLength(1)
  })

  test('the date of a Claude model stands where Google wants it', async () => {
    await behave('claude-haiku-4-5-20251001')
    await ask()
    expect(vertex.calls.at(-1)?.path).toContain('/models/claude-haiku-4-5@20251001:rawPredict')
  })

  test.each(['gemini-2.5-flash@tokens=1', 'claude-sonnet-4-5@tokens=1'])(
    'an image of the server’s own network is not fetched for %s',
    async (name) => {
      await behave(name)
      const before = vertex.calls.length
      const content = [{ type: 'image_url' as const, image_url: { url: `${vertex.url}/token` } }]
      const asked = site.client.chat.completions.create({ model: site.model, messages: [{ role: 'user', content }] })
      const error = await asked.then(() => undefined).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ status: 400, param: 'messages[0].content[0].image_url.url' })
      expect(String(error)).toContain('is at an address that is not public')
      expect(vertex.calls).toHaveLength(before)
    },
  )

  test('a key of the express mode needs no token, and serves Gemini alone', async () => {
    const sold = vertex.sold
    await behave('gemini-2.5-flash@tokens=4', { key: EXPRESS_KEY })
    expect((await ask()).choices[0]?.message.content).toBe('The quick brown fox')
    expect(await streamed()).toBe('The quick brown fox')
    expect(vertex.calls.at(-1)?.path).toStartWith('/v1/publishers/google/models/gemini-2.5-flash')
    expect(vertex.sold).toBe(sold)
    for (const other of ['claude-sonnet-4-5@tokens=4', 'meta/llama-3.3@tokens=4']) {
      site.model = site.relay.model()
      const { id } = await behave(other, { key: EXPRESS_KEY })
      const error = await ask().catch((reason: unknown) => reason)
      expect(error).toMatchObject({ status: 400, code: 'convert_request_failed' })
      const channel = (await site.relay.root.call(getChannel, { params: { id } })).data
      expect(channel?.status).toBe(CHANNEL_STATUS.enabled)
    }
  })

  test('embeddings are billed by the tokens that they report', async () => {
    await behave('text-embedding-005')
    const { data, usage } = await site.client.embeddings.create({ model: site.model, input: ['a', 'b'] })
    expect(data.map(({ embedding }) => embedding)).toEqual([
      [1, 0],
      [1, 0],
    ])
    expect(usage).toEqual({ prompt_tokens: 6, total_tokens: 6 })
    expect(vertex.calls.at(-1)).toMatchObject({
      path: `${LOCATION}/us-central1/publishers/google/models/text-embedding-005:predict`,
      body: { instances: [{ content: 'a' }, { content: 'b' }] },
    })
    const [row] = await site.relay.charges(site.model, 1)
    expect(row?.quota).toBe(6)
  })

  test('a channel is tested as it is called', async () => {
    const { id } = await behave('gemini-2.5-flash@tokens=1')
    const answer = await site.relay.root.call(testChannel, { params: { id }, query: {} })
    expect(answer.message).toBe('')
    expect(answer.success).toBe(true)
  })

  test.each([
    ['that Google does not know', (account: string) => account.replace('key-1', 'key-2')],
    [
      'that cannot be read',
      (account: string) => account.replace(/BEGIN PRIVATE KEY-----\\n.{30}/, 'BEGIN PRIVATE KEY-----\\n'),
    ],
  ])('an account %s is tried elsewhere and given up', async (_, change) => {
    await site.relay.option('AutomaticDisableChannelEnabled', true)
    const { id } = await behave('gemini-2.5-flash@tokens=1', { key: change(vertex.account), priority: 9 })
    await behave('gemini-2.5-flash@tokens=2')
    expect((await ask()).choices[0]?.message.content).toBe('The quick')
    const channel = async () => (await site.relay.root.call(getChannel, { params: { id } })).data
    await until(async () => (await channel())?.status === CHANNEL_STATUS.autoDisabled)
    expect((await channel())?.other_info).not.toContain('PRIVATE')
  })
})
