import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { openStore } from '#server/platform/store/database.ts'
import { type FakeEpay, startFakeEpay } from '#test/fake-epay/server.ts'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { type ServerProcess, startProcess } from '#test/harness/process.ts'
import { LIMIT_MS } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

const ROUNDS = 4
/** Below what a user may leave unpaid in an hour. */
const ORDERS = 4
const YEAR = new Date().getFullYear()

fromTier(
  'all',
  forEachDatabase,
)((engine, fresh) => {
  // Nodes share a PostgreSQL; SQLite has one.
  const places = engine === 'postgres' ? ['a', 'b'] : ['a']
  let place: Place
  let epay: FakeEpay
  let nodes: ServerProcess[] = []
  let turn = 0
  beforeAll(async () => {
    place = await fresh.place()
    epay = startFakeEpay({
      deliver(url, init) {
        const { pathname, search } = new URL(url)
        return fetch(nodes[turn++ % nodes.length]!.url + pathname + search, init)
      },
    })
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    await epay.stop()
  })

  const start = (folder: string) =>
    startProcess(join(place.dataDir, folder), { DATABASE_URL: place.databaseUrl ?? '', SECRET_KEY: 'of all nodes' })

  async function order(url: string): Promise<string> {
    const { cookie, id } = await logIn(url)
    const response = await fetch(`${url}/api/user/pay`, {
      method: 'POST',
      headers: { cookie, 'new-api-user': String(id) },
      body: JSON.stringify({ amount: 2, payment_method: 'zfb' }),
    })
    const { data, url: gateway } = (await response.json()) as { data: Record<string, string>; url: string }
    const { outTradeNo } = await epay.submit(gateway, data)
    epay.pay(outTradeNo)
    return outTradeNo
  }

  test('kill -9 while payments are credited leaves no gap and no double in the numbers', async () => {
    // The first start sets up the database.
    nodes = [await start('a')]
    for (const folder of places.slice(1)) nodes.push(await start(folder))
    const root = await nodes[0]!.login()
    const options = { ServerAddress: 'https://switchyard.test', PayAddress: epay.address, EpayId: epay.pid }
    for (const [key, value] of Object.entries({ ...options, EpayKey: epay.key })) {
      await root.send('PUT', '/api/option/', { key, value })
    }
    const paid: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { url } = nodes[0]!
      const fresh: string[] = []
      for (let n = 0; n < ORDERS; n++) fresh.push(await order(url))
      paid.push(...fresh)
      const notified = [...fresh, ...fresh, ...fresh].map((tradeNo) => epay.notify(tradeNo).catch(() => 'cut off'))
      await Bun.sleep(3 + round * 7)
      const dying = round % nodes.length
      await nodes[dying]!.kill()
      await Promise.all(notified)
      nodes[dying] = await start(places[dying]!)
      // The gateway repeats what was not answered.
      for (const tradeNo of fresh) expect(await epay.notify(tradeNo)).toBe('success')
    }
    for (const node of nodes) await node.stop()

    const store = await openStore({ ...place, dataDir: join(place.dataDir, 'a') })
    try {
      const receipts = await store.db.selectFrom('payment_receipts').selectAll().orderBy('id').execute()
      expect(receipts.map(({ number }) => number).sort()).toEqual(
        paid.map((_, index) => `${YEAR}-${String(index + 1).padStart(4, '0')}`),
      )
      const numbered = receipts.map(({ content }) => (JSON.parse(content) as { trade_no: string }).trade_no)
      expect(numbered.toSorted()).toEqual(paid.toSorted())
      const credits = await store.db.selectFrom('logs').select('id').where('type', '=', 1).execute()
      expect(credits.length).toBe(paid.length)
    } finally {
      await store.close()
    }
  })
})

async function logIn(url: string) {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    body: JSON.stringify({ username: 'root', password: '123456' }),
  })
  const { data } = (await response.json()) as { data: { id: number } }
  return { id: data.id, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
}
