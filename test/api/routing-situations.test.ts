import { beforeAll, expect, test } from 'bun:test'
import { updateChannelKey } from '#contract/api/channel-keys.ts'
import { createChannel } from '#contract/api/channels.ts'
import { type ExplainedRoute, explainRouting } from '#contract/api/routing.ts'
import type { LimitScope, Limits } from '#contract/limits.ts'
import { ROUTING_ORDERS } from '#contract/routing.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { duringSuite, START_MS } from '#test/harness/during-suite.ts'
import { listen } from '#test/harness/listening.ts'
import { refused } from '#test/harness/relay.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { inTier } from '#test/harness/tiers.ts'

const SITUATIONS = inTier('nightly') ? 1000 : 150
const TRIES = 3
const GROUPS = Object.fromEntries(ROUTING_ORDERS.map((order) => [`by-${order}`, order]))
const FAILURE = { kind: 'server', status: 500, message: 'broken', requestId: 'r' } as const
const USED_UP: (Limits & object)[] = [
  { rpm: 1 },
  { rpd: 2 },
  { tpm: 1200 },
  { tpd: 1100, rpm: 50 },
  { concurrency: 1 },
  { budgets: [{ window: 'day', quota: 100 }] },
]
const MODEL_LIMITS: Limits = { concurrency: 1 }
const OPEN: Limits[] = [{ rpm: 9 }, { tpm: 90_000, concurrency: 3 }, { budgets: [{ window: 'week', quota: 100 }] }]

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  const asked: { channel: string; model: string }[] = []
  const vendor = duringSuite(async () => {
    const listening = listen(async (request) => {
      const channel = new URL(request.url).pathname.split('/')[1] ?? ''
      const { model } = (await request.json()) as { model: string }
      asked.push({ channel, model })
      if (channel.startsWith('late')) await answerLate(request.signal)
      if (channel.startsWith('ill')) return Response.json({ error: { message: 'broken' } }, { status: 500 })
      const choices = [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }]
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
      return Response.json({ id: 'x', object: 'chat.completion', created: 1, model, choices, usage })
    })
    fresh.atEnd(() => listening.stop())
    return listening
  })

  beforeAll(async () => {
    const names = Array.from({ length: SITUATIONS }, (_, n) => [`s-${n}`, `f-${n}`]).flat()
    await relay.option('RetryTimes', TRIES - 1)
    await relay.option('ProbeFailingModelsEnabled', false)
    await relay.option('GroupRatio', {
      default: 1,
      ...Object.fromEntries(Object.keys(GROUPS).map((each) => [each, 1])),
    })
    await relay.option('UserUsableGroups', Object.fromEntries(Object.keys(GROUPS).map((each) => [each, each])))
    await relay.option('GroupRouting', GROUPS)
    await relay.option('ModelRatio', Object.fromEntries(names.map((name) => [name, 1])))
    const limited = names.filter((name, n) => name.startsWith('s') && (n / 2) % 9 === 0)
    await relay.option('ModelLimits', Object.fromEntries(limited.map((name) => [name, MODEL_LIMITS])))
    const fallbacks = names.filter((name, n) => name.startsWith('s') && n % 3 === 0)
    await relay.option('ModelFallbacks', Object.fromEntries(fallbacks.map((name) => [name, `f${name.slice(1)}`])))
  }, START_MS)

  /** Calls in progress of the present situation. */
  const inProgress: { end(tokens: number): void }[] = []

  /** Uses limits up as calls do that are still in progress, and budgets as settled charges do. */
  async function exhaust(scope: LimitScope, subject: string | number, limits: Limits) {
    const { callLimits, store } = relay.server.services
    const applied = [{ scope, subject: String(subject), limits }]
    for (let n = 0; n < 2; n++) {
      const admission = await callLimits.admit(applied, () => 1000)
      if ('end' in admission) inProgress.push(admission)
    }
    for (const owner of await callLimits.ownersOf(callLimits.budgetsOf(applied, 'any')))
      await store.db.updateTable('budget_windows').set({ used: 100 }).where('id', '=', owner.id).execute()
  }

  async function fillKey(channel: number, key: number) {
    const limits = { concurrency: 1 }
    const params = { id: channel, key: String(key) }
    const { success } = await relay.root.call(updateChannelKey, { params, body: { limits } as never })
    expect(success).toBe(true)
    await exhaust('key', key, limits)
  }

  async function drawSituation(n: number) {
    const random = randomOf(`situation ${n}`)
    const chance = (share: number) => random() < share
    const one = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
    const group = one(Object.keys(GROUPS))
    const { circuits, inFlight, keyPools, channels } = relay.server.services
    const names = new Map<number, string>()
    for (let count = 1 + Math.floor(random() * 6); count > 0; count--) {
      const models = chance(0.7) ? [`s-${n}`] : chance(0.5) ? [`f-${n}`] : [`s-${n}`, `f-${n}`]
      const isUsed = chance(0.3)
      const limits = isUsed ? one(USED_UP) : chance(0.3) ? one(OPEN) : undefined
      const kind = chance(0.2) ? 'ill' : chance(0.2) ? 'late' : 'well'
      const name = `${kind}-${n}-${count}`
      const isPool = chance(0.25)
      const settings = { ...(kind === 'late' && { hedge: true }), ...(chance(0.15) && { wait_seconds: 1 }) }
      const price = chance(0.5) && {
        buy_price: JSON.stringify({ models: { [`s-${n}`]: { input: one([1, 5]), output: 1 } } }),
      }
      const body = {
        ...{ type: 1, name, models: models.join(','), base_url: `${vendor.url}/${name}`, group, ...price },
        ...{
          priority: one([0, 0, 1]),
          weight: one([0, 10, 40]),
          limits,
          auto_ban: 0,
          settings: JSON.stringify(settings),
        },
        ...(isPool ? { key: `sk-${name}-1\nsk-${name}-2`, mode: 'multi_to_single' } : { key: `sk-${name}` }),
      }
      const made = await relay.root.call(createChannel, { body: body as never })
      const id = made.data?.[0]?.id ?? 0
      names.set(id, name)
      if (isUsed && limits) await exhaust('channel', id, limits)
      if (kind === 'late') for (const model of models) for (let t = 0; t < 25; t++) circuits.began(id, model, false, 5)
      if (chance(0.2)) for (const model of models) for (let f = 0; f < 3; f++) circuits.failed(id, model, FAILURE)
      // Its pause is over: the next calls decide.
      else if (chance(0.15)) for (const model of models) circuits.failed(id, model, { ...FAILURE, waitMs: 0 })
      else if (chance(0.5)) circuits.succeeded(id, `s-${n}`, one([10, 200]))
      if (chance(0.3)) inFlight.begin(id)
      const channel = channels.byId(id)
      for (const key of isPool && chance(0.7) ? (keyPools.of(id)?.keys() ?? []) : []) {
        const keyed = channel && chance(0.8) && keyPools.withKey(channel, key)
        if (!keyed) continue
        if (chance(0.5)) keyPools.suspend(keyed, Date.now() + 600_000)
        else await fillKey(id, keyed.keyId)
      }
    }
    if (n % 9 === 0 && chance(0.5)) await exhaust('model', `s-${n}`, MODEL_LIMITS)
    const isUsed = chance(0.15)
    const limits = isUsed ? one(USED_UP) : chance(0.3) ? one(OPEN) : undefined
    const isPoor = chance(0.08)
    const fields = { name: `t-${n}`, group, limits, ...(isPoor && { unlimited_quota: false, remain_quota: 0 }) }
    const token = await relay.token(fields as never)
    const { db } = relay.server.services.store
    const { id } = await db.selectFrom('tokens').select('id').where('name', '=', `t-${n}`).executeTakeFirstOrThrow()
    if (isUsed && limits) await exhaust('token', id, limits)
    return { token, id, names, conversation: chance(0.5) ? `conversation ${n}` : undefined }
  }

  test('what is said of a call is what happens, in situations as they come', async () => {
    const drawn: { share: number; came: boolean }[] = []
    const counts = { certain: 0, drawn: 0, refused: 0, sequences: 0, waited: 0, let: 0, hedged: 0 }
    for (let n = 0; n < SITUATIONS; n++) {
      const { token, id, names, conversation } = await drawSituation(n)
      const query = { model: `s-${n}`, token_id: id, ...(conversation && { conversation }) }
      const { data } = await relay.root.call(explainRouting, { query: query as never })
      if (!data) throw new Error('nothing was explained')
      asked.length = 0
      const extra = conversation && { prompt_cache_key: conversation }
      const calling = relay.chat(token, { model: `s-${n}`, ...extra, temperature: n })
      // Of calls that wait, every other one gets a permit in time.
      const isLet = data.waits > 0 && n % 2 === 0
      if (isLet) for (const each of inProgress.splice(0)) each.end(0)
      const response = await calling
      // Keys of a pool are tried one after the other, and are one channel.
      const attempts = asked.map(({ channel, model }) => `${channel} ${model}`)
      const tried = asked.filter((_, at) => attempts[at] !== attempts[at - 1]).map(({ channel }) => channel)
      const nameOf = (channel: number) => names.get(channel) ?? ''
      const situation = `situation ${n}`
      const taken = data.routes.filter((route) => route.taken)
      const [first] = taken
      if (isLet) {
        counts.waited++
        await response.text()
        // Where another limit is full besides, the permit is of no use: that is then told.
        const { data: later } = await relay.root.call(explainRouting, { query: query as never })
        const isTold = tried.length > 0 || !later?.routes.some((route) => route.taken)
        expect({ situation, isTold }).toEqual({ situation, isTold: true })
        counts.let += tried.length > 0 ? 1 : 0
      } else if (!first) {
        counts.refused++
        const { message } = await refused(response)
        const last = data.error || data.routes.findLast(({ error }) => error !== '')?.error || ''
        const told = [data.error, ...data.routes.map(({ error }) => error)].map(withoutNumbers)
        expect({ situation, tried, isTold: told.includes(withoutNumbers(message)), last }).toEqual({
          ...{ situation, tried: [], isTold: true, last },
        })
      } else if (conversation) {
        counts.sequences++
        if (tried.some((name, at) => name.startsWith('late') && at < tried.length - 1)) counts.hedged++
        expect({ situation, tried }).toEqual({ situation, tried: expectedTries(taken, nameOf) })
        await response.text()
      } else {
        await response.text()
        const shares = first.candidates.filter((each) => each.first > 0)
        for (const each of shares) {
          const came = nameOf(each.id) === tried[0]
          if (each.first === 100) expect({ situation, tried: tried[0] }).toEqual({ situation, tried: nameOf(each.id) })
          else drawn.push({ share: each.first / 100, came })
        }
        if (shares.length === 1) counts.certain++
        else counts.drawn++
        expect(shares.map((each) => nameOf(each.id))).toContain(tried[0] ?? 'none')
      }
      for (const each of inProgress.splice(0)) each.end(0)
      await relay.server.services.store.db.deleteFrom('channels').execute()
      await relay.server.services.channels.reload()
    }
    for (const [from, to] of [
      [0, 0.3],
      [0.3, 0.6],
      [0.6, 1],
    ] as const) {
      const some = drawn.filter(({ share }) => share > from && share <= to)
      const expected = some.reduce((sum, { share }) => sum + share, 0)
      const variance = some.reduce((sum, { share }) => sum + share * (1 - share), 0)
      const came = some.filter((each) => each.came).length
      expect(Math.abs(came - expected)).toBeLessThanOrEqual(4 * Math.sqrt(variance) + 1)
    }
    const { waited, let: served, hedged, ...common } = counts
    for (const count of Object.values(common)) expect(count).toBeGreaterThan(SITUATIONS / 40)
    for (const count of [waited, served, hedged]) expect(count).toBeGreaterThan(SITUATIONS / 200)
    if (process.env.SHOW_COUNTS) console.info(counts, drawn.length)
  }, 600_000)
})

const withoutNumbers = (text: string) => text.replace(/[\d,.]+/g, '#')

/** Late answers come after this time, unless the call is given up for another channel. */
const LATE_MS = 800

async function answerLate(given: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setInterval(resolve, LATE_MS)
  given.addEventListener('abort', () => resolve())
  await promise
  clearInterval(timer)
}

/**
 * The channels that a call tries by what was said of its routes: those that are ill, and the first that is well. One that is late
 * is backed by the next, if there is one, and answers where that is ill or late as well.
 */
function expectedTries(routes: readonly ExplainedRoute[], nameOf: (channel: number) => string): string[] {
  const names: string[] = []
  for (const { candidates } of routes) {
    const placed = candidates.filter(({ place }) => place !== null).map(({ id }) => nameOf(id))
    for (const [at, name] of placed.entries()) {
      names.push(name)
      if (name.startsWith('well')) return names
      if (name.startsWith('late')) return [...names, ...placed.slice(at + 1, at + 2)]
    }
  }
  return names
}

/** Random numbers from 0 up to 1 that are the same in each run. */
function randomOf(key: string): () => number {
  let drawn = 0
  return () => Bun.hash.xxHash32(`${key} ${drawn++}`) / 2 ** 32
}
