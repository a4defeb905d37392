import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { listLiveCalls, stopLiveCall } from '#contract/api/live-calls.ts'
import { expectBooksToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'

const CALLS = 80
const BALANCE = 1_000_000

forEachDatabase((_engine, fresh) => {
  describe(`${CALLS} calls at once, of which administrators stop many at any moment`, () => {
    const relay = relaySite(fresh)
    let gateway: Listening
    beforeAll(() => {
      gateway = serveApp(relay.server)
    })
    afterAll(async () => {
      await gateway.stop()
    })

    async function answer(token: string, model: string, n: number): Promise<string> {
      const fake = { tokens: 30, delay_ms: 1 + (n % 5), first_byte_ms: n % 7 === 0 ? 60 : 0 }
      const response = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ model, stream: n % 4 !== 0, messages: [{ role: 'user', content: 'hi' }], fake }),
      })
      const text = await response.text()
      if (text.includes('call_stopped')) return 'stopped'
      return response.status === 200 ? 'complete' : text
    }

    test('each is charged once for what it delivered, nothing stays held, and the books agree', async () => {
      const user = await relay.server.addUser({ quota: BALANCE })
      const model = relay.model()
      await relay.channel({ models: model })
      const token = await relay.token({}, await relay.server.login(user.username, PASSWORD))
      let isOver = false
      const calls = Promise.all(Array.from({ length: CALLS }, (_, n) => answer(token, model, n))).finally(() => {
        isOver = true
      })
      let stopped = 0
      for (let round = 0; !isOver; round++) {
        const { data = [] } = await relay.root.call(listLiveCalls, { query: { model } })
        // Another one each time, two at once.
        const chosen = data.filter((_, at) => at % 3 === round % 3).slice(0, 2)
        const ends = chosen.map(({ id }) => relay.root.call(stopLiveCall, { body: { id } }))
        for (const { data: end } of await Promise.all(ends)) if (end?.stopped) stopped += 1
        // The calls need their turn too.
        await Bun.sleep(3)
      }
      const results = await calls
      const told = results.filter((result) => result === 'stopped').length
      expect(results.filter((result) => result !== 'stopped' && result !== 'complete')).toEqual([])
      expect(told).toBeGreaterThan(0)
      // A stop may come when the answer has just ended: then the call is complete.
      expect(told).toBeLessThanOrEqual(stopped)
      const charges = await relay.charges(model, CALLS - told)
      const early = charges.filter(({ receipt }) => receipt.end_reason === 'stopped')
      expect(charges.length - early.length).toBe(CALLS - told)
      for (const { completion } of early) expect(completion).toBeWithin(1, 45)

      const { ledger, wallet } = relay.server.services.accounting
      await ledger.flush()
      const books = await expectBooksToAgree(relay.server.services.store, user.id)
      expect(books.charged).toBe(charges.reduce((sum, { quota }) => sum + quota, 0))
      expect(books.balance).toBe(BALANCE - books.charged)
      await expectChannelsToAgree(relay.server.services.store)
      await wallet.returnIdle(-1)
      expect(await relay.server.services.store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
      expect((await relay.root.call(listLiveCalls, {})).data).toEqual([])
    })
  })
})
