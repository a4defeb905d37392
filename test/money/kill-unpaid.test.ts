import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { openStore } from '#server/platform/store/database.ts'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { crashSite, FAKE_COST } from '#test/harness/crash-site.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { LIMIT_MS } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

/** Root's balance: less than an answer costs. */
const QUOTA = 100
/** Of 6,000 tokens and one of the prompt at a ratio of 0.37. */
const PRICE = Math.ceil(6001 * 0.37)
/** Of the same tokens, in thousandths of a unit: half a unit a token is a USD per million. */
const COST = Math.round(6001 * FAKE_COST * 500)

fromTier('all', describe)('kill -9 after an answer that could not be paid', () => {
  const site = crashSite()

  test('forgets none of them and counts each, and its cost, once, so that the limit holds', async () => {
    let server = await site.start()
    const root = await site.open(server)
    await root.send('PUT', '/api/option/', { key: 'UnpaidQuotaPerDay', value: String(2 * PRICE + 1) })
    await root.send('PUT', '/api/option/', { key: 'CompletionRatio', value: '{"fake-gpt":1}' })
    const { key } = (await root.send('POST', '/api/token/', { name: 't', unlimited_quota: true })) as { key: string }
    await server.stop()
    const before = await openStore({ dataDir: site.dataDir })
    await before.db.updateTable('users').set({ quota: QUOTA }).where('id', '=', 1).execute()
    await before.close()

    const codes: string[] = []
    for (let round = 0; round < 4; round++) {
      server = await site.start()
      const response = await fetch(`${server.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'fake-gpt',
          max_tokens: 9000 - round,
          messages: [{ role: 'user', content: 'hi' }],
          fake: { tokens: 6000 },
        }),
      })
      codes.push(((await response.json()) as { error: { code: string } }).error.code)
      await server.kill()
    }
    expect(codes).toEqual([...Array<string>(3).fill('answer_exceeds_quota'), 'unpaid_limit_reached'])

    server = await site.start()
    await server.stop()
    const store = await openStore({ dataDir: site.dataDir })
    try {
      const rows = await store.db.selectFrom('unpaid_answers').select(['user_id', 'price', 'units']).execute()
      expect(rows).toEqual(Array(3).fill({ user_id: 1, price: PRICE, units: PRICE }))
      const costs = store.db.selectFrom('quota_data').select(['cost', 'unlisted_cost', 'count', 'quota'])
      const rollups = await costs.execute()
      expect(rollups.every(({ cost, unlisted_cost }) => cost === unlisted_cost)).toBe(true)
      expect(rollups.reduce((sum, row) => sum + row.cost, 0)).toBe(3 * COST)
      expect(rollups.reduce((sum, row) => sum + row.count + row.quota, 0)).toBe(0)
      expect(await expectBooksToAgree(store, 1)).toEqual({ charged: 0, calls: 0, balance: QUOTA })
      expect(await store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
    } finally {
      await store.close()
    }
  })
})
