import { describe, expect, test } from 'bun:test'
import { listChannelKeys, updateChannelKey } from '#contract/api/channel-keys.ts'
import { updateToken } from '#contract/api/tokens.ts'
import type { Limits } from '#contract/limits.ts'
import { expectBooksToAgree, expectBudgetsToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'
import { inTier } from '#test/harness/tiers.ts'
import { LIMIT_MS } from '#test/harness/until.ts'

/** The price of a call of the tests: 1 token in, 100 out at twice the price. */
const PRICE = 201
/** Three times as many calls as a budget covers. */
const CALLS = inTier('all') ? 300 : 90
const BUDGET = (CALLS / 3) * PRICE
const SLICE = 5000
/** Output tokens of an answer that is three times as long as its estimate, and its price. */
const LONG = 3000
const LONG_PRICE = 6001
/** Calls whose estimates, of 1,000 tokens of output, a budget of two such answers covers. */
const AT_ONCE = Math.ceil((2 * LONG_PRICE) / 2001)

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  async function caller(limits: Limits) {
    const user = await relay.server.addUser({ quota: 10_000_000 })
    const owner = await relay.server.login(user.username, PASSWORD)
    return { user, token: await relay.token({ limits }, owner) }
  }

  async function run(token: string, model: string, calls: number, stream = false, tokens?: number) {
    const answers = await Promise.all(
      Array.from({ length: calls }, async () => {
        const answer = tokens
          ? { fake: { tokens, delay_ms: 0 } }
          : { max_tokens: 100, fake: { tokens: 100, delay_ms: 0 } }
        const response = await relay.chat(token, { model, stream, ...answer })
        const text = await response.text()
        return { status: response.status, text, retryAfter: response.headers.get('retry-after') }
      }),
    )
    return {
      served: answers.filter(({ status }) => status === 200).length,
      refused: answers.filter(({ status }) => status !== 200),
    }
  }

  test.each([false, true])(
    'a budget of a day is as hard as a balance under parallel calls (stream: %p)',
    async (stream) => {
      const { user, token } = await caller({ budgets: [{ window: 'day', quota: BUDGET }] })
      const model = relay.model()
      await relay.channel({ models: model })
      const { served, refused } = await run(token, model, CALLS, stream)
      // None is refused while the budget covers it, and what all cost exceeds it by less than a slice.
      expect(served).toBeGreaterThanOrEqual(Math.floor(BUDGET / PRICE) - 1)
      expect(served * PRICE).toBeLessThan(BUDGET + SLICE)
      for (const { status, text } of refused) {
        expect(status).toBe(429)
        expect(text).toContain('budget_exceeded')
      }
      expect(Number(refused[0]?.retryAfter)).toBeWithin(1, 86_401)
      await relay.charges(model, served)
      await expectBooksToAgree(relay.server.services.store, user.id)
      await expectBudgetsToAgree(relay.server.services.store)
    },
    LIMIT_MS,
  )

  test('a budget of some models leaves the others free, and all budgets of a call count', async () => {
    const [dear, cheap] = [relay.model(), relay.model()]
    await relay.channel({ models: `${dear},${cheap}` })
    const { token } = await caller({
      budgets: [
        { window: 'hour', quota: 5 * PRICE, models: [dear] },
        { window: 'month', quota: 12 * PRICE },
      ],
    })
    const first = await run(token, dear, 20)
    expect(first.served).toBeWithin(4, 7)
    const second = await run(token, cheap, 30)
    expect(first.served + second.served).toBeWithin(11, 14)
    expect(second.refused[0]?.text).toContain('budget_exceeded')
    await relay.charges(cheap, second.served)
    await expectBudgetsToAgree(relay.server.services.store)
  })

  test('a budget that is raised or lowered within its window counts at once', async () => {
    const model = relay.model()
    await relay.channel({ models: model })
    const { user, token } = await caller({ budgets: [{ window: 'day', quota: 3 * PRICE }] })
    expect((await run(token, model, 10)).served).toBeWithin(2, 5)
    const owner = await relay.server.login(user.username, PASSWORD)
    const row = await relay.server.services.store.db
      .selectFrom('tokens')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    const change = (quota: number) =>
      owner.call(updateToken, { query: {}, body: { id: row.id, limits: { budgets: [{ window: 'day', quota }] } } })
    expect((await change(20 * PRICE)).success).toBe(true)
    expect((await run(token, model, 10)).served).toBe(10)
    expect((await change(5 * PRICE)).success).toBe(true)
    expect((await run(token, model, 10)).served).toBe(0)
  })

  describe.each(['channel', 'key'] as const)('a budget of a %s', (scope) => {
    /** A channel of a new model whose budget, or that of both of its keys, is `quota` a day. */
    async function capped(quota: number) {
      const model = relay.model()
      const limits: Limits = { budgets: [{ window: 'day', quota }] }
      if (scope === 'channel') {
        const { id } = await relay.channel({ models: model, priority: 9, limits })
        return { model, id, caps: 1 }
      }
      const key = `sk-${model}-1\nsk-${model}-2`
      const { id } = await relay.channel({ models: model, priority: 9, key, mode: 'multi_to_single' })
      const keys = (await relay.root.call(listChannelKeys, { params: { id }, query: {} })).data ?? []
      for (const each of keys)
        await relay.root.call(updateChannelKey, { params: { id, key: each.id }, body: { limits } })
      return { model, id, caps: keys.length }
    }

    test.each([false, true])(
      'that covers two calls hands the other 48 on to the next channel (stream: %p)',
      async (stream) => {
        const { model, id, caps } = await capped(2 * LONG_PRICE)
        await relay.channel({ models: model, priority: 1 })
        const { token } = await caller({})
        expect(await run(token, model, 50, stream, LONG)).toEqual({ served: 50, refused: [] })
        const rows = await relay.charges(model, 50)
        expect(rows.filter(({ channel }) => channel === id).length).toBeWithin(caps, AT_ONCE * caps + 1)
        await expectBudgetsToAgree(relay.server.services.store)
      },
    )

    test.each([false, true])(
      'of one call serves one, though its estimate is higher, and its answer is charged in full (stream: %p)',
      async (stream) => {
        const { model, caps } = await capped(PRICE)
        const { user, token } = await caller({})
        const call = () => relay.chat(token, { model, stream, fake: { tokens: 9000, delay_ms: 0 } })
        for (let n = 0; n < caps; n++) {
          const answer = await call()
          expect(answer.status).toBe(200)
          expect(await answer.text()).not.toContain('insufficient_quota')
          expect((await relay.charges(model, n + 1)).at(-1)?.quota).toBe(18_001)
        }
        const refused = await call()
        expect(refused.status).toBe(429)
        expect(await refused.text()).toContain('channels_at_limit')
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1)
        await expectBooksToAgree(relay.server.services.store, user.id)
        await expectBudgetsToAgree(relay.server.services.store)
      },
    )
  })
})
