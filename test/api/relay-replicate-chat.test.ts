import { beforeEach, describe, expect, test } from 'bun:test'
import { testChannel } from '#contract/api/channel-checks.ts'
import { type FakeReplicate, fakeReplicate } from '#test/fake-upstream/replicate.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type Listening, listen } from '#test/harness/listening.ts'
import { failureOf, sdkSite, textOf, WITH_USAGE } from '#test/harness/sdk-site.ts'
import { until } from '#test/harness/until.ts'

const REPLICATE = 56
const LLAMA = 'meta/meta-llama-3-70b-instruct'
const COUNTS = { input_token_count: 11, output_token_count: 7 }
const SAID = 'The quick brown\n\nfox'

/** OpenAI's SDK as the caller, language models of Replicate as the upstream. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  let upstream: FakeReplicate
  let server: Listening
  let serial = 0

  beforeEach(async () => {
    upstream = fakeReplicate()
    server = listen(upstream.answer)
    Object.assign(upstream.work, { counts: COUNTS, streams: server.url })
    return () => server.stop()
  })

  const channel = (model = LLAMA, fields: Record<string, unknown> = {}) =>
    site.relay.channel({
      type: REPLICATE,
      base_url: server.url,
      models: site.model,
      key: `r8_key${++serial}`,
      model_mapping: JSON.stringify({ [site.model]: model }),
      ...fields,
    })
  const calls = () => upstream.requests.map(({ call }) => call)
  const input = () => upstream.requests[0]?.json
  const last = async () => (await site.relay.charges(site.model, 1))[0]

  describe('a whole answer', () => {
    test('comes from one request, and is billed by what the model counts', async () => {
      await channel()
      const answer = await site.chat({ max_tokens: 50, temperature: 0.5, stop: ['END'] })
      expect(answer.choices).toMatchObject([{ message: { content: SAID }, finish_reason: 'stop' }])
      expect(answer.usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 7 })
      expect(calls()).toEqual([`POST /v1/models/${LLAMA}/predictions`])
      expect(input()).toEqual({
        input: { prompt: 'three words here', max_tokens: 50, temperature: 0.5, stop_sequences: 'END' },
      })
      expect(await last()).toMatchObject({ prompt: 11, completion: 7, receipt: { usage_source: 'upstream' } })
    })

    test('that takes longer is asked for until it is done', async () => {
      await channel()
      upstream.work.questions = 1
      expect((await site.chat()).choices[0]?.message.content).toBe(SAID)
      expect(calls().at(-1)).toBe('GET /v1/predictions/p1x')
    })

    test('without counts is billed by an estimate', async () => {
      await channel()
      upstream.work.counts = {}
      await site.chat()
      const row = await last()
      expect(row?.receipt.usage_source).toBe('estimated')
      expect(row?.completion).toBeGreaterThan(0)
    })

    test('that fails is tried at another channel', async () => {
      await channel(LLAMA, { priority: 9 })
      upstream.work.end = 'failed'
      const error = await failureOf(site.chat())
      expect(error).toMatchObject({ status: 500 })
      expect(String(error)).toContain('NSFW content detected')
      const { answer } = fakeReplicate()
      await site.relay.channelThat(answer, {
        type: REPLICATE,
        models: site.model,
        key: 'r8_b',
        model_mapping: `{"${site.model}":"${LLAMA}"}`,
      })
      expect((await site.chat()).choices[0]?.message.content).toBe(SAID)
    })
  })

  describe('a stream', () => {
    test('is read where the prediction says, without the key, and counted by the prediction', async () => {
      await channel()
      const chunks = await site.stream(WITH_USAGE)
      expect(textOf(chunks)).toBe(SAID)
      expect(chunks.map(({ choices }) => choices[0]?.delta.content).filter(Boolean)).toHaveLength(5)
      expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 7 })
      expect(calls()).toEqual([
        `POST /v1/models/${LLAMA}/predictions`,
        'GET /v1/files/secret-p1x',
        'GET /v1/predictions/p1x',
      ])
      expect(upstream.requests[0]?.headers.get('prefer')).toBeNull()
      expect(await last()).toMatchObject({ prompt: 11, completion: 7, stream: true })
    })

    test.each([undefined, 'https://stream.example'])(
      'at %s is not followed: the answer is asked for',
      async (streams) => {
        await channel()
        Object.assign(upstream.work, { streams, questions: 1 })
        const chunks = await site.stream(WITH_USAGE)
        expect(textOf(chunks)).toBe(SAID)
        expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 7 })
        expect(calls().some((call) => call.includes('/files/'))).toBe(false)
      },
    )

    test.each(['error', 'canceled'] as const)('that ends with %s says so, and is billed as delivered', async (how) => {
      await channel()
      upstream.work.stream = { pieces: 3, how }
      expect(await failureOf(site.stream())).toMatchObject({ code: 'prediction_failed' })
      const row = await last()
      expect(row?.receipt.end_reason).toBe('upstream_error')
      expect(row?.completion).toBeGreaterThan(0)
    })

    test('that ends with an error before its first piece costs nothing', async () => {
      await channel()
      upstream.work.stream = { pieces: 0, how: 'error' }
      expect(String(await failureOf(site.stream()))).toContain('out of memory')
      expect(await site.relay.charges(site.model, 0)).toEqual([])
    })

    test('that breaks off ends the prediction', async () => {
      await channel()
      Object.assign(upstream.work, { questions: 1000, stream: { pieces: 3, how: 'cut' } })
      expect(await failureOf(site.stream())).toMatchObject({ code: 'upstream_cut' })
      await until(() => upstream.predictions[0]?.status === 'canceled')
      expect((await last())?.completion).toBeGreaterThan(0)
    })

    test('that breaks off before an answer that is done is completed by it', async () => {
      await channel()
      upstream.work.stream = { pieces: 3, how: 'end' }
      expect(textOf(await site.stream())).toBe(SAID)
      expect(await last()).toMatchObject({ prompt: 11, completion: 7 })
    })

    test('whose caller leaves ends the prediction, and is billed as delivered', async () => {
      await channel()
      upstream.work.stream = { pieces: 3, how: 'wait' }
      const messages = [{ role: 'user' as const, content: 'three words here' }]
      const stream = await site.client.chat.completions.create({ model: site.model, messages, stream: true })
      for await (const chunk of stream) if (chunk.choices[0]?.delta.content === ' brown') break
      await until(() => upstream.predictions[0]?.status === 'canceled')
      expect(await last()).toMatchObject({ receipt: { end_reason: 'client_abort' } })
    })
  })

  const TALK = [
    { role: 'system' as const, content: 'Be brief.' },
    { role: 'user' as const, content: 'hi' },
    { role: 'assistant' as const, content: 'Yes?' },
    { role: 'user' as const, content: 'and?' },
  ]
  const spoken = 'User: hi\n\nAssistant: Yes?\n\nUser: and?'
  test.each([
    [LLAMA, { prompt: spoken, system_prompt: 'Be brief.' }],
    ['deepseek-ai/deepseek-r1', { prompt: `Be brief.\n\n${spoken}` }],
    ['openai/gpt-4.1-mini', { messages: TALK }],
    ['google/gemini-2.5-flash', { prompt: spoken, system_instruction: 'Be brief.' }],
  ])('a conversation with %s is written in its words', async (model, expected) => {
    await channel(model)
    await site.chat({ messages: TALK })
    expect(input()).toEqual({ input: expected })
  })

  test('pictures and settings are those that the model has; others are named in the log', async () => {
    await channel('anthropic/claude-4-sonnet')
    const url = 'data:image/png;base64,YWJj'
    const content = [
      { type: 'text' as const, text: 'what?' },
      { type: 'image_url' as const, image_url: { url } },
    ]
    await site.chat({ messages: [{ role: 'user', content }], temperature: 0.3, max_tokens: 5, seed: 7 })
    expect(input()).toEqual({ input: { prompt: 'what?', image: url, max_tokens: 1024 } })
    const row = await last()
    expect(row?.receipt.omitted?.toSorted()).toEqual(['max_tokens', 'seed', 'temperature'])
  })

  test.each([
    [LLAMA, { tools: [{ type: 'function' as const, function: { name: 'f', parameters: {} } }] }, 'tools'],
    ['black-forest-labs/flux-schnell', {}, 'pictures'],
  ])('what %s cannot do is refused: %j', async (model, fields, words) => {
    await channel(model)
    const error = await failureOf(site.chat(fields))
    expect(error).toMatchObject({ status: 400, code: 'convert_request_failed' })
    expect(String(error)).toContain(words)
    expect(calls()).toEqual([])
  })

  test('callers of Anthropic’s format are answered too', async () => {
    await channel('openai/gpt-5')
    const answer = await fetch(`${site.url}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${site.client.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: site.model, max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }),
    })
    expect(await answer.json()).toMatchObject({ content: [{ type: 'text', text: SAID }], usage: { input_tokens: 11 } })
    expect(input()).toEqual({ input: { prompt: 'hi', max_completion_tokens: 9 } })
  })

  test('a channel is tested by a chat that is followed to its end', async () => {
    const { id } = await channel()
    upstream.work.questions = 1
    expect(await site.relay.root.call(testChannel, { params: { id } })).toMatchObject({ success: true })
    expect(calls().at(-1)).toBe('GET /v1/predictions/p1x')
  })
})
