import { describe, expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { forEachDatabase } from '#test/harness/databases.ts'
import { failureOf, sdkSite } from '#test/harness/sdk-site.ts'

const messages = [{ role: 'user' as const, content: 'What is the capital of France?' }]
const tools = [
  {
    name: 'counting_weather',
    description: 'Gets current weather for a city',
    input_schema: { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] },
  },
]

forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  const anthropic = async () =>
    new Anthropic({ apiKey: await site.relay.token(), baseURL: site.url, maxRetries: 0, logLevel: 'off' })

  /** The betas that a vendor was told of. */
  const betas: (string | null)[] = []
  /** A channel that counts, and what it was asked. */
  async function countsWith(type: number, answer: object, status = 200) {
    const asked: { path: string; json: Record<string, unknown> }[] = []
    betas.length = 0
    await site.relay.channelThat(
      async (request) => {
        betas.push(request.headers.get('anthropic-beta'))
        asked.push({ path: new URL(request.url).pathname, json: (await request.json()) as Record<string, unknown> })
        return Response.json(answer, { status })
      },
      { type, models: site.model, model_mapping: JSON.stringify({ [site.model]: 'own-name' }) },
    )
    return asked
  }

  describe('tokens are counted by the vendor of a channel', () => {
    test("for Anthropic's callers at Anthropic, with the fields that it takes", async () => {
      const asked = await countsWith(14, { input_tokens: 588 })
      const ask = { model: site.model, messages, tools, system: 'Be terse.' }
      expect(await (await anthropic()).messages.countTokens(ask)).toMatchObject({ input_tokens: 588 })
      const body = { ...ask, max_tokens: 9, stream: true, temperature: 1 }
      const raw = await site.relay.post('/v1/messages/count_tokens', await site.relay.token(), body, {
        'anthropic-beta': 'some-beta',
      })
      expect(await raw.json()).toEqual({ input_tokens: 588 })
      const sent = { path: '/v1/messages/count_tokens', json: { ...ask, model: 'own-name' } }
      expect(asked).toEqual([sent, sent])
      expect(betas).toEqual([null, 'some-beta'])
      expect(await site.relay.charges(site.model)).toEqual([])
    })

    test.each([
      [14, '/v1/messages/count_tokens', { input_tokens: 5, context_management: { original_input_tokens: 9 } }],
      [24, ':countTokens', { totalTokens: 5, promptTokensDetails: [{ modality: 'TEXT', tokenCount: 5 }] }],
      [1, '/v1/responses/input_tokens', { object: 'response.input_tokens', input_tokens: 5, input_tokens_details: {} }],
    ])('and callers of its format get all that it tells: %d', async (type, path, told) => {
      await countsWith(type, told)
      const where = path.startsWith(':') ? `/v1beta/models/${site.model}${path}` : path
      const body = { model: site.model, messages, input: 'hi', contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }
      const answer = await site.relay.post(where, await site.relay.token(), body)
      expect(await answer.json()).toEqual(told)
    })

    test("for Anthropic's callers at Gemini and at OpenAI, converted", async () => {
      const gemini = await countsWith(24, { totalTokens: 77 })
      const client = await anthropic()
      expect(await client.messages.countTokens({ model: site.model, messages })).toMatchObject({ input_tokens: 77 })
      expect(gemini).toMatchObject([
        {
          path: '/v1beta/models/own-name:countTokens',
          json: { generateContentRequest: { model: 'models/own-name', contents: [{ role: 'user' }] } },
        },
      ])
      site.model = site.relay.model()
      const openai = await countsWith(1, { object: 'response.input_tokens', input_tokens: 78 })
      expect(await client.messages.countTokens({ model: site.model, messages })).toMatchObject({ input_tokens: 78 })
      expect(openai).toMatchObject([{ path: '/v1/responses/input_tokens', json: { model: 'own-name' } }])
      expect(openai[0]?.json).not.toHaveProperty('max_output_tokens')
    })

    test("for Google's callers, also with the whole request inside", async () => {
      const asked = await countsWith(24, { totalTokens: 31 })
      const ai = new GoogleGenAI({ apiKey: await site.relay.token(), httpOptions: { baseUrl: site.url } })
      expect((await ai.models.countTokens({ model: site.model, contents: 'hi' })).totalTokens).toBe(31)
      const inside = {
        model: `models/${site.model}`,
        contents: [{ parts: [{ text: 'hi' }] }],
        systemInstruction: { parts: [{ text: 'x' }] },
      }
      const path = `/v1beta/models/${site.model}:countTokens`
      const answer = await site.relay.post(path, await site.relay.token(), { generateContentRequest: inside })
      expect(await answer.json()).toMatchObject({ totalTokens: 31 })
      expect(asked[1]?.json).toEqual({ generateContentRequest: { ...inside, model: 'models/own-name' } })
    })

    test("for callers of OpenAI's responses", async () => {
      await countsWith(14, { input_tokens: 12 })
      const counted = await site.client.responses.inputTokens.count({ model: site.model, input: 'three words here' })
      expect(counted).toEqual({ object: 'response.input_tokens', input_tokens: 12 })
    })
  })

  describe('they are estimated', () => {
    test.each([
      ['refuses', 500],
      ['does not know the path', 404],
    ])('where the vendor %s', async (_what, status) => {
      const asked = await countsWith(14, { error: { message: 'no' } }, status)
      const client = await anthropic()
      const count = () => client.messages.countTokens({ model: site.model, messages })
      expect((await count()).input_tokens).toBeGreaterThan(5)
      await count()
      // A path that is not there is not asked for again.
      expect(asked).toHaveLength(status === 404 ? 1 : 2)
    })

    test("with Anthropic's own instructions for tools, and without marks for the cache", async () => {
      const model = 'claude-haiku-4-5'
      const client = await anthropic()
      const text = { type: 'text' as const, text: 'Be terse.' }
      const counted = async (fields: object) =>
        (await client.messages.countTokens({ model, messages, system: [text], ...fields })).input_tokens
      const plain = await counted({})
      expect(Math.abs((await counted({ tools })) - 588)).toBeLessThan(588 * 0.2)
      expect(await counted({ tools: [] })).toBeLessThan(plain + 5)
      const marked = [{ ...text, cache_control: { type: 'ephemeral', ttl: '1h' } }]
      expect(await counted({ system: marked })).toBeLessThan(plain + 3)
    })
  })

  test('a model that the token may not use is not counted', async () => {
    await countsWith(14, { input_tokens: 5 })
    const apiKey = await site.relay.token({ model_limits_enabled: true, model_limits: 'other' })
    const client = new OpenAI({ apiKey, baseURL: `${site.url}/v1`, maxRetries: 0 })
    const error = await failureOf(client.responses.inputTokens.count({ model: site.model, input: 'hi' }))
    expect(error).toMatchObject({ status: 403, code: 'model_not_allowed' })
  })
})
