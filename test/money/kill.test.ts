import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { openStore, type Store } from '#server/platform/store/database.ts'
import { expectBooksToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { crashSite } from '#test/harness/crash-site.ts'
import { TIER } from '#test/harness/tiers.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

/** Every other round, streams are cut; in the others, the settler is. */
const ROUNDS = { quick: 2, all: 10, nightly: 30 }[TIER]
const CALLERS = 12
const FIRST_BALANCE = 100_000_000

/**
 * One call; answers its request id if the answer arrived in full, undefined if the connection broke. `streams` has it while
 * it is a stream that has begun.
 */
async function callOnce(url: string, token: string, index: number, streams: Set<number>): Promise<string | undefined> {
  const stream = index % 2 === 0
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'fake-gpt',
        stream,
        messages: [{ role: 'user', content: `call ${index}` }],
        fake: { tokens: 1 + (index % 17), delay_ms: index % 3 },
      }),
    })
    if (stream) streams.add(index)
    const text = await response.text()
    const complete = response.status === 200 && (stream ? text.endsWith('data: [DONE]\n\n') : text.endsWith('}'))
    return complete ? (response.headers.get('x-oneapi-request-id') ?? undefined) : undefined
  } catch {
    return undefined
  } finally {
    streams.delete(index)
  }
}

/** Waits until some charges of this round are in the database, and others in the journal alone. */
async function untilSettling(dataDir: string, received: () => string[]): Promise<void> {
  const store = await openStore({ dataDir })
  try {
    await until(async () => {
      const ids = received()
      const billed = await billedIn(store)
      return ids.some((id) => billed.has(id)) && ids.some((id) => !billed.has(id))
    })
  } finally {
    await store.close()
  }
}

/** Request ids of all charges. */
async function billedIn({ db }: Store): Promise<Set<string>> {
  const rows = await db.selectFrom('logs').select('request_id').where('type', '=', 2).execute()
  return new Set(rows.map((row) => row.request_id))
}

describe('kill -9 under load', () => {
  const site = crashSite()

  test('during streams and while charges are settled: every answer that arrived in full is billed exactly once, and all books agree', async () => {
    let server = await site.start()
    const root = await site.open(server)
    const unlimited = await root.send('POST', '/api/token/', { name: 'unlimited', unlimited_quota: true })
    const limited = await root.send('POST', '/api/token/', { name: 'limited', remain_quota: 5_000_000 })
    const tokens = [unlimited, limited].map((token) => `sk-${(token as { key: string }).key}`)

    const received: string[] = []
    const streams = new Set<number>()
    let calls = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { url } = server
      const before = received.length
      let alive = true
      const callers = Array.from({ length: CALLERS }, async (_, caller) => {
        while (alive) {
          const id = await callOnce(url, tokens[caller % 2] ?? '', calls++, streams)
          if (id) received.push(id)
        }
      })
      await until(() => received.length > before + 1)
      await Bun.sleep(round * 35)
      if (round % 2 === 0) await until(() => streams.size > 1)
      else await untilSettling(site.dataDir, () => received.slice(before))
      await server.kill()
      alive = false
      await Promise.all(callers)
      server = await site.start()
    }
    await server.stop()

    const store = await openStore({ dataDir: site.dataDir })
    try {
      const books = await expectBooksToAgree(store, 1)
      await expectChannelsToAgree(store)
      expect(received.length).toBeGreaterThan(ROUNDS)
      const billed = await billedIn(store)
      expect(received.filter((id) => !billed.has(id))).toEqual([])
      expect(books.balance).toBe(FIRST_BALANCE - books.charged)
      const token = await store.db
        .selectFrom('tokens')
        .selectAll()
        .where('name', '=', 'limited')
        .executeTakeFirstOrThrow()
      expect(token.remain_quota).toBe(5_000_000 - token.used_quota)
      expect(await store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
    } finally {
      await store.close()
    }
  })
})
