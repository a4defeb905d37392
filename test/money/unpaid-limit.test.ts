import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { getUser } from '#contract/api/users.ts'
import { setShownBalance } from '#server/money/accounting/balances.ts'
import { deleteOldUnpaid } from '#server/money/accounting/unpaid.ts'
import { quotaWords } from '#server/money/receipts/quota-text.ts'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { type Fresh, forEachDatabase, onDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type RelayHarness, startRelay } from '#test/harness/relay.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD, startServer, type TestServer } from '#test/harness/server.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

const LIMIT = 50_000
const QUOTA = 2100
const TOKENS = 6000
/** Of an answer with so many tokens to a prompt of one. */
const PRICE = 12_001
const SETTINGS = { logLevel: 'silent', secretKey: 'the same on all nodes' } as const

/** An account with little left, and a model. */
async function poor(relay: RelayHarness) {
  const user = await relay.server.addUser({ quota: QUOTA })
  const model = relay.model()
  await relay.channel({ models: model })
  const owner = await relay.server.login(user.username, PASSWORD)
  return { user, model, owner, token: () => relay.token({}, owner) }
}

/** Asks a server for an answer that costs PRICE; answers the status and the code of the error. */
async function ask(server: TestServer, token: string, model: string, maxTokens: number, path = '/v1/chat/completions') {
  const content = [{ role: 'user', content: 'hi' }]
  const fake = { tokens: TOKENS }
  const response = await server.request(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model,
      max_tokens: maxTokens,
      messages: content,
      contents: [{ parts: [{ text: 'hi' }] }],
      fake,
    }),
  })
  const body = (await response.json()) as { error?: { code?: string | number } }
  return { status: response.status, code: body.error?.code, body }
}

/** Asks until the limit is reached, each time in other words. */
async function reachLimit(relay: RelayHarness, { model, token }: Awaited<ReturnType<typeof poor>>) {
  for (let n = 0; n < Math.ceil(LIMIT / PRICE); n++) {
    expect(await ask(relay.server, await token(), model, 9000 - n)).toMatchObject({
      status: 403,
      code: 'answer_exceeds_quota',
    })
  }
}

async function topUp({ services: { store, bus } }: TestServer, id: number, quota: number) {
  await store.db.transaction().execute((trx) => setShownBalance(trx, 'user', id, quota))
  bus.publish({ kind: 'user', id })
}

const unpaidRows = ({ services: { store } }: TestServer, user: number) =>
  store.db.selectFrom('unpaid_answers').select(['price', 'units', 'created_at']).where('user_id', '=', user).execute()

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  test('every call of an account at the limit needs the price of its dearest unpaid answer, in each format', async () => {
    const account = await poor(relay)
    const { user, model } = account
    await reachLimit(relay, account)
    const key = await account.token()
    const need = `at least ${quotaWords(PRICE, relay.server.services.options.values).en}`
    await relay.option('ErrorLanguage', 'en')
    expect(await ask(relay.server, key, model, 5)).toMatchObject({
      status: 403,
      body: { error: { code: 'unpaid_limit_reached', type: 'new_api_error', message: expect.stringContaining(need) } },
    })
    expect(await ask(relay.server, key, model, 5, '/v1/messages')).toMatchObject({
      status: 402,
      body: { error: { type: 'billing_error', code: 'unpaid_limit_reached', message: expect.stringContaining(need) } },
    })
    expect(await ask(relay.server, key, model, 5, `/v1beta/models/${model}:generateContent`)).toMatchObject({
      status: 403,
      body: { error: { status: 'PERMISSION_DENIED', message: expect.stringContaining(need) } },
    })
    await relay.option('ErrorLanguage', 'zh')
    expect(relay.tried(model)).toHaveLength(Math.ceil(LIMIT / PRICE))
    const seen = async () => (await relay.root.call(getUser, { params: { id: user.id } })).data
    await until(async () => (await seen())?.unpaid_quota === Math.ceil(LIMIT / PRICE) * PRICE)
    // A balance that covers such an answer is not limited.
    await topUp(relay.server, user.id, 100_000)
    expect((await ask(relay.server, key, model, 8000)).status).toBe(200)
    await relay.charges(model, 1)
    expect((await expectBooksToAgree(relay.server.services.store, user.id)).balance).toBe(100_000 - PRICE)
  })

  test('the row of an answer that was withheld says what it would have cost', async () => {
    const { model, token } = await poor(relay)
    await ask(relay.server, await token(), model, 9000)
    const { failedCalls, store } = relay.server.services
    const rows = store.db.selectFrom('logs').selectAll().where('model_name', '=', model)
    await until(async () => {
      await failedCalls.flush()
      return rows.executeTakeFirst()
    })
    const row = await rows.executeTakeFirstOrThrow()
    expect(row.content).toContain('$0.024002')
    expect(JSON.parse(row.other)).toMatchObject({ code: 'answer_exceeds_quota', unpaid: PRICE })
  })

  test('the limit is an option, and an unpaid answer counts for a day', async () => {
    const { user, model, token } = await poor(relay)
    const { services } = relay.server
    await relay.option('UnpaidQuotaPerDay', 0)
    try {
      expect((await ask(relay.server, await token(), model, 9000)).code).toBe('answer_exceeds_quota')
      expect((await ask(relay.server, await token(), model, 10)).code).toBe('unpaid_limit_reached')
      await until(async () => (await unpaidRows(relay.server, user.id)).length === 1)
      const created_at = Math.floor(Date.now() / 1000) - 86_400
      await services.store.db.updateTable('unpaid_answers').set({ created_at }).where('user_id', '=', user.id).execute()
      services.bus.publish({ kind: 'user', id: user.id })
      expect((await ask(relay.server, await token(), model, 8000)).code).toBe('answer_exceeds_quota')
      await until(async () => (await unpaidRows(relay.server, user.id)).length === 2)
      await deleteOldUnpaid(services.store.db, Date.now())
      expect(await unpaidRows(relay.server, user.id)).toHaveLength(1)
    } finally {
      await relay.option('UnpaidQuotaPerDay', LIMIT)
    }
  })

  test('a stream that cost more than its owner had counts with what was not charged', async () => {
    const { user, model, token } = await poor(relay)
    const body = { model, stream: true, fake: { tokens: 1, reasoning_tokens: TOKENS } }
    const text = await (await relay.chat(await token(), body)).text()
    expect(text).toContain('quota_ended_stream')
    await relay.charges(model, 1)
    const books = await expectBooksToAgree(relay.server.services.store, user.id)
    const [row] = await unpaidRows(relay.server, user.id)
    expect(books.balance).toBe(QUOTA - books.charged)
    expect(row).toMatchObject({ price: row?.price, units: (row?.price ?? 0) - books.charged })
    expect(row?.units).toBeGreaterThan(0)
  })

  test('a restart does not forget the limit', async () => {
    const place = await fresh.place()
    const first = await startRelay(place, SETTINGS)
    const account = await poor(first)
    await reachLimit(first, account)
    const key = await account.token()
    await first.close()
    const again = await startServer(place, SETTINGS)
    fresh.atEnd(() => again.close())
    expect((await ask(again, key, account.model, 5)).code).toBe('unpaid_limit_reached')
  })
})

describe('two nodes with one database', () => {
  onDatabase('postgres', (fresh: Fresh) => {
    let a: RelayHarness
    let b: TestServer
    beforeAll(async () => {
      const place = await fresh.place()
      a = await startRelay(place, SETTINGS)
      b = await startServer({ ...place, dataDir: join(place.dataDir, 'b') }, SETTINGS)
      fresh.atEnd(() => a.close())
      fresh.atEnd(() => b.close())
    }, START_MS)

    test('an account that has reached the limit on one is limited on the other', async () => {
      const account = await poor(a)
      await reachLimit(a, account)
      await a.server.services.accounting.ledger.flush()
      await until(async () => b.services.channels.tiers('default', account.model).length === 1)
      expect((await ask(b, await account.token(), account.model, 5)).code).toBe('unpaid_limit_reached')
      expect(a.tried(account.model)).toHaveLength(Math.ceil(LIMIT / PRICE))
    })

    test('callers on both at once cost no more than the limit and what runs when it is reached', async () => {
      const CALLERS = 6
      const account = await poor(a)
      const { user, model } = account
      const keys = await Promise.all(Array.from({ length: CALLERS }, account.token))
      await until(async () => b.services.channels.tiers('default', model).length === 1)
      const codes: unknown[] = []
      await Promise.all(
        keys.map(async (key, caller) => {
          let n = 0
          await until(async () => {
            const { code } = await ask(caller % 2 ? a.server : b, key, model, 9000 - CALLERS * n++ - caller)
            codes.push(code)
            return code === 'unpaid_limit_reached'
          })
        }),
      )
      expect(codes.filter((code) => code === 'unpaid_limit_reached')).toHaveLength(CALLERS)
      const withheld = codes.filter((code) => code === 'answer_exceeds_quota').length
      await a.server.services.accounting.ledger.flush()
      await b.services.accounting.ledger.flush()
      const rows = await unpaidRows(b, user.id)
      expect(rows).toHaveLength(withheld)
      expect(new Set(rows.map(({ units }) => units))).toEqual(new Set([PRICE]))
      const sum = rows.reduce((all, { units }) => all + units, 0)
      expect(sum).toBeGreaterThanOrEqual(LIMIT)
      // What a node has noted is known to the other before a further answer of each caller has ended.
      expect(sum).toBeLessThan(LIMIT + 2 * CALLERS * PRICE)
      await topUp(b, user.id, 100_000)
      const served = await Promise.all(keys.map((key, n) => ask(n % 2 ? a.server : b, key, model, 9500)))
      const paid = served.filter(({ status }) => status === 200).length
      expect(paid).toBeGreaterThan(0)
      await a.server.services.accounting.ledger.flush()
      await b.services.accounting.ledger.flush()
      const books = await expectBooksToAgree(b.services.store, user.id)
      expect(books).toMatchObject({ charged: paid * PRICE, balance: 100_000 - paid * PRICE })
    })
  })
})
