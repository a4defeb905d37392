import { beforeAll, describe, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'

const UNITS = 500_000
const TOKENS = 10 + 2 * 5
const PICTURE = 'iVBORw0KGgo='

const sse = (events: { type: string }[]) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 }
const drawn = (more: object) => ({
  type: 'image_generation_call',
  id: 'ig_1',
  status: 'completed',
  result: PICTURE,
  ...more,
})
const response = (output: object[], more: object = {}) => {
  return { id: 'resp_1', object: 'response', status: 'completed', output, usage, ...more }
}
/** What the vendor repeats of the tool. */
const asked = (more: object = {}) => ({ tools: [{ type: 'image_generation', ...more }] })

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  beforeAll(async () => {
    token = await relay.token()
  }, START_MS)

  async function modelOf(answer: () => Response, models = relay.model()): Promise<string> {
    await relay.channelThat(answer, { type: 1, models })
    return models
  }
  const stream = (text: string) => () => new Response(text, { headers: { 'content-type': 'text/event-stream' } })

  describe('pictures that a model draws by its tool are charged', () => {
    const partial = { type: 'response.image_generation_call.partial_image', partial_image_b64: PICTURE }
    test.each<[string, object, object[], number]>([
      ['by the quality and size of the answer', {}, [drawn({ quality: 'high', size: '1024x1536' })], 0.25],
      ['each', {}, [drawn({ quality: 'low' }), drawn({ quality: 'medium', id: 'ig_2' })], 0.053],
      ['by what was asked for', asked({ quality: 'medium', size: '1024x1024' }), [drawn({})], 0.042],
      ['as the dearest where nothing names them', {}, [drawn({})], 0.167],
      ['by the model that draws', asked({ model: 'gpt-image-1-mini' }), [drawn({ quality: 'high' })], 0.036],
      ['not where they failed', {}, [drawn({ quality: 'high', status: 'failed' })], 0],
      ['by their tokens', { tool_usage: { image_gen: { output_tokens: 5000 } } }, [drawn({ quality: 'high' })], 0.2],
    ])('%s', async (_what, more, output, usd) => {
      const whole = response(output, more)
      const done = output.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item }))
      const created = { type: 'response.created', response: { ...whole, output: [], usage: null } }
      const events = [created, ...done, { type: 'response.completed', response: whole }]
      const tools = [{ type: 'image_generation' }]
      for (const [answer, wish] of [
        [() => Response.json(whole), {}],
        [stream(sse(events)), { stream: true }],
      ] as const) {
        const model = await modelOf(answer)
        await (await relay.post('/v1/responses', token, { model, input: 'draw', tools, ...wish })).text()
        const [row] = await relay.charges(model, 1)
        expect(row?.quota).toBe(TOKENS + Math.round(usd * UNITS))
        if (usd > 0) expect(row?.receipt.tools?.image_generation?.price).toBe(0.042)
      }
    })

    test('with the unfinished ones of a stream', async () => {
      const item = drawn({ quality: 'high' })
      const done = { type: 'response.output_item.done', output_index: 0, item }
      const events = [partial, partial, done, { type: 'response.completed', response: response([item]) }]
      const model = await modelOf(stream(sse(events)))
      await (await relay.post('/v1/responses', token, { model, input: 'draw', stream: true })).text()
      expect(await relay.charges(model, 1)).toMatchObject([{ quota: TOKENS + 0.175 * UNITS }])
    })
  })

  describe('a picture model is charged by what the answer names', () => {
    const data = [{ b64_json: PICTURE }]
    const draw = async (answer: () => Response, model: string, wish: object) => {
      await modelOf(answer, model)
      const path = '/v1/images/generations'
      await (await relay.post(path, token, { model, prompt: 'a cat', ...wish })).text()
      return (await relay.charges(model, 1))[0]
    }
    test.each<[string, object, object, number]>([
      ['gpt-image-1', {}, { quality: 'high', usage: { output_tokens: 4160 } }, 0.167],
      ['gpt-image-1-2025-04-23', { quality: 'low' }, { quality: 'high', size: '1536x1024' }, 0.25],
      ['gpt-image-1.5', { quality: 'high' }, {}, 0.133],
      ['gpt-image-1-mini', { quality: 'high' }, { quality: 'low', size: '1024x1024' }, 0.005],
    ])('%s %j → %j', async (model, wish, answer, usd) => {
      await relay.option('ModelPrice', { 'gpt-image-1-2025-04-23': 0.042 })
      const whole = await draw(() => Response.json({ created: 1, data, ...answer }), model, wish)
      expect(whole?.quota).toBe(usd * UNITS)
    })

    test.each<[string, object, number]>([
      ['gpt-image-1', { quality: 'high', size: '1024x1024' }, 0.167],
      ['gpt-image-1', { usage: { input_tokens: 0, output_tokens: 4160, total_tokens: 4160 } }, 0.1664],
    ])('%s streamed, %j', async (name, answer, usd) => {
      const model = `${name}-${relay.model()}`
      await relay.option('ModelPrice', { [model]: 0.042 })
      const events = [{ type: 'image_generation.completed', b64_json: PICTURE, ...answer }]
      const row = await draw(stream(sse(events)), model, { stream: true })
      expect(row?.quota).toBe(usd * UNITS)
    })
  })
})
