import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { Receipt } from '#contract/receipt.ts'
import { wholeRows } from '#server/money/receipts/whole-rows.ts'
import { expectBooksToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'
import { inTier } from '#test/harness/tiers.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

const CALLS = inTier('all') ? 400 : 120
const WORKERS = 16
const BALANCE = 10_000_000
/** What a channel does with a call, each as often as it stands here. */
const MANNERS = ['well', 'well', 'late', 'late', 'late', 'late', 'ill', 'late and ill', 'cut', 'late and cut']
const LIMITS = { concurrency: 60, budgets: [{ window: 'day' as const, quota: BALANCE }] }
const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let gateway: Listening
  /** Answers that are held back, and callers who may hang up. */
  const late = new Set<() => void>()
  const patient = new Set<AbortController>()
  beforeAll(async () => {
    gateway = serveApp(relay.server)
    await relay.option('RetryTimes', 3)
    await relay.option('GroupHedging', { default: 'p95' })
    await relay.option('ProbeFailingModelsEnabled', false)
  }, START_MS)
  afterAll(() => gateway.stop())

  const draw = (text: string) => Bun.hash.xxHash32(text)

  /** A vendor whose manner follows from the text of the call. */
  const vendor = (channel: string) => async (request: Request) => {
    type Asked = { model: string; stream: boolean; messages: { content: string }[] }
    const { model, stream, messages } = (await request.json()) as Asked
    const drawn = MANNERS[draw(`${channel} ${messages[0]?.content}`) % MANNERS.length] ?? ''
    const manner = channel === 'c' ? 'well' : drawn
    if (manner.startsWith('late')) {
      const { promise, resolve } = Promise.withResolvers<void>()
      late.add(resolve)
      request.signal.addEventListener('abort', () => resolve())
      await promise
      late.delete(resolve)
    }
    if (manner.endsWith('ill')) return Response.json({ error: { message: 'ill' } }, { status: 500 })
    const base = { id: 'x', created: 1, model }
    if (!stream) {
      const choices = [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }]
      return Response.json({ ...base, object: 'chat.completion', choices, usage: USAGE })
    }
    const chunk = { ...base, object: 'chat.completion.chunk' }
    const begun = { ...chunk, choices: [{ index: 0, delta: { content: 'hello' }, finish_reason: null }] }
    const ended = { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: USAGE }
    const events = manner.endsWith('cut') ? [begun] : [begun, ended]
    const text = [...events.map((event) => JSON.stringify(event)), ...(manner.endsWith('cut') ? [] : ['[DONE]'])]
    return new Response(text.map((each) => `data: ${each}\n\n`).join(''), {
      headers: { 'content-type': 'text/event-stream' },
    })
  }

  /** Answers the id of a call whose answer arrived in full. */
  async function callOnce(token: string, model: string, n: number): Promise<string | undefined> {
    const caller = new AbortController()
    if (draw(`caller ${n}`) % 5 === 0) patient.add(caller)
    const stream = n % 2 === 0
    try {
      const response = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        signal: caller.signal,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: `call ${n}` }] }),
      })
      const text = await response.text()
      const isWhole = response.status === 200 && (!stream || text.endsWith('data: [DONE]\n\n'))
      return isWhole ? (response.headers.get('x-oneapi-request-id') ?? undefined) : undefined
    } catch {
      return undefined
    } finally {
      patient.delete(caller)
    }
  }

  test(
    'winners, losers, failures and callers who hang up: each call is paid once, each loser is in its row, nothing stays held',
    async () => {
      const { services } = relay.server
      const { id: userId, username } = await relay.server.addUser({ quota: BALANCE })
      const token = await relay.token(
        { unlimited_quota: false, remain_quota: BALANCE },
        await relay.server.login(username, PASSWORD),
      )
      const model = relay.model()
      const buy_price = JSON.stringify({ models: { [model]: { input: 2, output: 3 } } })
      const channels: number[] = []
      for (const [priority, name] of ['c', 'b', 'a'].entries()) {
        const fields = { models: model, priority, buy_price, limits: LIMITS, auto_ban: 0 }
        const { id } = await relay.channelThat(vendor(name), fields)
        channels.push(id)
        for (let n = 0; n < 200; n++) services.circuits.began(id, model, n % 2 === 0, 5)
      }
      // The order stays, whatever fails: what is hedged is not left to chance.
      services.circuits.isHealthy = () => true

      const whole: string[] = []
      let [next, ended] = [0, 0]
      const workers = Array.from({ length: WORKERS }, async () => {
        while (next < CALLS) {
          const id = await callOnce(token, model, next++)
          ended += 1
          if (id) whole.push(id)
        }
      })
      let turn = 0
      await until(() => {
        turn += 1
        for (const [n, answer] of [...late].entries()) if (draw(`late ${turn} ${n}`) % 8 === 0) answer()
        for (const [n, caller] of [...patient].entries()) if (draw(`gone ${turn} ${n}`) % 12 === 0) caller.abort()
        return ended >= CALLS
      })
      await Promise.all(workers)
      await until(() => {
        for (const answer of late) answer()
        return (
          services.accounting.wallet.count().user.held === 0 && channels.every((id) => services.inFlight.of(id) === 0)
        )
      })
      await services.accounting.ledger.flush()

      const { db } = services.store
      const rows = await wholeRows(
        db,
        await db.selectFrom('logs').selectAll().where('user_id', '=', userId).where('model_name', '=', model).execute(),
      )
      const paid = rows.filter(({ type }) => type === 2).map(({ request_id }) => request_id)
      expect(new Set(paid).size).toBe(paid.length)
      expect(whole.filter((id) => !paid.includes(id))).toEqual([])
      const books = await expectBooksToAgree(services.store, userId)
      await expectChannelsToAgree(services.store)
      expect(books.balance).toBe(BALANCE - books.charged)

      const lost = new Map<number, number>()
      for (const row of rows)
        for (const each of (JSON.parse(row.other) as Receipt).admin_info?.attempts ?? [])
          if (each.lost) lost.set(each.channel, (lost.get(each.channel) ?? 0) + each.lost)
      const booked = await db
        .selectFrom('quota_data')
        .select(['channel_id', sql<number>`sum(unlisted_cost)`.as('cost')])
        .where('user_id', '=', userId)
        .groupBy('channel_id')
        .having(sql`sum(unlisted_cost)`, '>', 0)
        .execute()
      expect(new Map(booked.map(({ channel_id, cost }) => [channel_id, cost]))).toEqual(lost)
      expect(lost.size).toBeGreaterThanOrEqual(2)

      const { callLimits } = services
      for (const id of channels) {
        const [use] = await callLimits.readUse([{ scope: 'channel', subject: String(id), limits: LIMITS }])
        const charged = rows.filter((row) => row.type === 2 && row.channel_id === id)
        expect(use).toMatchObject({
          concurrency: { used: 0 },
          budgets: [{ used: charged.reduce((sum, { quota }) => sum + quota, 0) }],
        })
      }
      expect(services.accounting.wallet.count().budget.held).toBe(0)
      expect(services.accounting.wallet.count().token.held).toBe(0)
    },
    LIMIT_MS,
  )
})
