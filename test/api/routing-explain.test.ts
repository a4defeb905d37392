import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createChannel } from '#contract/api/channels.ts'
import { explainRouting, replayRouting } from '#contract/api/routing.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  let model: string

  beforeAll(async () => {
    await relay.option('RetryTimes', 2)
    await relay.option('GroupRatio', { default: 1, cheap: 0.5 })
    token = await relay.token()
  }, START_MS)
  beforeEach(() => {
    model = relay.model()
  })

  async function explain(query: { model: string; down?: string; conversation?: string; token_id?: number }) {
    const answer = await relay.root.call(explainRouting, { query })
    if (!answer.success || !answer.data) throw new Error(answer.message)
    return answer.data
  }
  const placed = (route: { candidates: { id: number; place: number | null }[] } | undefined) =>
    route?.candidates.filter(({ place }) => place !== null).map(({ id }) => id)

  test('what is told is what calls do, for any conversation', async () => {
    for (let n = 0; n < 6; n++) await relay.channel({ models: model, weight: n * 5, priority: n < 4 ? 1 : 0 })
    for (let n = 0; n < 8; n++) {
      const conversation = `conversation ${n}`
      const { routes } = await explain({ model, conversation })
      const response = await relay.chat(token, { model, prompt_cache_key: conversation })
      expect(response.status).toBe(200)
      const rows = await relay.charges(model, n + 1)
      expect(rows.at(-1)?.receipt.admin_info?.order).toEqual(placed(routes[0]))
      expect(rows.at(-1)?.channel).toBe(placed(routes[0])?.[0])
    }
  })

  test('a channel that is assumed to be down is left out, and the call goes where it would', async () => {
    const first = await relay.channel({ models: model, priority: 9 })
    const second = await relay.channel({ models: model })
    expect(placed((await explain({ model })).routes[0])).toEqual([first.id, second.id])
    const { routes } = await explain({ model, down: String(first.id) })
    expect(placed(routes[0])).toEqual([second.id])
    const left = routes[0]?.candidates.find(({ id }) => id === first.id)
    expect(left?.reasons).toEqual([{ code: 'assumed_down', detail: '' }])
    expect((await relay.chat(token, { model })).status).toBe(200)
    expect(relay.tried(model)).toEqual([first.key])
  })

  test('each channel that is not tried has its reasons', async () => {
    const served = await relay.channel({ models: model })
    const off = await relay.channel({ models: model, status: 2 })
    const elsewhere = await relay.channel({ models: model, group: 'cheap' })
    const failing = await relay.channel({ models: model })
    for (let n = 0; n < 3; n++) {
      const failure = { kind: 'server', status: 500, message: 'broken', requestId: 'r' } as const
      relay.server.services.circuits.failed(failing.id, model, failure)
    }
    const { routes, tries } = await explain({ model })
    const of = (id: number) => routes[0]?.candidates.find((each) => each.id === id)
    expect(tries).toBe(3)
    expect(of(served.id)).toMatchObject({ place: 1, first: 100, reasons: [], circuit: { state: 'closed' } })
    expect(of(off.id)?.reasons.map(({ code }) => code)).toEqual(['disabled'])
    expect(of(elsewhere.id)?.reasons).toEqual([{ code: 'other_group', detail: 'cheap' }])
    expect(of(failing.id)).toMatchObject({ place: 2, first: 0, circuit: { state: 'open', failed: 100 } })
    expect(of(failing.id)?.circuit.failures[0]).toMatchObject({ status: 500, message: 'broken', request_id: 'r' })
  })

  test('a main channel whose circuit is open comes after its backup, as calls go', async () => {
    const main = await relay.channel({ models: model, priority: 10 })
    const backup = await relay.channel({ models: model, priority: 1 })
    const failure = { kind: 'server' as const, status: 500, message: 'broken', requestId: 'r' }
    for (let n = 0; n < 3; n++) relay.server.services.circuits.failed(main.id, model, failure)
    const { routes } = await explain({ model })
    expect(routes[0]?.candidates.map(({ id, place, first }) => [id, place, first])).toEqual([
      [backup.id, 1, 100],
      [main.id, 2, 0],
    ])
    for (const stream of [false, true]) await (await relay.chat(token, { model, stream })).text()
    expect(relay.tried(model)).toEqual([backup.key, backup.key])
  })

  test('channels that would be passed over say so: keys that all rest, and limits that are used up', async () => {
    const { id } = await relay.channel({ models: model, limits: { rpm: 1 } })
    const body = { type: 1, name: 'pool', key: 'sk-one\nsk-two', models: model, mode: 'multi_to_single', priority: 9 }
    const made = await relay.root.call(createChannel, { body: { ...body, base_url: relay.upstream.url } as never })
    const pool = made.data?.[0]?.id ?? 0
    const { keyPools, channels } = relay.server.services
    const reasonsOf = async (channel: number) =>
      (await explain({ model })).routes[0]?.candidates.find((each) => each.id === channel)
    expect(await reasonsOf(pool)).toMatchObject({ reasons: [], keys: { ready: 2, total: 2 } })
    for (let n = 0; n < 2; n++) {
      const channel = channels.byId(pool)
      const key = keyPools.of(pool)?.choose({
        mode: 'polling',
        now: Date.now(),
        random: Math.random,
        conversation: undefined,
        tried: new Set(),
      })
      const keyed = channel && key && keyPools.withKey(channel, key)
      if (keyed) keyPools.cool(keyed, Date.now() + 60_000, true)
    }
    expect(await reasonsOf(pool)).toMatchObject({ reasons: [{ code: 'keys' }], keys: { ready: 0, total: 2 } })
    expect((await relay.chat(token, { model })).status).toBe(200)
    expect((await reasonsOf(id))?.reasons).toMatchObject([{ code: 'full' }])
  })

  test('full channels take the place of no other: the first that is not full serves, and is told', async () => {
    const full: string[] = []
    for (let n = 0; n < 5; n++) full.push((await relay.channel({ models: model, limits: { rpm: 0 }, priority: 5 })).key)
    const free = await relay.channel({ models: model, limits: { rpm: 5 } })
    const { routes } = await explain({ model })
    expect(placed(routes[0])).toEqual([free.id])
    expect(routes[0]?.candidates.find(({ id }) => id === free.id)?.first).toBe(100)
    expect((await relay.chat(token, { model })).status).toBe(200)
    expect(relay.tried(model)).toEqual([free.key])
  })

  test('a token whose own limit is used up is told so, on every route', async () => {
    await relay.option('ModelFallbacks', { [model]: relay.model() })
    await relay.channel({ models: `${model}` })
    const limited = await relay.token({ name: 'used up', limits: { rpm: 1 } })
    const { db } = relay.server.services.store
    const row = await db.selectFrom('tokens').select('id').where('name', '=', 'used up').executeTakeFirstOrThrow()
    expect((await explain({ model, token_id: row.id })).routes[0]).toMatchObject({ taken: true, error: '' })
    expect((await relay.chat(limited, { model })).status).toBe(200)
    const { routes } = await explain({ model, token_id: row.id })
    expect(routes.map(({ taken }) => taken)).toEqual([false, false])
    for (const { error } of routes) expect(error).not.toBe('')
    expect((await relay.chat(limited, { model })).status).toBe(429)
  })

  describe('of a model that has fallbacks', () => {
    test('all routes are told, with the error of those that are left out', async () => {
      const [bound, served, unserved] = [relay.model(), relay.model(), relay.model()]
      await relay.option('ModelFallbacks', { [model]: `${bound}, ${unserved}, ${served}` })
      for (const models of [bound, served]) await relay.channel({ models })
      await relay.token({ name: 'bound', model_limits_enabled: true, model_limits: `${model},${served},${unserved}` })
      const { db } = relay.server.services.store
      const row = await db.selectFrom('tokens').select('id').where('name', '=', 'bound').executeTakeFirstOrThrow()
      const { routes } = await explain({ model, token_id: row.id })
      expect(routes.map(({ model: name, taken }) => [name, taken])).toEqual([
        [model, false],
        [bound, false],
        [unserved, false],
        [served, true],
      ])
      expect(routes.filter(({ error }) => error === '').map((route) => route.model)).toEqual([served])
    })
  })

  test('a model that nobody has is told as its caller would be', async () => {
    const { routes } = await explain({ model: 'no-such-model' })
    expect(routes).toHaveLength(1)
    expect(routes[0]).toMatchObject({ taken: false, candidates: [], price: null })
    expect(routes[0]?.error).not.toBe('')
  })

  test('the limits of a token that count are told with their use', async () => {
    await relay.channel({ models: model })
    await relay.token({ name: 'limited', limits: { rpm: 7 } })
    const { db } = relay.server.services.store
    const row = await db.selectFrom('tokens').select('id').where('name', '=', 'limited').executeTakeFirstOrThrow()
    const { limits } = await explain({ model, token_id: row.id })
    expect(limits).toMatchObject([{ scope: 'token', limits_now: { rpm: { limit: 7, used: 0 } } }])
    const answer = await relay.root.call(explainRouting, { query: { model, token_id: 999_999 } })
    expect(answer.success).toBe(false)
  })

  describe('a replay of past calls', () => {
    const play = async (channels: { id: number; weight?: number; priority?: number; enabled?: boolean }[]) => {
      const answer = await relay.root.call(replayRouting, { body: { hours: 1, channels } })
      if (!answer.success || !answer.data) throw new Error(answer.message)
      return answer.data
    }

    test('with nothing changed comes to what is, and a draft shows costs and shares beside it', async () => {
      const models = JSON.stringify({ models: { [model]: { input: 10, output: 10 } } })
      const dear = await relay.channel({ models: model, priority: 5, buy_price: models })
      const half = JSON.stringify({ models: { [model]: { input: 5, output: 5 } } })
      const cheap = await relay.channel({ models: model, buy_price: half })
      for (let n = 0; n < 4; n++) expect((await relay.chat(token, { model })).status).toBe(200)
      await relay.charges(model, 4)
      const same = await play([])
      expect(same.draft).toEqual(same.today)
      expect(same.calls).toBeGreaterThanOrEqual(4)
      const { today, draft, channels, calls } = await play([{ id: dear.id, priority: -1 }])
      expect(today.cost).toBeGreaterThan(draft.cost)
      const share = Math.round((4 / calls) * 10_000) / 100
      expect(channels.find(({ id }) => id === dear.id)).toMatchObject({ today: share, draft: 0 })
      expect(channels.find(({ id }) => id === cheap.id)).toMatchObject({ today: 0, draft: share })
    })

    test('replays a call that a fallback served as one of the model that served it', async () => {
      const served = relay.model()
      await relay.option('ModelFallbacks', { [model]: served })
      const channel = await relay.channel({ models: served })
      const before = (await play([])).today.failed
      for (let n = 0; n < 3; n++) expect((await relay.chat(token, { model })).status).toBe(200)
      await relay.charges(served, 3)
      const { today, channels } = await play([])
      expect(today.failed).toBeLessThanOrEqual(before)
      expect(channels.find(({ id }) => id === channel.id)?.today).toBeGreaterThan(0)
    })

    test('counts what fails: at a channel by its failures, and what no channel would serve', async () => {
      const only = await relay.channel({ models: model })
      for (let n = 0; n < 3; n++) expect((await relay.chat(token, { model })).status).toBe(200)
      await relay.charges(model, 3)
      const { today, draft, calls } = await play([{ id: only.id, enabled: false }])
      expect(draft.failed - today.failed).toBeCloseTo((3 / calls) * 100, 1)
    })
  })
})
