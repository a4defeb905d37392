import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWatchdog } from '#server/money/watchdog/watchdog.ts'
import { openStore } from '#server/platform/store/database.ts'
import { type FakePlatforms, startFakePlatforms } from '#test/fake-upstream/tasks.ts'
import { expectBooksToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { crashSite } from '#test/harness/crash-site.ts'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { type ServerProcess, startProcess } from '#test/harness/process.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

const ROUNDS = 8
const CALLERS = 8
const FIRST_BALANCE = 100_000_000
const PRICE = 50_000
/** 0.04 USD in thousandths of a unit. */
const COST = 20_000_000
const FAILED = '100%'

fromTier(
  'all',
  forEachDatabase,
)((engine, fresh) => {
  const places = engine === 'postgres' ? ['a', 'b'] : ['a']
  let platforms: FakePlatforms
  let place: Place
  let nodes: ServerProcess[] = []
  beforeAll(async () => {
    platforms = startFakePlatforms()
    place = await fresh.place()
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    await platforms.stop()
  })

  const start = (folder: string) =>
    startProcess(join(place.dataDir, folder), { DATABASE_URL: place.databaseUrl ?? '', SECRET_KEY: 'of all nodes' })

  async function post(
    url: string,
    token: string,
    path: string,
    body: object,
  ): Promise<{ code?: number; result?: string }> {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    return (await response?.json().catch(() => undefined)) ?? {}
  }

  test(`kill -9 of ${places.length} nodes while tasks are submitted and fail: each told task is paid once, each failed one given back once`, async () => {
    nodes = [await start('a')]
    const root = await nodes[0]!.login()
    const buy_price = '{"models":{"mj_imagine":{"per_call":0.04}}}'
    const channel = { type: 2, name: 'mj', key: 'secret', base_url: platforms.url, models: 'mj_imagine', buy_price }
    await root.send('POST', '/api/channel/', channel)
    const made = await root.send('POST', '/api/token/', { name: 'l', remain_quota: 50_000_000 })
    const token = `sk-${(made as { key: string }).key}`
    for (const folder of places.slice(1)) nodes.push(await start(folder))

    const told: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const before = told.length
      let alive = true
      const callers = Array.from({ length: CALLERS }, async (_, caller) => {
        const urlOf = (n: number) => nodes[n % nodes.length]!.url
        while (alive) {
          const prompt = caller % 2 ? 'this will fail' : 'a red fox'
          const { code, result } = await post(urlOf(caller >> 1), token, '/mj/submit/imagine', { prompt })
          if (code !== 1 || !result) continue
          told.push(result)
          // Callbacks drive the tasks on, at all nodes; those of the round before may be half done.
          const known = [0, 1, 2].map((n) => told.at(-1 - n * 4) ?? result)
          await Promise.all(known.map((id, n) => post(urlOf(caller + n), token, '/mj/notify', { id })))
        }
      })
      await until(() => told.length > before + 1)
      await Bun.sleep(250 + round * 45)
      const dying = round % nodes.length
      await nodes[dying]!.kill()
      alive = false
      await Promise.all(callers)
      nodes[dying] = await start(places[dying]!)
    }
    const { url } = nodes[0]!
    for (const id of told) for (let n = 0; n < 5; n++) await post(url, token, '/mj/notify', { id })
    for (const node of nodes) await node.stop()

    const store = await openStore({ ...place, dataDir: join(place.dataDir, 'a') })
    try {
      const tasks = await store.db.selectFrom('midjourneys').selectAll().execute()
      const byId = Map.groupBy(tasks, ({ mj_id }) => mj_id)
      expect(told.length).toBeGreaterThan(ROUNDS)
      expect(told.filter((id) => byId.get(id)?.length !== 1)).toEqual([])
      expect(tasks.filter(({ quota }) => quota !== PRICE)).toEqual([])
      const books = await expectBooksToAgree(store, 1)
      await expectChannelsToAgree(store)
      expect(books).toMatchObject({ charged: tasks.length * PRICE, calls: tasks.length })

      // A task costs what its platform takes, also one that failed and was given back.
      const sums = await store.db.selectFrom('quota_data').select(['cost', 'refunded', 'costed_refunded']).execute()
      const total = (name: 'cost' | 'refunded' | 'costed_refunded') => sums.reduce((sum, row) => sum + row[name], 0)
      expect(total('cost')).toBe(tasks.length * COST)
      expect(total('costed_refunded')).toBe(total('refunded'))
      expect(total('refunded')).toBeGreaterThan(0)

      const failed = tasks.filter(({ status, progress }) => status === 'FAILURE' && progress === FAILED)
      const refunds = await store.db
        .selectFrom('logs')
        .selectAll()
        .where('type', '=', 4)
        .where('quota', '>', 0)
        .execute()
      const named = refunds.map(({ content }) => content.split('，')[0]).sort()
      expect(named).toEqual(failed.map(({ mj_id }) => `构图失败 ${mj_id}`).sort())
      expect(failed.length).toBeGreaterThan(ROUNDS)
      const spent = (tasks.length - failed.length) * PRICE
      expect(books.balance).toBe(FIRST_BALANCE - spent)
      const limited = await store.db.selectFrom('tokens').selectAll().where('name', '=', 'l').executeTakeFirstOrThrow()
      expect([limited.remain_quota, limited.used_quota]).toEqual([50_000_000 - spent, spent])
      expect(await store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
      expect((await createWatchdog(store, 'test').run()).differences).toEqual([])
    } finally {
      await store.close()
    }
  })
})

fromTier('all', describe)('kill -9 while a platform has not answered yet', () => {
  const site = crashSite()
  let platforms: FakePlatforms
  beforeAll(() => {
    platforms = startFakePlatforms()
  })
  afterAll(() => platforms.stop())

  test('what nobody was told of is not charged, and the call is logged as interrupted', async () => {
    const server = await site.start()
    const root = await site.open(server)
    const channel = { type: 2, name: 'mj', key: 'secret', base_url: platforms.url, models: 'mj_imagine' }
    await root.send('POST', '/api/channel/', channel)
    const made = await root.send('POST', '/api/token/', { name: 'l', remain_quota: PRICE })
    const arrived = Promise.withResolvers<void>()
    platforms.routes.set('/mj/submit/imagine', () => {
      arrived.resolve()
      return new Promise(() => {})
    })
    const call = fetch(`${server.url}/mj/submit/imagine`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${(made as { key: string }).key}` },
      body: JSON.stringify({ prompt: 'a red fox' }),
    }).catch(() => undefined)
    await arrived.promise
    await until(() => journalOf(site.dataDir).includes('mj_imagine'))
    await server.kill()
    await call
    await (await site.start()).stop()

    const store = await openStore({ dataDir: site.dataDir })
    try {
      expect(await store.db.selectFrom('midjourneys').selectAll().execute()).toEqual([])
      expect(await expectBooksToAgree(store, 1)).toEqual({ charged: 0, calls: 0, balance: FIRST_BALANCE })
      const [row, ...others] = await store.db.selectFrom('logs').selectAll().where('type', '=', 4).execute()
      expect(others).toEqual([])
      expect(row).toMatchObject({ quota: 0, model_name: 'mj_imagine' })
      const token = await store.db.selectFrom('tokens').selectAll().where('name', '=', 'l').executeTakeFirstOrThrow()
      expect([token.remain_quota, token.used_quota]).toEqual([PRICE, 0])
    } finally {
      await store.close()
    }
  })
})

/** All that nodes have written down in a data folder. */
function journalOf(dataDir: string): string {
  const folder = join(dataDir, 'journal')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.log'))
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('')
}
