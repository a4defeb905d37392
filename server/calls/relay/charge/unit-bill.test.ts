import { beforeAll, describe, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'

const UNITS = 500_000
const COHERE = 34
const GEMINI = 24
const PICTURE = 'iVBORw0KGgo='

/** What is billed by a unit that only the answer counts: searches, seconds, pictures. */
forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  beforeAll(async () => {
    token = await relay.token()
  }, START_MS)

  async function charged(model: string) {
    return (await relay.charges(model, 1)).at(-1)
  }
  const sse = (events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  const streaming = { headers: { 'content-type': 'text/event-stream' } }

  describe('a reranking costs its searches', () => {
    const results = [{ index: 0, relevance_score: 0.9 }]
    test.each([
      [COHERE, { billed_units: { search_units: 3 } }, 3],
      [COHERE, { billed_units: { search_units: 1 } }, 1],
      [COHERE, {}, 1],
      [1, { billed_units: { search_units: 2 } }, 2],
      [1, { billed_units: { search_units: 'all' } }, 1],
    ])('type %d, %j: %d', async (type, meta, searches) => {
      const model = relay.model()
      await relay.option('ModelPrice', { [model]: 0.002 })
      await relay.channelThat(() => Response.json({ results, meta }), { type, models: model })
      const documents = Array.from({ length: 250 }, (_, index) => `document ${index}`)
      const reply = await relay.post('/v1/rerank', token, { model, query: 'q', documents })
      expect(reply.status).toBe(200)
      expect(await charged(model)).toMatchObject({ quota: searches * 0.002 * UNITS })
    })
  })

  describe('a transcript costs its seconds, where the answer tells them', () => {
    const ask = async (model: string, answer: () => Response, more: Record<string, string> = {}) => {
      await relay.channelThat(answer, { type: 1, models: model })
      const form = new FormData()
      for (const [name, value] of Object.entries({ model, ...more })) form.append(name, value)
      form.append('file', new Blob(['sound']), 'a.mp3')
      const init = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form }
      await (await relay.server.request('/v1/audio/transcriptions', init)).text()
      return charged(model)
    }
    test.each([
      ['in the usage', { text: 'hi', usage: { type: 'duration', seconds: 180 } }],
      ['beside the text', { task: 'transcribe', duration: 180, text: 'hi', segments: [] }],
    ])('%s', async (_where, answer) => {
      const row = await ask(relay.model(), () => Response.json(answer))
      // Three minutes of 200 tokens each, at 2 units.
      expect(row).toMatchObject({ completion: 600, quota: 2 * 600 + (row?.prompt ?? 0) })
    })
    test.each(['1\n00:00:00,000 --> 00:03:00,400\nhi\n', 'WEBVTT\n\n00:00.000 --> 03:00.400\nhi\n'])(
      'by %j',
      async (text) => {
        const row = await ask(relay.model(), () => new Response(text), { response_format: 'srt' })
        expect(row).toMatchObject({ completion: 600 })
      },
    )
    test('in the last event of a stream', async () => {
      const events = [
        { type: 'transcript.text.delta', delta: 'hi' },
        { type: 'transcript.text.done', text: 'hi', usage: { type: 'duration', seconds: 60 } },
      ]
      const row = await ask(relay.model(), () => new Response(sse(events), streaming), { stream: 'true' })
      expect(row?.completion).toBe(200)
    })
    test('whisper-1 at six tenths of a cent a minute', async () => {
      const row = await ask('whisper-1', () => Response.json({ text: 'hi', usage: { type: 'duration', seconds: 600 } }))
      expect(row?.receipt.usage.output).toBe(2000)
      expect(row?.quota).toBeWithin(0.06 * UNITS, 0.061 * UNITS)
    })
  })

  describe('pictures that Gemini draws cost their tokens', () => {
    const inlineData = { mimeType: 'image/png', data: PICTURE }
    const usageMetadata = {
      promptTokenCount: 10,
      candidatesTokenCount: 2580,
      totalTokenCount: 2590,
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 2580 }],
    }
    const answer = {
      candidates: [{ content: { parts: [{ inlineData }, { inlineData }] }, finishReason: 'STOP' }],
      usageMetadata,
    }
    test('all of them, whole, streamed and for callers of chats', async () => {
      const model = 'gemini-2.5-flash-image'
      let isStreamed = false
      await relay.channelThat(() => (isStreamed ? new Response(sse([answer]), streaming) : Response.json(answer)), {
        type: GEMINI,
        models: model,
      })
      const contents = [{ role: 'user', parts: [{ text: 'two cats' }] }]
      const generationConfig = { responseModalities: ['IMAGE'], imageConfig: { imageSize: '2K' } }
      await (await relay.post(`/v1beta/models/${model}:generateContent`, token, { contents, generationConfig })).text()
      isStreamed = true
      await (
        await relay.post(`/v1beta/models/${model}:streamGenerateContent?alt=sse`, token, { contents, generationConfig })
      ).text()
      isStreamed = false
      await (await relay.chat(token, { model, modalities: ['text', 'image'] })).text()
      const rows = await relay.charges(model, 3)
      for (const { receipt } of rows) {
        expect(receipt.usage).toMatchObject({ imageOutput: 2580 })
        expect(receipt.omitted).toBeUndefined()
      }
      // $0.30 a million tokens in, $30 a million tokens of pictures.
      const total = rows.reduce((sum, { quota }) => sum + quota, 0)
      expect(total).toBe(Math.floor((3 * (10 * 0.3 + 2580 * 30) * UNITS) / 1_000_000))
    })
    test('also where only their number is told', async () => {
      const model = `gemini-${relay.model()}`
      await relay.option('PriceRules', { [model]: [{ prices: { image_output: 200 } }] })
      await relay.option('ModelRatio', { ...relay.server.services.options.values.ModelRatio, [model]: 1 })
      await relay.channelThat(
        () => Response.json({ created: 1, data: [{ b64_json: PICTURE }, { b64_json: PICTURE }] }),
        {
          type: 1,
          models: model,
        },
      )
      await (await relay.post('/v1/images/generations', token, { model, prompt: 'cats', n: 2 })).text()
      const row = await charged(model)
      expect(row?.receipt).toMatchObject({ usage_source: 'estimated', usage: { imageOutput: 2580 } })
    })
  })

  describe('pictures cost what their vendor bills for them', () => {
    const pictures = (count: number) => ({ data: Array.from({ length: count }, () => ({ b64_json: PICTURE })) })
    const draw = async (name: string, asked: object, answer: () => Response, type = 1) => {
      const model = `${name}-${relay.model()}`
      await relay.option('ModelPrice', { [model]: 0.1 })
      await relay.channelThat(answer, { type, models: model })
      const reply = await relay.post('/v1/images/generations', token, { model, prompt: 'cats', ...asked })
      await reply.text()
      expect(reply.status).toBe(200)
      return (await charged(model))?.quota
    }
    test.each<[string, object, object, number]>([
      ['flux-2-pro', { size: '2048x2048' }, pictures(1), 0.3],
      ['flux-2-flex', { width: 1440, height: 1440 }, pictures(1), 0.3],
      ['black-forest-labs/FLUX.1-schnell', { width: 1440, height: 1440 }, pictures(1), 0.3],
      ['imagen-4', { size: '256x256' }, pictures(1), 0.1],
      ['qwen-image', { size: '512x512' }, pictures(1), 0.1],
      ['grok-imagine-image-quality', { resolution: '2k' }, pictures(1), 0.14],
      ['dall-e-2', { size: '512x512' }, pictures(1), 0.09],
      ['amazon.nova-canvas', { size: '2048x2048', quality: 'premium' }, pictures(1), 0.2],
      ['Kolors', { batch_size: 4 }, pictures(4), 0.4],
      ['other', { n: 2, num_images: 3 }, pictures(3), 0.3],
      ['doubao-seedream-4', { sequential_image_generation: 'auto' }, pictures(7), 0.7],
      [
        'doubao-seedream-4',
        { sequential_image_generation: 'auto', sequential_image_generation_options: { max_images: 3 } },
        { data: [...pictures(2).data, { error: { code: 'refused', message: 'no' } }] },
        0.2,
      ],
    ])('%s, %j', async (name, asked, answer, usd) => {
      expect(await draw(name, asked, () => Response.json(answer))).toBeCloseTo(usd * UNITS, 3)
    })
    test('where they come one by one', async () => {
      const event = (type: string, more = {}) => ({ type: `image_generation.${type}`, ...more })
      const events = [
        ...[event('partial_succeeded', { url: 'https://images.test/1.png' }), event('partial_failed')],
        ...[event('partial_succeeded', { url: 'https://images.test/2.png' })],
        event('completed', { usage: { generated_images: 2 } }),
      ]
      const asked = { stream: true, sequential_image_generation: 'auto' }
      expect(await draw('doubao-seedream-4', asked, () => new Response(sse(events), streaming))).toBe(0.2 * UNITS)
    })
    test('by the cost that the answer tells, where that is more', async () => {
      const answer = { ...pictures(1), usage: { cost_in_usd_ticks: 2_000_000_000 } }
      expect(await draw('grok-imagine-image-2.0', {}, () => Response.json(answer), 48)).toBe(0.2 * UNITS)
      expect(await draw('grok-imagine-image-2.0', {}, () => Response.json(answer))).toBe(0.1 * UNITS)
    })
  })

  describe('tools that Groq runs for its systems are charged', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
    const tool = { index: 0, type: 'search', arguments: '{}' }
    const delta = (more: object) => ({ choices: [{ index: 0, delta: more, finish_reason: null }] })
    const events = [
      delta({ executed_tools: [tool] }),
      delta({ executed_tools: [{ ...tool, output: 'found' }] }),
      delta({ executed_tools: [{ ...tool, index: 1 }] }),
      delta({ content: 'found' }),
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], x_groq: { usage } },
    ]
    const message = { role: 'assistant', content: 'found', executed_tools: [tool, { ...tool, index: 1 }] }
    const whole = () => Response.json({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage })
    const stream = () => new Response(`${sse(events)}data: [DONE]\n\n`, streaming)
    const body = { max_tokens: 50, messages: [{ role: 'user', content: 'hi' }] }
    test.each<[string, () => Response, object]>([
      ['/v1/chat/completions', whole, {}],
      ['/v1/chat/completions', stream, { stream: true }],
      ['/v1/messages', whole, {}],
      ['/v1/messages', stream, { stream: true }],
    ])('%s', async (path, answer, wish) => {
      const model = relay.model()
      await relay.channelThat(answer, { type: 1, models: model })
      await (await relay.post(path, token, { model, ...body, ...wish })).text()
      expect(await charged(model)).toMatchObject({ receipt: { tools: { web_search: { calls: 2, price: 0.01 } } } })
    })
  })

  test('the older search of models that do not reason has its own price', async () => {
    const model = 'gpt-4o'
    const output = [
      { type: 'web_search_call', id: 'ws_1', action: { type: 'search' } },
      { type: 'message', content: [{ type: 'output_text', text: 'found' }] },
    ]
    const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 }
    const tools = [{ type: 'web_search_preview' }]
    const response = { id: 'r', object: 'response', status: 'completed', output, usage, tools }
    await relay.channelThat(() => Response.json(response), { type: 1, models: model })
    await (await relay.post('/v1/responses', token, { model, input: 'hi', tools })).text()
    expect(await charged(model)).toMatchObject({
      receipt: { tools: { web_search_preview: { calls: 1, price: 0.025 } } },
    })
  })

  test('an unknown tool is left out where an item of the input offers it, too', async () => {
    const model = relay.model()
    const added = {
      type: 'additional_tools',
      tools: [{ type: 'new_search' }, { type: 'function', name: 'f', parameters: {} }],
    }
    let sent: { input: { tools?: object[] }[] } | undefined
    const output = [{ type: 'message', content: [{ type: 'output_text', text: 'x' }] }]
    await relay.channelThat(
      async (request) => {
        sent = (await request.json()) as never
        return Response.json({
          id: 'r',
          object: 'response',
          status: 'completed',
          output,
          usage: { input_tokens: 1, output_tokens: 1 },
        })
      },
      { type: 1, models: model },
    )
    await (await relay.post('/v1/responses', token, { model, input: [{ role: 'user', content: 'hi' }, added] })).text()
    expect(sent?.input[1]?.tools).toEqual([added.tools[1]!])
    expect((await charged(model))?.receipt.omitted).toEqual(['input[1].tools[0]: new_search'])
  })
})
