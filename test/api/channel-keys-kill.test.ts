import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { type Listening, listen } from '#test/harness/listening.ts'
import { type ConsoleSession, type ServerProcess, startProcess } from '#test/harness/process.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

const KEYS = Array.from({ length: 12 }, (_, n) => `sk-killed-pool-${n}`)
const [DEAD = '', BUSY = ''] = [KEYS[2], KEYS[7]]
const CALLS = 60

interface ShownKey {
  id: number
  state: string
  calls: number
}

fromTier(
  'all',
  forEachDatabase,
)((engine, fresh) => {
  // Nodes share a PostgreSQL; SQLite has one.
  const places = engine === 'postgres' ? ['a', 'b'] : ['a']
  let upstream: Listening
  let place: Place
  let nodes: ServerProcess[] = []
  const tried: string[] = []
  beforeAll(async () => {
    upstream = listen((request) => {
      const key = request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
      tried.push(key)
      if (key === DEAD)
        return Response.json({ error: { message: 'bad key', code: 'invalid_api_key' } }, { status: 401 })
      if (key === BUSY)
        return Response.json({ error: { message: 'slow down' } }, { status: 429, headers: { 'retry-after': '900' } })
      const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 }
      return Response.json({ choices: [{ message: { content: 'hello' }, finish_reason: 'stop' }], usage })
    })
    place = await fresh.place()
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    await upstream.stop()
  })

  const start = (folder: string) =>
    startProcess(join(place.dataDir, folder), { DATABASE_URL: place.databaseUrl ?? '', SECRET_KEY: 'of all nodes' })
  async function call(url: string, token: string): Promise<number> {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] }),
    })
    await response.text()
    return response.status
  }
  const keysOf = async (root: ConsoleSession) =>
    (await root.send('GET', '/api/channel/1/keys?page_size=100')) as ShownKey[]
  const count = (key: string) => tried.filter((one) => one === key).length

  test(`states of keys survive kill -9 of ${places.length} nodes, and no node asks a key that another found dead`, async () => {
    nodes = [await start('a')]
    const root = await nodes[0]!.login()
    const channel = { type: 1, name: 'up', key: KEYS.join('\n'), base_url: upstream.url, models: 'gpt-4o-mini' }
    await root.send('POST', '/api/channel/', { mode: 'multi_to_single', channel })
    const made = await root.send('POST', '/api/token/', { name: 'l', unlimited_quota: true })
    const token = `sk-${(made as { key: string }).key}`
    for (const folder of places.slice(1)) nodes.push(await start(folder))

    // One after the other, so that what a node finds out is known to all before the key's next turn.
    for (let n = 0; n < CALLS; n++) expect(await call(nodes[n % nodes.length]!.url, token)).toBe(200)
    expect(count(DEAD)).toBeLessThanOrEqual(places.length)
    expect(count(BUSY)).toBeLessThanOrEqual(places.length)
    await until(async () => {
      const keys = await keysOf(root)
      return keys[2]?.state === 'stopped' && keys[7]?.state === 'cooling'
    })

    await Promise.all(nodes.map((node) => node.kill()))
    const before = [count(DEAD), count(BUSY)]
    nodes = await Promise.all(places.map(start))
    const again = await nodes.at(-1)!.login()
    const states = (await keysOf(again)).map(({ state }) => state)
    expect(states.filter((state) => state === 'enabled')).toHaveLength(KEYS.length - 2)
    expect([states[2], states[7]]).toEqual(['stopped', 'cooling'])
    for (let n = 0; n < CALLS; n++) expect(await call(nodes[n % nodes.length]!.url, token)).toBe(200)
    expect([count(DEAD), count(BUSY)]).toEqual(before)
    expect(await again.send('GET', '/api/channel/1')).toMatchObject({ status: 1, key_counts: { total: 12, ready: 10 } })
  })
})
