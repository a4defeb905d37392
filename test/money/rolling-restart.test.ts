import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { LOG_TYPE } from '#contract/statuses.ts'
import { openStore, type Store } from '#server/platform/store/database.ts'
import { type FakeUpstream, startFakeUpstream } from '#test/fake-upstream/server.ts'
import { type Balancer, startBalancer } from '#test/harness/balancer.ts'
import { expectBooksToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { onDatabase, type Place } from '#test/harness/databases.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { freePort } from '#test/harness/postgres-server.ts'
import { type ServerProcess, startProcess } from '#test/harness/process.ts'
import { inTier } from '#test/harness/tiers.ts'
import { PATIENCE_MS, until } from '#test/harness/until.ts'

const RESTARTS = inTier('nightly') ? 30 : 6
const CALLERS = 8
/** Between the calls of one caller: two nodes, their callers and the upstream share a machine. */
const PAUSE_MS = 20
const NODES = ['a', 'b']
/** A stream of about three seconds, which a restart must not cut. */
const LONG_STREAM = { tokens: 100, delay_ms: 30 }

/** A node that is stopped and started again at one address. */
interface Node {
  name: string
  url: string
  process: ServerProcess
}

fromTier('all', onDatabase)('postgres', (fresh) => {
  let upstream: FakeUpstream
  let place: Place
  let balancer: Balancer | undefined
  let store: Store | undefined
  const nodes: Node[] = []
  beforeAll(async () => {
    upstream = startFakeUpstream({ record: 0 })
    place = await fresh.place()
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.process.kill()))
    await balancer?.stop()
    await store?.close()
    await upstream.stop()
  })

  const start = (name: string, port: number) =>
    startProcess(join(place.dataDir, name), {
      DATABASE_URL: place.databaseUrl ?? '',
      SECRET_KEY: 'of all nodes',
      PORT: String(port),
      SHUTDOWN_DELAY_SECONDS: '1',
    })

  test(
    `${RESTARTS} restarts, one node after the other, fail no call and cut no stream`,
    async () => {
      for (const name of NODES) {
        const port = await freePort()
        nodes.push({ name, url: `http://127.0.0.1:${port}`, process: await start(name, port) })
      }
      const token = await openSite(nodes[0]!.process, upstream.url)
      const site = startBalancer(nodes.map(({ url }) => url))
      balancer = site
      await until(() => site.ready.length === NODES.length)

      const books = await openStore(place)
      store = books
      const load = startLoad(site.url, token)
      for (let restart = 0; restart < RESTARTS; restart++) {
        const node = nodes[restart % nodes.length]!
        await node.process.stop()
        expect(await leasesOf(books, join(place.dataDir, node.name))).toEqual([])
        node.process = await start(node.name, Number(new URL(node.url).port))
        await until(() => site.ready.includes(node.url))
        const answered = load.received.length
        await until(() => load.received.length > answered + CALLERS)
      }
      await load.stop()
      for (const node of nodes) await node.process.stop()

      const { received, streams, failed } = load
      console.log(
        `${RESTARTS} restarts: ${received.length + failed.length} calls, ${streams.length} of them streams, ${failed.length} failed`,
      )
      expect({ failed, balancer: site.failures }).toEqual({ failed: [], balancer: [] })
      await expectBooksToAgree(books, 1)
      await expectChannelsToAgree(books)
      const rows = await books.db.selectFrom('logs').select(['request_id', 'type']).execute()
      const billed = rows.filter(({ type }) => type === LOG_TYPE.consume).map(({ request_id }) => request_id)
      expect(billed.toSorted()).toEqual(received.toSorted())
      expect(await books.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
    },
    RESTARTS * PATIENCE_MS,
  )
})

async function openSite(server: ServerProcess, upstreamUrl: string): Promise<string> {
  const root = await server.login()
  await root.send('PUT', '/api/option/', { key: 'ModelRatio', value: '{"fake-gpt":0.37}' })
  const channel = { type: 1, name: 'c', key: 'k', base_url: upstreamUrl, models: 'fake-gpt' }
  await root.send('POST', '/api/channel/', channel)
  const token = await root.send('POST', '/api/token/', { name: 'unlimited', unlimited_quota: true })
  return `sk-${(token as { key: string }).key}`
}

/** Calls, every third of them a stream, every twelfth a long one. */
function startLoad(url: string, token: string) {
  const received: string[] = []
  const streams: string[] = []
  const failed: string[] = []
  let isOn = true
  let calls = 0
  const callers = Array.from({ length: CALLERS }, async () => {
    while (isOn) {
      const index = calls++
      await Bun.sleep(PAUSE_MS)
      const stream = index % 3 === 0
      const fake = index % 12 === 0 ? LONG_STREAM : { tokens: 1 + (index % 17), delay_ms: index % 3 }
      const answer = await callOnce(url, token, { model: 'fake-gpt', stream, messages: messageOf(index), fake })
      if ('failure' in answer) failed.push(answer.failure)
      else {
        received.push(answer.id)
        if (stream) streams.push(answer.id)
      }
    }
  })
  return {
    received,
    streams,
    failed,
    async stop() {
      isOn = false
      await Promise.all(callers)
    },
  }
}

const messageOf = (index: number) => [{ role: 'user', content: `call ${index}` }]

async function callOnce(url: string, token: string, body: object): Promise<{ id: string } | { failure: string }> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const isWhole = text.endsWith('data: [DONE]\n\n') || text.endsWith('}')
  const id = response.headers.get('x-oneapi-request-id')
  return response.ok && isWhole && id ? { id } : { failure: `${response.status} ${text.slice(-200)}` }
}

async function leasesOf(store: Store, dataDir: string): Promise<unknown[]> {
  const nodeId = (await Bun.file(join(dataDir, 'node.id')).text()).trim()
  return store.db.selectFrom('wallet_leases').selectAll().where('node_id', '=', nodeId).execute()
}
