import { describe, expect, test } from 'bun:test'
import { expectBooksToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'
import { inTier } from '#test/harness/tiers.ts'

const CALLS = inTier('all') ? 300 : 100
/** Price of 1,000 output tokens at 2 units each: what an owner may pass the balance by. */
const SLICE = 2000

forEachDatabase((_engine, fresh) => {
  describe(`${CALLS} calls at once`, () => {
    const relay = relaySite(fresh)

    /** A user with a balance, a token and a model of their own. */
    async function caller(quota: number) {
      const user = await relay.server.addUser({ quota })
      const model = relay.model()
      await relay.channel({ models: model })
      const token = await relay.token({}, await relay.server.login(user.username, PASSWORD))
      return { user, model, token }
    }

    async function answers(token: string, body: { model: string } & Record<string, unknown>): Promise<string[]> {
      return Promise.all(
        Array.from({ length: CALLS }, async () => {
          const response = await relay.chat(token, body)
          const text = await response.text()
          if (response.status === 200) return body.stream ? streamEnd(text) : 'complete'
          return (JSON.parse(text) as { error: { code: string } }).error.code
        }),
      )
    }
    const streamEnd = (text: string) =>
      text.includes('[DONE]') ? 'complete' : text.includes('quota_ended_stream') ? 'cut' : 'broken'
    const count = (results: string[], what: string) => results.filter((result) => result === what).length

    test.each([false, true])('on a balance that just covers them: none is refused (stream: %p)', async (stream) => {
      // 1 prompt token and 10 tokens at 2 units: 21 units a call.
      const { user, model, token } = await caller(CALLS * 21)
      const results = await answers(token, { model, stream, fake: { tokens: 10 } })
      expect(count(results, 'complete')).toBe(CALLS)
      await relay.charges(model, CALLS)
      const books = await expectBooksToAgree(relay.server.services.store, user.id)
      expect(books).toEqual({ charged: CALLS * 21, calls: CALLS, balance: 0 })
    })

    test.each([false, true])(
      'on a balance for a third: never more than one slice over (stream: %p)',
      async (stream) => {
        const balance = CALLS * 7
        const { user, model, token } = await caller(balance)
        const results = await answers(token, { model, stream, fake: { tokens: 10 } })
        const complete = count(results, 'complete')
        expect(complete).toBeGreaterThanOrEqual(0.3 * CALLS)
        expect(complete).toBeLessThan(CALLS)
        expect(count(results, 'broken')).toBe(0)
        await relay.charges(model, complete)
        const books = await expectBooksToAgree(relay.server.services.store, user.id)
        expect(books.balance).toBe(balance - books.charged)
        expect(books.balance).toBeGreaterThan(-SLICE)
        expect(books.charged).toBeGreaterThanOrEqual(complete * 21)
      },
    )

    test('afterwards channels agree and nothing is held', async () => {
      await relay.server.services.accounting.ledger.flush()
      await expectChannelsToAgree(relay.server.services.store)
      await relay.server.services.accounting.wallet.returnIdle(-1)
      const leases = await relay.server.services.store.db.selectFrom('wallet_leases').selectAll().execute()
      expect(leases).toEqual([])
    })
  })
})
