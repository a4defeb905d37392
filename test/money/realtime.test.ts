import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { estimateTokens } from '#server/calls/upstream/answers/estimate.ts'
import { type FakeRealtime, startFakeRealtime } from '#test/fake-upstream/realtime.ts'
import { expectBooksToAgree, expectBudgetsToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { itemOf, talk } from '#test/harness/realtime.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'
import { inTier } from '#test/harness/tiers.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

const SESSIONS = inTier('all') ? 40 : 20
/** One word read, ten written at 2 units. */
const RESPONSE = 21
/** Of the same eleven tokens at a dollar per million, in thousandths of a unit. */
const COST = 11 * 500
/** Price of 1,000 output tokens at 2 units each: what an owner may pass the balance by. */
const SLICE = 2000

forEachDatabase((_engine, fresh) => {
  describe('sessions at once', () => {
    const relay = relaySite(fresh)
    let upstream: FakeRealtime
    let listening: Listening
    beforeAll(async () => {
      upstream = startFakeRealtime()
      upstream.set({ tokens: 10 })
      listening = serveApp(relay.server)
    }, START_MS)
    afterAll(async () => {
      await listening.stop()
      await upstream.stop()
    })

    /** Somebody with a balance, a token and a model of their own. */
    async function caller(quota: number, limit?: number) {
      const user = await relay.server.addUser({ quota })
      const model = relay.model()
      const buy_price = JSON.stringify({ models: { [model]: { input: 1, output: 1 } } })
      await relay.channel({ models: model, base_url: upstream.url, buy_price })
      const fields = limit === undefined ? {} : { unlimited_quota: false, remain_quota: limit }
      const token = await relay.token(fields, await relay.server.login(user.username, PASSWORD))
      return { user, model, token }
    }

    /** A session with one question; answers how it ended. */
    async function askOnce(token: string, model: string): Promise<string> {
      try {
        const session = await talk(listening.url, `?model=${model}`, { token })
        session.send({
          type: 'conversation.item.create',
          item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'word' }] },
        })
        session.send({ type: 'response.create' })
        const done = session.event('response.done').then(() => 'complete')
        const refused = session.closed.then(() => String((session.events.at(-1)?.error as { code?: string })?.code))
        const result = await Promise.race([done, refused])
        done.catch(() => {})
        session.close()
        return result
      } catch (error) {
        return String(error)
      }
    }

    /** The books of a user once no session is open. */
    async function books(userId: number) {
      await until(() => relay.server.services.calls.active === 0)
      await relay.server.services.accounting.ledger.flush()
      return expectBooksToAgree(relay.server.services.store, userId)
    }

    test('on a balance that just covers them: none is refused', async () => {
      const { user, model, token } = await caller(SESSIONS * RESPONSE)
      const results = await Promise.all(Array.from({ length: SESSIONS }, () => askOnce(token, model)))
      expect(results.filter((result) => result !== 'complete')).toEqual([])
      expect(await books(user.id)).toEqual({ charged: SESSIONS * RESPONSE, calls: SESSIONS, balance: 0 })
      const rows = relay.server.services.store.db.selectFrom('logs').select('cost').where('model_name', '=', model)
      expect(new Set((await rows.execute()).map(({ cost }) => cost))).toEqual(new Set([COST]))
    })

    test.each([false, true])(
      'on a third of that: never more than one slice over, and whatever was received is charged (limited token: %p)',
      async (limited) => {
        const third = Math.floor(SESSIONS / 3) * RESPONSE
        const { user, model, token } = limited ? await caller(1_000_000, third) : await caller(third)
        const results = await Promise.all(Array.from({ length: SESSIONS }, () => askOnce(token, model)))
        const complete = results.filter((result) => result === 'complete').length
        expect(complete).toBeGreaterThanOrEqual(Math.floor(SESSIONS / 3) - 2)
        expect(complete).toBeLessThan(SESSIONS)
        const { charged, calls } = await books(user.id)
        expect(charged).toBeLessThan(third + SLICE)
        expect(charged).toBeGreaterThanOrEqual(complete * RESPONSE)
        expect(calls).toBeGreaterThanOrEqual(complete)
      },
      LIMIT_MS,
    )

    test('one that goes on until the balance is used up is told so, and ends honestly', async () => {
      const { user, model, token } = await caller(200)
      const session = await talk(listening.url, `?model=${model}`, { token })
      let answers = 0
      const asking = (async () => {
        for (; answers < 100; answers++) await session.ask('word')
      })()
      asking.catch(() => {})
      expect(await session.closed).toEqual({ code: 1008, reason: 'insufficient_user_quota' })
      expect(session.events.at(-1)).toMatchObject({
        type: 'error',
        error: { type: 'new_api_error', code: 'insufficient_user_quota' },
      })
      const { charged, balance } = await books(user.id)
      expect(answers).toBeGreaterThan(2)
      expect(answers).toBeLessThan(10)
      expect(balance).toBe(200 - charged)
      expect(balance).toBeGreaterThan(-SLICE)
      expect(balance).toBeLessThanOrEqual(RESPONSE)
    })

    test('a budget of exactly one response serves one, and the session says which limit ended it', async () => {
      const { user, model, token } = await caller(100_000)
      await relay.option('ModelLimits', { [model]: { budgets: [{ window: 'day', quota: RESPONSE }] } })
      const session = await talk(listening.url, `?model=${model}`, { token })
      await session.ask('word')
      session.send(itemOf('word'))
      session.send({ type: 'response.create' })
      expect(await session.closed).toMatchObject({ code: 1008, reason: 'budget_exceeded' })
      expect(await books(user.id)).toMatchObject({ charged: RESPONSE, calls: 1 })
      await expectBudgetsToAgree(relay.server.services.store)
      await relay.option('ModelLimits', {})
    })

    test('a long answer ends in the middle when the money does', async () => {
      const { user, model, token } = await caller(100)
      upstream.set({ tokens: 3000 })
      const session = await talk(listening.url, `?model=${model}`, { token })
      session.send({ type: 'response.create' })
      expect((await session.closed).reason).toBe('insufficient_user_quota')
      upstream.set({ tokens: 10 })
      expect(session.events.some(({ type }) => type === 'response.done')).toBe(false)
      const { charged, balance } = await books(user.id)
      const [row] = await relay.charges(model, 1)
      expect(row?.receipt).toMatchObject({ end_reason: 'insufficient_quota', usage_source: 'estimated' })
      const delivered = session.events.filter(({ type }) => type === 'response.output_text.delta')
      const tokens = delivered.reduce((sum, { delta }) => sum + estimateTokens(String(delta)), 0)
      expect(row?.completion).toBe(Math.ceil(tokens))
      expect(charged).toBeGreaterThanOrEqual(100)
      expect(balance).toBeGreaterThan(-SLICE)
    })

    test('a response that failed is charged for what the caller has, and without anything not at all', async () => {
      const { user, model, token } = await caller(10_000)
      for (const tokens of [0, 2]) {
        upstream.set({ tokens, fails: true })
        const session = await talk(listening.url, `?model=${model}`, { token })
        await session.ask('word')
        session.close()
      }
      upstream.set({ tokens: 10 })
      const { calls } = await books(user.id)
      expect(calls).toBe(1)
      expect(await relay.charges(model, 1)).toMatchObject([
        { completion: 2, receipt: { end_reason: 'upstream_error' } },
      ])
    })

    test('a transcript does not wait for the money that its own session holds', async () => {
      const { user, model, token } = await caller(200)
      const transcriber = relay.model()
      upstream.set({ tokens: 10, transcript: 'tokens' })
      const session = await talk(listening.url, `?model=${model}`, { token })
      session.send({ type: 'session.update', session: { input_audio_transcription: { model: transcriber } } })
      await session.event('session.updated')
      session.send({ type: 'input_audio_buffer.commit' })
      await session.event('conversation.item.input_audio_transcription.completed')
      await session.ask('word')
      session.close()
      upstream.set({ tokens: 10 })
      const { charged } = await books(user.id)
      expect(charged).toBe(14 + 45 * 2 + RESPONSE)
    })

    test('one that rests holds nothing that another call could need', async () => {
      const { model, token } = await caller(100)
      const resting = await talk(listening.url, `?model=${model}`, { token })
      await resting.ask('word')
      expect(await askOnce(token, model)).toBe('complete')
      resting.close()
    })

    test('afterwards channels agree and nothing is held', async () => {
      await until(() => relay.server.services.calls.active === 0)
      await relay.server.services.accounting.ledger.flush()
      await expectChannelsToAgree(relay.server.services.store)
      await relay.server.services.accounting.wallet.returnIdle(-1)
      const leases = await relay.server.services.store.db.selectFrom('wallet_leases').selectAll().execute()
      expect(leases).toEqual([])
    })
  })
})
