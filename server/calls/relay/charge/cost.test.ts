import { beforeAll, describe, expect, test } from 'bun:test'
import { getChannel, updateChannel } from '#contract/api/channels.ts'
import { getWatchdog } from '#contract/api/watchdog.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'

const EVENTS = { headers: { 'content-type': 'text/event-stream' } }
/** USD per million tokens, and thousandths of a unit per token. */
const [INPUT, OUTPUT] = [1, 4]
const PER_TOKEN = 500
const usage = (prompt: number, completion: number) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
})
const vendorCost = (prompt: number, completion: number) => (prompt * INPUT + completion * OUTPUT) * PER_TOKEN
const answer = (content: string, prompt: number, completion: number) =>
  Response.json({
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: usage(prompt, completion),
  })

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  beforeAll(async () => {
    token = await relay.token()
    await relay.option('UnpaidQuotaPerDay', 10_000_000)
  }, START_MS)

  const buyPrice = (model: string) => JSON.stringify({ models: { [model]: { input: INPUT, output: OUTPUT } } })
  /** A model whose vendor answers so. */
  async function vendor(answers: () => Response, fields: object = {}) {
    const model = relay.model()
    const channel = await relay.channelThat(answers, { models: model, buy_price: buyPrice(model), ...fields })
    return { model, channel }
  }
  const db = () => relay.server.services.store.db
  async function booksOf(model: string) {
    await relay.server.services.accounting.ledger.flush()
    const rows = await db().selectFrom('logs').select(['cost', 'quota']).where('model_name', '=', model).execute()
    const sums = await db()
      .selectFrom('quota_data')
      .select(['cost', 'costed_quota', 'unlisted_cost', 'quota', 'count'])
      .where('model_name', '=', model)
      .execute()
    const { data } = await relay.root.call(getWatchdog, { query: { fresh: 'true' } })
    // Accounts of tests were given their balance without a row.
    expect(data?.differences.filter(({ check }) => check !== 'balances')).toEqual([])
    return { rows: rows.filter(({ cost }) => cost !== null), sums }
  }

  test('a call costs what the channel buys it for, by the name that is sent upstream', async () => {
    const model = relay.model()
    await relay.channelThat(() => answer('hello', 100, 10), {
      models: model,
      model_mapping: JSON.stringify({ [model]: 'sent-name' }),
      buy_price: buyPrice('sent-name'),
    })
    await relay.chat(token, { model })
    const { rows, sums } = await booksOf(model)
    expect(rows).toEqual([{ cost: vendorCost(100, 10), quota: 120 }])
    expect(sums).toMatchObject([{ cost: vendorCost(100, 10), costed_quota: 120, unlisted_cost: 0, count: 1 }])
  })

  test('a changed buy price applies to the next call; without any price the cost is unknown', async () => {
    const { model, channel } = await vendor(() => answer('hello', 100, 10))
    await relay.chat(token, { model })
    const price = JSON.stringify({ models: { [model]: { input: 2, output: 8 } } })
    await relay.root.call(updateChannel, { body: { id: channel.id, buy_price: price } })
    expect((await relay.root.call(getChannel, { params: { id: channel.id } })).data?.buy_price).toBe(price)
    await relay.chat(token, { model })
    await relay.root.call(updateChannel, { body: { id: channel.id, buy_price: '' } })
    await relay.chat(token, { model })
    const { rows, sums } = await booksOf(model)
    expect(rows.map(({ cost }) => cost)).toEqual([vendorCost(100, 10), 2 * vendorCost(100, 10)])
    expect(sums).toMatchObject([{ cost: 3 * vendorCost(100, 10), costed_quota: 240, quota: 360, count: 3 }])
    const audits = db().selectFrom('audits').select(['before', 'after']).where('action', '=', 'channel.update')
    const [first] = await audits.where('target_id', '=', String(channel.id)).orderBy('id').execute()
    expect(JSON.parse(first!.before).buy_price).toBe(buyPrice(model))
    expect(JSON.parse(first!.after).buy_price).toBe(price)
  })

  test('a buy price that cannot be meant is refused', async () => {
    const { channel } = await vendor(() => answer('', 1, 1))
    const reply = await relay.root.call(updateChannel, { body: { id: channel.id, buy_price: '{"discount":-1}' } })
    expect(reply).toMatchObject({
      success: false,
      message: expect.stringContaining('discount: must not be below 0'),
      fields: { buy_price: expect.anything() },
    })
  })

  describe('what is not charged costs nevertheless', () => {
    test('an empty answer', async () => {
      const { model } = await vendor(() => answer('', 1000, 1))
      await relay.chat(token, { model })
      expect((await booksOf(model)).rows).toEqual([{ cost: vendorCost(1000, 1), quota: 0 }])
    })

    test('an answer that its vendor broke off', async () => {
      const said = { choices: [{ index: 0, delta: { content: 'here' } }], usage: usage(1000, 1) }
      const text = `data: ${JSON.stringify(said)}\n\ndata: {"error":{"message":"overloaded"}}\n\n`
      const { model } = await vendor(() => new Response(text, EVENTS))
      await (await relay.chat(token, { model, stream: true })).text()
      const [row] = (await booksOf(model)).rows
      expect(row?.quota).toBe(0)
      expect(row?.cost).toBeGreaterThanOrEqual(vendorCost(1000, 1))
    })

    test('an answer that its owner could not pay, which has no row: its cost is in the sums alone', async () => {
      const poor = await relay.server.addUser({ quota: 3000 })
      const owner = await relay.server.login(poor.username, PASSWORD)
      const { model } = await vendor(() => answer('much', 1000, 6000))
      const reply = await relay.chat(await relay.token({}, owner), { model, max_tokens: 9000 })
      expect(reply.status).toBe(403)
      const { rows, sums } = await booksOf(model)
      expect(rows).toEqual([])
      const cost = vendorCost(1000, 6000)
      expect(sums.filter((sum) => sum.cost > 0)).toEqual([
        { cost, unlisted_cost: cost, costed_quota: 0, quota: 0, count: 0 },
      ])
    })

    test('the part of a stream that its owner could not pay', async () => {
      const poor = await relay.server.addUser({ quota: 3000 })
      const owner = await relay.server.login(poor.username, PASSWORD)
      const said = { choices: [{ index: 0, delta: { content: 'word' } }] }
      const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: usage(1000, 6000) }
      const text = `data: ${JSON.stringify(said)}\n\ndata: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n`
      const { model } = await vendor(() => new Response(text, EVENTS))
      await (await relay.chat(await relay.token({}, owner), { model, stream: true, max_tokens: 10 })).text()
      const [row] = (await booksOf(model)).rows
      expect(row?.cost).toBe(vendorCost(1000, 6000))
      expect(row?.quota).toBeWithin(3000, 4000)
    })
  })

  test('without log rows the sums keep the cost', async () => {
    const { model } = await vendor(() => answer('hello', 100, 10))
    await relay.option('LogConsumeEnabled', false)
    try {
      await relay.chat(token, { model })
      const cost = vendorCost(100, 10)
      expect((await booksOf(model)).sums).toMatchObject([{ cost, unlisted_cost: cost, costed_quota: 120 }])
    } finally {
      await relay.option('LogConsumeEnabled', true)
    }
  })
})
