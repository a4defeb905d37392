import { expect, test } from 'bun:test'
import { getPricing } from '#contract/api/public-prices.ts'
import { MAX_CALL_USD, MAX_COST, MAX_RATIO } from '#contract/prices/price.ts'
import { MAX_QUOTA, MAX_QUOTA_PER_UNIT, QUOTA_PER_USD } from '#contract/quota.ts'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  async function caller(model: string, group = 'default') {
    await relay.channel({ models: model, group })
    const user = await relay.server.addUser({ quota: MAX_QUOTA, group })
    const token = await relay.token({}, await relay.server.login(user.username, PASSWORD))
    return { id: user.id, call: () => relay.chat(token, { model, max_tokens: 10, fake: { tokens: 10 } }) }
  }
  const books = (id: number) => expectBooksToAgree(relay.server.services.store, id)

  test('the dearest ratio of a model is charged to the unit', async () => {
    await relay.option('ModelRatio', { dear: MAX_RATIO })
    const { id, call } = await caller('dear')
    expect((await call()).status).toBe(200)
    const [row] = await relay.charges('dear', 1)
    const charged = MAX_RATIO * (row!.prompt + row!.completion)
    expect(await books(id)).toEqual({ charged, calls: 1, balance: MAX_QUOTA - charged })
  })

  test('the dearest price of a call is charged to the unit', async () => {
    await relay.option('ModelPrice', { 'dear-call': MAX_CALL_USD })
    const { id, call } = await caller('dear-call')
    expect((await call()).status).toBe(200)
    const [row] = await relay.charges('dear-call', 1)
    const charged = MAX_CALL_USD * QUOTA_PER_USD
    expect(row!.quota).toBe(charged)
    expect(await books(id)).toEqual({ charged, calls: 1, balance: MAX_QUOTA - charged })
  })

  test('with every option at its bound the prices are shown, and a call pays what it can cost at most', async () => {
    const dearest = { dearest: MAX_RATIO }
    await relay.option('ModelRatio', dearest)
    await relay.option('CompletionRatio', dearest)
    await relay.option('CacheRatio', dearest)
    await relay.option('GroupRatio', { default: 1, vip: MAX_RATIO })
    await relay.option('QuotaPerUnit', MAX_QUOTA_PER_UNIT)
    const { id, call } = await caller('dearest', 'vip')
    const rows = (await relay.server.call(getPricing, {})).data
    expect(rows?.find(({ model_name }) => model_name === 'dearest')?.model_ratio).toBe(MAX_RATIO)
    const answer = await call()
    expect(answer.status).toBe(200)
    await answer.text()
    await relay.charges('dearest', 1)
    const charged = MAX_COST / 1000
    expect(await books(id)).toEqual({ charged, calls: 1, balance: MAX_QUOTA - charged })
  })
})
