import { describe, expect, test } from 'bun:test'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'

const CLAUDE = 14
const ROOT = 1
const EVENTS = { headers: { 'content-type': 'text/event-stream' } }
/** Above this, the harness's model costs 2 units for an input token and 6 for an output token, instead of 1 and 2. */
const LONG = 1000
const RULES = [{ above: LONG, factors: { input: 2, output: 3 } }]

const usageOf = (prompt: number, completion: number, more: object = {}) => ({
  usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion, ...more },
})
const whole = (usage: object) => () => Response.json({ choices: [{ message: { content: 'hello' } }], ...usage })
const streamed = (usage: object) => () =>
  new Response(
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'hello' } }] })}\n\n` +
      `data: ${JSON.stringify({ choices: [], ...usage })}\n\ndata: [DONE]\n\n`,
    EVENTS,
  )

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  async function modelOf(rules: object[], answer: () => Response, type = 1): Promise<string> {
    const models = relay.model()
    await relay.channelThat(answer, { type, models })
    await relay.option('PriceRules', { [models]: rules })
    return models
  }
  async function chargedFor(model: string, body: object = {}) {
    await (await relay.chat(await relay.token(), { model, ...body })).text()
    return (await relay.charges(model, 1))[0]
  }

  describe('a prompt that the vendor counts above a length', () => {
    test.each([
      ['a whole answer', whole, {}],
      ['a stream', streamed, { stream: true }],
    ])('costs more in %s, and the receipt says why', async (_name, answer, body) => {
      const model = await modelOf(RULES, answer(usageOf(LONG + 1, 10)))
      expect(await chargedFor(model, body)).toMatchObject({
        quota: 2 * (LONG + 1) + 6 * 10,
        receipt: { model_ratio: 2, completion_ratio: 3, price_rules: [{ above: LONG }] },
      })
    })

    test('costs what it did at the length itself, and the receipt names no rule', async () => {
      const row = await chargedFor(await modelOf(RULES, whole(usageOf(LONG, 10))))
      expect(row?.quota).toBe(LONG + 2 * 10)
      expect(row?.receipt.price_rules).toBeUndefined()
    })

    test('counts cached tokens, as vendors do', async () => {
      const usage = { input_tokens: 1, output_tokens: 10, cache_read_input_tokens: LONG }
      const message = { type: 'message', content: [{ type: 'text', text: 'hi' }], stop_reason: 'end_turn', usage }
      const model = await modelOf([{ above: LONG, factor: 2 }], () => Response.json(message), CLAUDE)
      const messages = [{ role: 'user', content: 'hi' }]
      await relay.post('/v1/messages', await relay.token(), { model, max_tokens: 50, messages })
      const [row] = await relay.charges(model, 1)
      expect(row?.receipt).toMatchObject({ price_rules: [{ above: LONG }], model_ratio: 2 })
    })

    test('is held at that price: a balance that does not cover it is refused, and nothing is charged', async () => {
      const model = await modelOf(RULES, whole(usageOf(5000, 10)))
      const content = 'word '.repeat(4000)
      const messages = [{ role: 'user', content }]
      const token = await relay.token({ unlimited_quota: false, remain_quota: 4000 })
      const reply = await relay.chat(token, { model, messages })
      expect(reply.status).toBe(403)
      expect(await relay.charges(model)).toEqual([])
      const enough = await relay.token({ unlimited_quota: false, remain_quota: 20_000 })
      expect((await relay.chat(enough, { model, messages })).status).toBe(200)
    })
  })

  test('an answer with reasoning costs what its rule says', async () => {
    const rules = [{ with_reasoning: true, prices: { output: 20 } }]
    const details = { completion_tokens_details: { reasoning_tokens: 4 } }
    expect(await chargedFor(await modelOf(rules, whole(usageOf(10, 10, details))))).toMatchObject({
      quota: 10 + 10 * 10,
      receipt: { price_rules: [{ with_reasoning: true }] },
    })
    expect((await chargedFor(await modelOf(rules, whole(usageOf(10, 10)))))?.quota).toBe(10 + 2 * 10)
  })

  test('reasoning tokens can have a price of their own', async () => {
    const details = { completion_tokens_details: { reasoning_tokens: 4 } }
    const model = await modelOf([{ prices: { reasoning: 6 } }], whole(usageOf(10, 10, details)))
    expect(await chargedFor(model)).toMatchObject({ quota: 10 + 6 * 2 + 4 * 3, receipt: { ratios: { reasoning: 3 } } })
  })

  test('a rule with a time counts from then on', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const earlier = new Date(Date.now() - 3_600_000).toISOString()
    const rules = [
      { from: later, factor: 100 },
      { until: earlier, factor: 100 },
      { from: earlier, until: later, factor: 3 },
    ]
    const row = await chargedFor(await modelOf(rules, whole(usageOf(10, 10))))
    expect(row).toMatchObject({ quota: 3 * 30, receipt: { price_rules: [{ from: earlier, until: later }] } })
  })

  test('a group can have a price of its own for a model', async () => {
    const rules = [
      { groups: ['vip'], prices: { input: 1 } },
      { groups: ['vip'], group_ratio: 0.5 },
    ]
    const model = relay.model()
    await relay.channelThat(whole(usageOf(10, 10)), { models: model, group: 'default,vip' })
    await relay.option('PriceRules', { [model]: rules })
    const ask = async (group: string) => (await relay.chat(await relay.token({ group }), { model })).text()
    await ask('vip')
    expect((await relay.charges(model, 1))[0]).toMatchObject({
      quota: 12,
      receipt: { group_ratio: 0.5, carry_out: 500 },
    })
    await ask('default')
    expect((await relay.charges(model, 2))[1]?.quota).toBe(30)
  })

  test('the books agree afterwards', async () => {
    await expectBooksToAgree(relay.server.services.store, ROOT)
  })
})
