import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  let model: string
  let other: string

  beforeAll(async () => {
    await relay.option('RetryTimes', 1)
    await relay.option('GroupRatio', { default: 1, cheap: 0.5, dear: 3 })
    await relay.option('UserUsableGroups', { default: 'Default', cheap: 'Cheap', dear: 'Dear', auto: 'Cheapest' })
    token = await relay.token()
  }, START_MS)
  beforeEach(() => {
    model = relay.model()
    other = relay.model()
  })

  async function failing(fields: { models: string } & Record<string, unknown>, error: number | string = 500) {
    const made = await relay.channel(fields)
    relay.upstream.set({ error }, made.key)
    return made
  }
  const call = (more: object = {}, key = token) => relay.chat(key, { model, ...more })

  describe('a fallback serves a model', () => {
    test('that no channel has, and the log, the price and the request sent are those of the fallback', async () => {
      await relay.option('ModelFallbacks', { [model]: other })
      const channel = await relay.channel({ models: other })
      expect((await call()).status).toBe(200)
      expect(relay.tried(other)).toEqual([channel.key])
      const [row] = await relay.charges(other, 1)
      expect(row?.receipt).toMatchObject({ requested_model: model })
      expect(await relay.charges(model)).toEqual([])
    })

    test('whose channels all fail, and the path shows every attempt', async () => {
      await relay.option('ModelFallbacks', { [model]: `${relay.model()}, ${other}` })
      const first = await failing({ models: model })
      const second = await failing({ models: model })
      const last = await relay.channel({ models: other })
      const response = await call({ stream: true })
      expect(response.status).toBe(200)
      await response.text()
      const [row] = await relay.charges(other, 1)
      const path = row?.receipt.admin_info?.use_channel
      expect(path?.slice(0, 2).sort()).toEqual([first, second].map(({ id }) => String(id)).sort())
      expect(path?.[2]).toBe(String(last.id))
      await expectBooksToAgree(relay.server.services.store, 1)
    })

    test('but not for a mistake of the caller, nor what the token may not use', async () => {
      await relay.option('ModelFallbacks', { [model]: other })
      await failing({ models: model }, 400)
      await relay.channel({ models: other })
      expect((await call()).status).toBe(400)
      const bound = await relay.token({ model_limits_enabled: true, model_limits: model })
      const third = relay.model()
      await relay.option('ModelFallbacks', { [third]: other })
      const only = await relay.token({ model_limits_enabled: true, model_limits: third })
      expect((await relay.chat(only, { model: third })).status).toBe(404)
      expect((await call({}, bound)).status).toBe(400)
      expect(relay.tried(other)).toEqual([])
    })

    test('and when it fails, too, nothing is charged and the call is logged once, under the model asked for', async () => {
      await relay.option('ModelFallbacks', { [model]: other })
      await failing({ models: model })
      await failing({ models: other }, 503)
      const answer = await call()
      expect(answer.status).toBeGreaterThanOrEqual(500)
      const id = answer.headers.get('x-oneapi-request-id') ?? ''
      expect(await relay.charges(model)).toEqual([])
      expect(await relay.charges(other)).toEqual([])
      await relay.server.services.failedCalls.flush()
      const { db } = relay.server.services.store
      const rows = await db.selectFrom('logs').select('model_name').where('request_id', '=', id).execute()
      expect(rows).toEqual([{ model_name: model }])
      await expectBooksToAgree(relay.server.services.store, 1)
    })

    test('and counts as one call in the limits', async () => {
      await relay.option('ModelFallbacks', { [model]: other })
      await failing({ models: model })
      await relay.channel({ models: other })
      const limited = await relay.token({ limits: { rpm: 2 } })
      expect((await call({}, limited)).status).toBe(200)
      expect((await call({}, limited)).status).toBe(200)
      expect((await call({}, limited)).status).toBe(429)
    })
  })

  test.each(['{"a":""}', '{"a":"a"}', '{"a":"b,c,d,e,f,g"}', '{" a":"b"}'])(
    'fallbacks %s are refused',
    async (text) => {
      await expect(relay.option('ModelFallbacks', text)).rejects.toThrow('备用模型')
    },
  )

  describe('a token of the group auto', () => {
    let auto: string
    beforeAll(async () => {
      auto = await relay.token({ group: 'auto' })
    })

    test('is served by the cheapest group that has the model', async () => {
      await relay.channel({ models: model, group: 'dear' })
      const cheaper = await relay.channel({ models: model, group: 'default' })
      expect((await call({}, auto)).status).toBe(200)
      const [row] = await relay.charges(model, 1)
      expect(row).toMatchObject({ channel: cheaper.id, receipt: { group: 'default', group_ratio: 1 } })
    })

    test('goes on to the next group where all channels of one fail', async () => {
      await failing({ models: model, group: 'cheap' })
      const dear = await relay.channel({ models: model, group: 'dear' })
      expect((await call({}, auto)).status).toBe(200)
      const [row] = await relay.charges(model, 1)
      expect(row).toMatchObject({ channel: dear.id, receipt: { group: 'dear', group_ratio: 3 } })
    })

    test('lists the models of all groups', async () => {
      await relay.channel({ models: model, group: 'cheap' })
      await relay.channel({ models: other, group: 'dear' })
      const list = await relay.server.request('/v1/models', { headers: { authorization: `Bearer ${auto}` } })
      const { data } = (await list.json()) as { data: { id: string }[] }
      expect(data.map(({ id }) => id)).toContain(model)
      expect(data.map(({ id }) => id)).toContain(other)
    })
  })

  describe('the order of a group', () => {
    test('by cost tries the cheapest channel first, whatever the weights', async () => {
      await relay.option('GroupRouting', { default: 'cost' })
      const dear = await relay.channel({ models: 'gpt-4o', weight: 1000, buy_price: '{"discount":0.9}' })
      const cheap = await relay.channel({ models: 'gpt-4o', buy_price: '{"discount":0.5}' })
      for (let n = 0; n < 10; n++) expect((await relay.chat(token, { model: 'gpt-4o' })).status).toBe(200)
      expect(new Set(relay.tried('gpt-4o'))).toEqual(new Set([cheap.key]))
      expect(dear.key).not.toBe(cheap.key)
    })

    test('by latency prefers the channel that answers sooner, once both are measured', async () => {
      await relay.option('GroupRouting', { default: 'latency' })
      const slow = await relay.channel({ models: model, weight: 50 })
      const fast = await relay.channel({ models: model })
      relay.server.services.circuits.succeeded(slow.id, model, 2000)
      relay.server.services.circuits.succeeded(fast.id, model, 100)
      for (let n = 0; n < 10; n++) expect((await call()).status).toBe(200)
      expect(new Set(relay.tried(model))).toEqual(new Set([fast.key]))
    })

    test('by calls in progress takes the least busy', async () => {
      await relay.option('GroupRouting', { default: 'busy' })
      const busy = await relay.channel({ models: model, weight: 40 })
      const idle = await relay.channel({ models: model })
      const { inFlight } = relay.server.services
      for (let n = 0; n < 9; n++) inFlight.begin(busy.id)
      for (let n = 0; n < 10; n++) expect((await call()).status).toBe(200)
      expect(new Set(relay.tried(model))).toEqual(new Set([idle.key]))
    })

    test('is one of four', async () => {
      await expect(relay.option('GroupRouting', { default: 'luck' })).rejects.toThrow('luck')
    })
  })

  describe('a conversation', () => {
    test('keeps its channel, leaves it while it fails there, and comes back', async () => {
      const channels = [1, 2, 3].map(() => relay.channel({ models: model }))
      const byKey = new Map((await Promise.all(channels)).map(({ key, id }) => [key, id]))
      const talk = async () => {
        expect((await call({ prompt_cache_key: 'one conversation' })).status).toBe(200)
        return relay.tried(model).at(-1) ?? ''
      }
      const first = await talk()
      for (let n = 0; n < 5; n++) expect(await talk()).toBe(first)
      const { circuits } = relay.server.services
      const id = byKey.get(first) ?? 0
      const failure = { kind: 'server', status: 500, message: 'broken', requestId: 'r' } as const
      // More than it has served.
      for (let n = 0; n < 8; n++) circuits.failed(id, model, failure)
      const second = await talk()
      expect(second).not.toBe(first)
      for (let n = 0; n < 5; n++) expect(await talk()).toBe(second)
      circuits.succeeded(id, model)
      expect(await talk()).toBe(first)
    })
  })

  test.each([504, 524])('after a few answers of status %d, another channel is tried first', async (status) => {
    const slow = await failing({ models: model, priority: 5 }, status)
    const { key } = await relay.channel({ models: model })
    for (let n = 0; n < 6; n++) await call()
    expect(relay.tried(model).at(-1)).toBe(key)
    expect(relay.server.services.circuits.isHealthy(slow.id, model)).toBe(false)
  })

  test.each([500, 503, 429, 400, 404])('a status of %d disables no channel', async (status) => {
    await relay.option('AutomaticDisableChannelEnabled', true)
    const { id } = await failing({ models: model }, status)
    for (let n = 0; n < 4; n++) expect((await call()).status).not.toBe(200)
    expect(relay.server.services.channels.byId(id)?.status).toBe(CHANNEL_STATUS.enabled)
    await relay.option('AutomaticDisableChannelEnabled', false)
  })
})
