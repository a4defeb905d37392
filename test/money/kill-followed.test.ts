import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { openStore } from '#server/platform/store/database.ts'
import { fakeReplicate } from '#test/fake-upstream/replicate.ts'
import { expectBooksToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { crashSite } from '#test/harness/crash-site.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { listen } from '#test/harness/listening.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

const MODEL = 'black-forest-labs/flux-schnell'
const FIRST_BALANCE = 100_000_000
const PICTURE = 20_000
fromTier('all', describe)('a server that waits for pictures', () => {
  const site = crashSite()

  test('pictures that are waited for when the server is killed cost nothing, those before and after once', async () => {
    const fake = fakeReplicate()
    const upstream = listen(fake.answer)
    const first = await site.start()
    const root = await site.open(first)
    await root.send('PUT', '/api/option/', { key: 'ModelPrice', value: JSON.stringify({ [MODEL]: 0.04 }) })
    await root.send('POST', '/api/channel/', {
      type: 56,
      name: 'r',
      key: 'r8_k',
      base_url: upstream.url,
      models: MODEL,
    })
    const { key } = (await root.send('POST', '/api/token/', { name: 't', remain_quota: 5_000_000 })) as { key: string }
    const draw = ({ url }: { url: string }) =>
      fetch(`${url}/v1/images/generations`, {
        method: 'POST',
        headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: MODEL, prompt: 'a cat' }),
      })

    expect((await draw(first)).status).toBe(200)
    fake.work.questions = 1000
    const cut = draw(first).catch(() => undefined)
    await until(() => fake.requests.some(({ call }) => call.startsWith('GET')))
    await first.kill()
    await cut
    // The server can cancel nothing any more: the prediction ends by the limit that it was given.
    expect(fake.requests.every(({ call }) => !call.endsWith('/cancel'))).toBe(true)
    expect(fake.requests.at(1)?.headers.get('cancel-after')).toBe('30m')

    fake.work.questions = 0
    const second = await site.start()
    expect((await draw(second)).status).toBe(200)
    await second.stop()
    await upstream.stop()
    const store = await openStore({ dataDir: site.dataDir })
    try {
      const books = await expectBooksToAgree(store, 1)
      await expectChannelsToAgree(store)
      expect(books.charged).toBe(2 * PICTURE)
      expect(books.balance).toBe(FIRST_BALANCE - books.charged)
      expect(await store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
    } finally {
      await store.close()
    }
  })
})
