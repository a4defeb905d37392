import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { openStore } from '#server/platform/store/database.ts'
import { expectBooksToAgree, expectBudgetsToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { type Listening, listen } from '#test/harness/listening.ts'
import { type ServerProcess, startProcess } from '#test/harness/process.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

const ROUNDS = 6
const CALLERS = 9
const FIRST_BALANCE = 100_000_000
const EVENTS = { headers: { 'content-type': 'text/event-stream' } }
const data = (event: object) => `data: ${JSON.stringify(event)}\n\n`

/** A model whose calls a fallback serves. */
const FAILING = 'gpt-failing'

/** Answers that cost far more than their calls expect, empty ones, and ones that break off. */
const ANSWERS = ['whole', 'long', 'empty', 'stream', 'broken'] as const
type Kind = (typeof ANSWERS)[number]

function answerOf(kind: Kind): Response {
  const prompt_tokens = kind === 'long' ? 300_000 : 50
  const completion_tokens = kind === 'empty' ? 1 : 40
  const usage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
  const content = kind === 'empty' ? '' : 'hello'
  if (kind === 'whole' || kind === 'long' || kind === 'empty')
    return Response.json({ choices: [{ message: { content }, finish_reason: 'stop' }], usage })
  const said = data({ choices: [{ index: 0, delta: { content } }] })
  if (kind === 'broken') return new Response(said, EVENTS)
  const ended = data({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) + data({ choices: [], usage })
  return new Response(`${said}${ended}data: [DONE]\n\n`, EVENTS)
}

fromTier(
  'all',
  forEachDatabase,
)((engine, fresh) => {
  // Nodes share a PostgreSQL; SQLite has one.
  const places = engine === 'postgres' ? ['a', 'b', 'c'] : ['a']
  let upstream: Listening
  let place: Place
  let nodes: ServerProcess[] = []
  beforeAll(async () => {
    upstream = listen(async (request) => {
      const { messages, model } = (await request.json()) as { model: string; messages: { content: Kind }[] }
      if (model === FAILING) return new Response('{}', { status: 500 })
      return answerOf(messages[0]?.content ?? 'whole')
    })
    place = await fresh.place()
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    await upstream.stop()
  })

  const start = (folder: string) =>
    startProcess(join(place.dataDir, folder), {
      DATABASE_URL: place.databaseUrl ?? '',
      SECRET_KEY: 'of all nodes',
      // One of them has two processes, which other systems than Linux do not have.
      WORKERS: folder === 'a' && process.platform === 'linux' ? '2' : '1',
    })

  /** Returns the request id of a call whose answer came in full. */
  async function call(url: string, token: string, content: Kind): Promise<string | undefined> {
    const stream = content === 'stream' || content === 'broken'
    try {
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        // A call of the failing model goes on to the route of its fallback.
        body: JSON.stringify({
          model: content === 'whole' || content === 'stream' ? FAILING : 'gpt-4o-mini',
          stream,
          messages: [{ role: 'user', content }],
        }),
      })
      const text = await response.text()
      const isFull = response.status === 200 && (stream ? text.endsWith('data: [DONE]\n\n') : text.endsWith('}'))
      return isFull ? (response.headers.get('x-oneapi-request-id') ?? undefined) : undefined
    } catch {
      return undefined
    }
  }

  test(`kill -9 of ${places.length} nodes under load: every full answer is billed once, and all books agree`, async () => {
    nodes = [await start('a')]
    const root = await nodes[0]!.login()
    const buy_price = '{"discount":0.731}'
    // Budgets of every scope: a call counts in five of them at most.
    const month = { budgets: [{ window: 'month', quota: 90_000_000 }] }
    await root.send('PUT', '/api/option/', { key: 'ModelLimits', value: JSON.stringify({ 'gpt-4o*': month }) })
    await root.send('PUT', '/api/option/', { key: 'GroupLimits', value: JSON.stringify({ default: month }) })
    const up = { type: 1, name: 'up', key: 'sk-1', base_url: upstream.url, models: 'gpt-4o-mini' }
    const channel = { ...up, buy_price, limits: month }
    await root.send('POST', '/api/channel/', channel)
    await root.send('POST', '/api/channel/', { ...up, name: 'failing', models: FAILING })
    await root.send('PUT', '/api/option/', { key: 'ModelRatio', value: JSON.stringify({ [FAILING]: 1 }) })
    await root.send('PUT', '/api/option/', {
      key: 'ModelFallbacks',
      value: JSON.stringify({ [FAILING]: 'gpt-4o-mini' }),
    })
    const unlimited = await root.send('POST', '/api/token/', { name: 'unlimited', unlimited_quota: true })
    const limits = { rpm: 1_000_000, concurrency: 1000, budgets: [{ window: 'month', quota: 40_000_000 }] }
    const limited = await root.send('POST', '/api/token/', { name: 'limited', remain_quota: 50_000_000, limits })
    const tokens = [unlimited, limited].map((token) => `sk-${(token as { key: string }).key}`)
    for (const folder of places.slice(1)) nodes.push(await start(folder))

    const received: string[] = []
    let calls = 0
    for (let round = 0; round < ROUNDS; round++) {
      const before = received.length
      let alive = true
      const callers = Array.from({ length: CALLERS }, async (_, caller) => {
        while (alive) {
          const { url } = nodes[caller % nodes.length]!
          const id = await call(url, tokens[caller % 2] ?? '', ANSWERS[calls++ % ANSWERS.length]!)
          if (id) received.push(id)
        }
      })
      await until(() => received.length > before + 1)
      await Bun.sleep(200 + round * 35)
      const dying = round % nodes.length
      await nodes[dying]!.kill()
      alive = false
      await Promise.all(callers)
      nodes[dying] = await start(places[dying]!)
    }
    for (const node of nodes) await node.stop()

    const store = await openStore({ ...place, dataDir: join(place.dataDir, 'a') })
    try {
      const books = await expectBooksToAgree(store, 1)
      await expectChannelsToAgree(store)
      expect(received.length).toBeGreaterThan(ROUNDS)
      const rows = await store.db.selectFrom('logs').select('request_id').where('type', '=', 2).execute()
      const billed = new Set(rows.map((row) => row.request_id))
      expect(received.filter((id) => !billed.has(id))).toEqual([])
      expect(books.balance).toBe(FIRST_BALANCE - books.charged)
      const tokenRow = await store.db
        .selectFrom('tokens')
        .selectAll()
        .where('name', '=', 'limited')
        .executeTakeFirstOrThrow()
      expect(tokenRow.remain_quota).toBe(50_000_000 - tokenRow.used_quota)
      await expectBudgetsToAgree(store)
      expect(await store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
    } finally {
      await store.close()
    }
  })
})
