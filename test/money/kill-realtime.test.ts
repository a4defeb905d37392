import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Receipt } from '#contract/receipt.ts'
import { wholeRows } from '#server/money/receipts/whole-rows.ts'
import { openStore } from '#server/platform/store/database.ts'
import { type FakeRealtime, startFakeRealtime } from '#test/fake-upstream/realtime.ts'
import { expectBooksToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { crashSite } from '#test/harness/crash-site.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { talk } from '#test/harness/realtime.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

const ROUNDS = 6
const SESSIONS = 8
const FIRST_BALANCE = 100_000_000

fromTier('all', describe)('sessions on a server', () => {
  const site = crashSite()
  let upstream: FakeRealtime
  beforeAll(() => {
    upstream = startFakeRealtime()
    upstream.set({ tokens: 7, sounds: 3, delay_ms: 1 })
  })
  afterAll(() => upstream.stop())

  /** Logs in, and offers a model of sessions at a ratio that leaves fractions. Answers a limited and another token. */
  async function open(server: Awaited<ReturnType<typeof site.start>>): Promise<string[]> {
    const root = await site.open(server)
    await root.send('PUT', '/api/option/', { key: 'ModelRatio', value: '{"fake-gpt":0.37,"gpt-realtime":0.37}' })
    const channel = { type: 1, name: 'r', key: 'k', base_url: upstream.url, models: 'gpt-realtime' }
    await root.send('POST', '/api/channel/', channel)
    const unlimited = await root.send('POST', '/api/token/', { name: 'unlimited', unlimited_quota: true })
    const limited = await root.send('POST', '/api/token/', { name: 'limited', remain_quota: 5_000_000 })
    return [unlimited, limited].map((token) => `sk-${(token as { key: string }).key}`)
  }

  test(`that is killed ${ROUNDS} times: every response that a caller has got to its end is billed once`, async () => {
    let server = await site.start()
    const tokens = await open(server)
    const received: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { url } = server
      const sessions = await Promise.all(
        Array.from({ length: SESSIONS }, (_, n) => talk(url, '?model=gpt-realtime', { token: tokens[n % 2] ?? '' })),
      )
      const talks = sessions.map(async (session) => {
        let isOpen = true
        void session.closed.then(() => {
          isOpen = false
        })
        while (isOpen) await Promise.race([session.ask('some words to read'), session.closed])
      })
      for (const one of talks) one.catch(() => {})
      const answered = () => sessions.every(({ events }) => events.some(({ type }) => type === 'response.done'))
      await until(answered)
      await Bun.sleep(150 + round * 40)
      await server.kill()
      await Promise.all(sessions.map((session) => session.closed))
      const done = sessions.flatMap(({ events }) => events.filter(({ type }) => type === 'response.done'))
      received.push(...done.map(({ response }) => (response as { id: string }).id))
      server = await site.start()
    }
    await server.stop()

    const store = await openStore({ dataDir: site.dataDir })
    try {
      const books = await expectBooksToAgree(store, 1)
      await expectChannelsToAgree(store)
      const rows = await store.db.selectFrom('logs').select('other').where('type', '=', 2).execute()
      const billed = rows.map(({ other }) => (JSON.parse(other) as Receipt).response_id)
      expect(received.length).toBeGreaterThan(ROUNDS * SESSIONS)
      expect(new Set(billed).size).toBe(billed.length)
      expect(received.filter((id) => !billed.includes(id))).toEqual([])
      expect(books.balance).toBe(FIRST_BALANCE - books.charged)
      expect(await store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
      const interrupted = await store.db.selectFrom('logs').select('quota').where('type', '=', 4).execute()
      expect(interrupted.every(({ quota }) => quota === 0)).toBe(true)
    } finally {
      await store.close()
    }
  })
})

describe('a stop', () => {
  const site = crashSite()
  let upstream: FakeRealtime
  beforeAll(() => {
    upstream = startFakeRealtime()
  })
  afterAll(() => upstream.stop())

  test.each([
    ['lets responses finish', { tokens: 30, delay_ms: 10 }, '30', 'upstream', 1012],
    [
      'bills what was delivered of those that are longer than it waits',
      { tokens: 5000, delay_ms: 5 },
      '1',
      'estimated',
      1006,
    ],
  ])(
    '%s',
    async (_, behaviour, seconds, source, code) => {
      upstream.set(behaviour)
      const server = await site.start(undefined, { DRAIN_SECONDS: seconds })
      const root = await site.open(server)
      await root.send('PUT', '/api/option/', { key: 'ModelRatio', value: '{"gpt-realtime":1}' })
      const channel = { type: 1, name: 'r', key: 'k', base_url: upstream.url, models: 'gpt-realtime' }
      await root.send('POST', '/api/channel/', channel)
      const { key } = (await root.send('POST', '/api/token/', { name: 't', unlimited_quota: true })) as { key: string }
      const session = await talk(server.url, '?model=gpt-realtime', { token: `sk-${key}` })
      session.send({ type: 'response.create' })
      await session.event('response.output_text.delta', 5)
      await server.stop()
      expect((await session.closed).code).toBe(code)
      const store = await openStore({ dataDir: site.dataDir })
      try {
        await expectBooksToAgree(store, 1)
        expect(await store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
        const last = store.db.selectFrom('logs').selectAll().where('type', '=', 2).orderBy('id', 'desc').limit(1)
        const [row] = await wholeRows(store.db, await last.execute())
        expect(JSON.parse(row?.other ?? '{}')).toMatchObject({ usage_source: source, ws: true })
      } finally {
        await store.close()
      }
    },
    LIMIT_MS,
  )
})
