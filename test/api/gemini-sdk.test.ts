import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { ApiError, FunctionCallingConfigMode, GoogleGenAI, type Part } from '@google/genai'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { relaySite } from '#test/harness/relay-site.ts'

const contents = 'three words here'
const weather = {
  name: 'weather',
  description: 'The weather of a city',
  parametersJsonSchema: { type: 'object', properties: { city: { type: 'string' } } },
}

/** Google's own SDK, to an upstream of the same format (its bytes pass through) and to others. */
const UPSTREAMS = { gemini: 24, openai: 1, anthropic: 14 }

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let socket: Listening
  let client: GoogleGenAI
  let model: string

  const clientWith = (apiKey: string, apiVersion = 'v1beta') =>
    new GoogleGenAI({ apiKey, httpOptions: { baseUrl: socket.url, apiVersion } })
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
  const behave = (type: number, behaviour: string) =>
    relay.channel({ type, models: model, model_mapping: JSON.stringify({ [model]: `fake-model@${behaviour}` }) })
  const sent = () => JSON.parse(Buffer.from(relay.upstream.requests.at(-1)!.body).toString())
  const failure = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error)

  for (const [name, type] of Object.entries(UPSTREAMS)) {
    describe(`to ${name}`, () => {
      test('content', async () => {
        await behave(type, 'tokens=4')
        const config = { systemInstruction: 'Be brief.', maxOutputTokens: 50, temperature: 0 }
        const answer = await client.models.generateContent({ model, contents, config })
        expect(answer.text).toBe('The quick brown fox')
        expect(answer.candidates?.[0]?.finishReason).toBe('STOP' as never)
        expect(answer.usageMetadata).toMatchObject({ candidatesTokenCount: 4 })
        const limit = type === 24 ? { generationConfig: { maxOutputTokens: 50 } } : { max_tokens: 50 }
        expect(sent()).toMatchObject(limit)
        const [row] = await relay.charges(model, 1)
        expect(row?.quota).toBe((answer.usageMetadata?.promptTokenCount ?? 0) + 2 * 4)
        expect(row?.receipt.usage_source).toBe('upstream')
      })

      test('a stream', async () => {
        await behave(type, 'reply=four+words+in+all')
        let text = ''
        const last: { finishReason?: string; tokens?: number } = {}
        for await (const chunk of await client.models.generateContentStream({ model, contents })) {
          text += chunk.text ?? ''
          last.finishReason = chunk.candidates?.[0]?.finishReason ?? last.finishReason!
          last.tokens = chunk.usageMetadata?.candidatesTokenCount ?? last.tokens!
        }
        expect(text).toBe('four words in all')
        expect(last).toEqual({ finishReason: 'STOP', tokens: 4 })
        const [row] = await relay.charges(model, 1)
        expect(row).toMatchObject({ quota: 3 + 2 * 4, stream: true, receipt: { usage_source: 'upstream' } })
      })

      test('a function, streamed, and its result', async () => {
        await behave(type, 'tool_call=true')
        const config = { tools: [{ functionDeclarations: [weather] }] }
        const calls: Part[] = []
        for await (const chunk of await client.models.generateContentStream({ model, contents, config })) {
          calls.push(...(chunk.candidates?.[0]?.content?.parts ?? []).filter((part) => part.functionCall))
        }
        expect(calls).toMatchObject([{ functionCall: { name: 'weather', args: { city: 'Paris' } } }])
        const response = { functionResponse: { name: 'weather', response: { output: 'sunny' } } }
        await client.models.generateContent({
          model,
          contents: [
            { role: 'user', parts: [{ text: contents }] },
            { role: 'model', parts: calls },
            { role: 'user', parts: [response] },
          ],
          config: { ...config, toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.AUTO } } },
        })
        expect(JSON.stringify(sent())).toContain('sunny')
      })

      test('a limit that is reached', async () => {
        await behave(type, 'tokens=9')
        const answer = await client.models.generateContent({ model, contents, config: { maxOutputTokens: 3 } })
        expect(answer.candidates?.[0]?.finishReason).toBe('MAX_TOKENS' as never)
      })

      test('a stream that is cut is told as an error and billed for what was delivered', async () => {
        await behave(type, 'tokens=9&cut_after=4')
        const read = async () => {
          for await (const chunk of await client.models.generateContentStream({ model, contents }))
            expect(chunk).toBeDefined()
        }
        expect(await failure(read())).toBeInstanceOf(Error)
        const [row] = await relay.charges(model, 1)
        expect(row?.receipt.end_reason).toBe('upstream_error')
      })
    })
  }

  // Newer SDKs of Google say v1 by themselves.
  for (const version of ['v1beta', 'v1', 'v1alpha']) {
    test(`${version}: the models are listed`, async () => {
      await behave(1, 'tokens=1')
      const names: string[] = []
      const pager = await clientWith(await relay.token(), version).models.list()
      for await (const { name } of pager) names.push(name ?? '')
      expect(names).toContain(`models/${model}`)
    })

    test(`${version}: a model is told, and one that there is not`, async () => {
      await behave(1, 'tokens=1')
      const { models } = clientWith(await relay.token(), version)
      expect(await models.get({ model })).toMatchObject({ name: `models/${model}`, displayName: model })
      const error = await failure(models.get({ model: 'no-such' }))
      expect(error).toMatchObject({ status: 404 })
      expect(String(error)).toContain('NOT_FOUND')
    })

    test(`${version}: tokens are counted without a charge`, async () => {
      const { models } = clientWith(await relay.token(), version)
      const { totalTokens } = await models.countTokens({ model, contents })
      expect(totalTokens).toBeGreaterThan(3)
      expect(await relay.charges(model)).toEqual([])
    })

    test(`${version}: content is generated`, async () => {
      await behave(24, 'tokens=4')
      const { models } = clientWith(await relay.token(), version)
      expect((await models.generateContent({ model, contents })).text).toBe('The quick brown fox')
    })
  }

  describe('embeddings', () => {
    const embed = (contents: string | string[], config = {}) => client.models.embedContent({ model, contents, config })
    const purpose = { taskType: 'RETRIEVAL_DOCUMENT', title: 'Cats', outputDimensionality: 8 }

    test('of an upstream of the same format, with what they are for', async () => {
      await relay.channel({
        type: 24,
        models: model,
        model_mapping: JSON.stringify({ [model]: 'gemini-embedding-001' }),
      })
      const { embeddings = [] } = await embed(['a cat', 'a dog'], purpose)
      expect(embeddings.map(({ values }) => values?.length)).toEqual([8, 8])
      const sent = JSON.parse(Buffer.from(relay.upstream.requests.at(-1)!.body).toString())
      expect(sent.requests[1]).toEqual({
        model: 'models/gemini-embedding-001',
        content: { role: 'user', parts: [{ text: 'a dog' }] },
        ...purpose,
      })
      const [row] = await relay.charges(model, 1)
      expect(row).toMatchObject({ quota: 5, prompt: 5, completion: 0, receipt: { usage_source: 'estimated' } })
    })

    test('of an upstream of the same format pass as they are, but for the name of the model', async () => {
      const answers = {
        embeddings: [{ values: [0.5] }],
        usageMetadata: { promptTokenCount: 7, promptTokenDetails: [{ modality: 'TEXT', tokenCount: 7 }] },
      }
      const sent: object[] = []
      await relay.channelThat(
        async (request) => {
          sent.push((await request.json()) as object)
          return Response.json(answers)
        },
        { type: 24, models: model, model_mapping: JSON.stringify({ [model]: 'gemini-embedding-2' }) },
      )
      const content = { role: 'user', parts: [{ text: 'a' }, { text: 'b' }] }
      const requests = [{ model: `models/${model}`, content, taskType: 'CLUSTERING' }]
      const path = `/v1beta/models/${model}`
      const batch = await relay.post(`${path}:batchEmbedContents`, await relay.token(), { requests })
      expect(await batch.json()).toEqual(answers)
      const one = await relay.post(`${path}:embedContent`, await relay.token(), requests[0])
      expect(await one.json()).toEqual({ embedding: { values: [0.5] }, usageMetadata: answers.usageMetadata })
      const written = { requests: [{ ...requests[0], model: 'models/gemini-embedding-2' }] }
      expect(sent).toEqual([written, written])
      expect(await relay.charges(model, 2)).toMatchObject([{ quota: 7 }, { quota: 7 }])
    })

    test('of an upstream of OpenAI’s format, billed as it counts', async () => {
      await relay.channel({ models: model, model_mapping: JSON.stringify({ [model]: 'fake-embedding' }) })
      const { embeddings = [] } = await embed(['a cat', 'a dog barks'], purpose)
      expect(embeddings.map(({ values }) => values?.length)).toEqual([8, 8])
      expect(embeddings[0]?.values).not.toEqual(embeddings[1]?.values)
      const { path, body } = relay.upstream.requests.at(-1)!
      expect(path).toBe('/v1/embeddings')
      expect(JSON.parse(Buffer.from(body).toString())).toEqual({
        model: 'fake-embedding',
        input: ['a cat', 'a dog barks'],
        encoding_format: 'float',
        dimensions: 8,
      })
      const [row] = await relay.charges(model, 1)
      expect(row).toMatchObject({ quota: 5, completion: 0, receipt: { usage_source: 'upstream' } })
    })

    test('of one text, asked for by hand', async () => {
      await relay.channel({ models: model })
      const path = `/v1beta/models/${model}:embedContent`
      const content = { parts: [{ text: 'a' }, { text: 'cat' }] }
      const answer = await relay.post(path, await relay.token(), { content, output_dimensionality: 4 })
      expect(await answer.json()).toEqual({
        embedding: { values: expect.any(Array) },
        usageMetadata: { promptTokenCount: 2, totalTokenCount: 2 },
      })
      expect((await relay.charges(model, 1))[0]?.quota).toBe(2)
    })

    test.each([
      ['embedContent', {}, 'content'],
      ['embedContent', { content: 'a cat' }, 'content'],
      ['embedContent', { content: { parts: [{ inlineData: {} }] } }, 'content'],
      ['batchEmbedContents', { requests: [] }, 'requests'],
      ['batchEmbedContents', { requests: [{ content: { parts: [{ text: 'a' }] } }, {}] }, 'requests'],
      [
        'batchEmbedContents',
        {
          requests: [1, 2].map((outputDimensionality) => ({
            content: { parts: [{ text: 'a' }] },
            outputDimensionality,
          })),
        },
        'outputDimensionality',
      ],
    ])('%s of %j says what is wrong, and costs nothing', async (method, body, named) => {
      await relay.channel({ type: 24, models: model })
      const answer = await relay.post(`/v1beta/models/${model}:${method}`, await relay.token(), body)
      expect(answer.status).toBe(400)
      const { error } = (await answer.json()) as { error: { status: string; message: string } }
      expect(error.status).toBe('INVALID_ARGUMENT')
      expect(error.message).toContain(named)
      expect(await relay.charges(model)).toEqual([])
    })

    test.each(['constructor', 'predict', 'toString'])('there is no method %s', async (method) => {
      const answer = await relay.post(`/v1beta/models/${model}:${method}`, await relay.token(), {})
      expect(answer.status).toBe(404)
    })

    test('a sensitive word is refused wherever it hides', async () => {
      await relay.channel({ type: 24, models: model })
      await relay.option('CheckSensitiveEnabled', true)
      await relay.option('CheckSensitiveOnPromptEnabled', true)
      await relay.option('SensitiveWords', 'forbidden')
      for (const config of [{}, { taskType: 'RETRIEVAL_DOCUMENT', title: 'forbidden' }]) {
        const error = await failure(embed(['fine', 'title' in config ? 'fine' : 'forbidden'], config))
        expect(error).toMatchObject({ status: 400 })
      }
      await relay.option('SensitiveWords', '')
    })
  })

  describe('errors have the format of the caller', () => {
    test('a wrong key', async () => {
      const error = await failure(clientWith('sk-nobody').models.generateContent({ model, contents }))
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({ status: 401 })
      expect(String(error)).toContain('UNAUTHENTICATED')
    })
    test('a refusal of the upstream', async () => {
      await behave(1, 'error=400')
      const error = await failure(client.models.generateContent({ model, contents }))
      expect(error).toMatchObject({ status: 400 })
      expect(String(error)).toContain('INVALID_ARGUMENT')
    })
    test('a tool of the vendor’s own that is demanded', async () => {
      await behave(1, 'tokens=2')
      const toolConfig = { functionCallingConfig: { mode: FunctionCallingConfigMode.ANY } }
      const config = { tools: [{ urlContext: {} }], toolConfig }
      const error = await failure(client.models.generateContent({ model, contents, config }))
      expect(error).toMatchObject({ status: 400 })
      expect(String(error)).toContain('toolConfig.functionCallingConfig.mode')
    })
  })
})
