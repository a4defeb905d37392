import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { openStore } from '#server/platform/store/database.ts'
import { expectBooksToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { crashSite } from '#test/harness/crash-site.ts'
import { duringSuite } from '#test/harness/during-suite.ts'
import { type Listening, listen } from '#test/harness/listening.ts'
import { TIER } from '#test/harness/tiers.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

const ROUNDS = { quick: 2, all: 8, nightly: 20 }[TIER]
const CALLERS = 10
const FIRST_BALANCE = 100_000_000
const BUY_PRICE = JSON.stringify({ models: { hedged: { input: 2, output: 3 } } })

/** A vendor whose main channel is late with calls that say so: until the second is asked, or until it is given up. */
function lateVendor(): Listening & { calls: number } {
  const secondAsked = new Map<string, PromiseWithResolvers<void>>()
  const whenAsked = (text: string) => {
    const known = secondAsked.get(text) ?? Promise.withResolvers<void>()
    secondAsked.set(text, known)
    return known
  }
  const vendor = {
    calls: 0,
    ...listen(async (request) => {
      const { stream, messages } = (await request.json()) as { stream: boolean; messages: { content: string }[] }
      const isMain = request.headers.get('authorization')?.endsWith('main')
      const text = messages[0]?.content ?? ''
      vendor.calls += 1
      if (!isMain) whenAsked(text).resolve()
      const gone = new Promise<void>((resolve) => request.signal.addEventListener('abort', () => resolve()))
      if (isMain && text.endsWith('late')) {
        await Promise.race([whenAsked(text).promise, gone])
        if (Math.random() < 0.5) await gone
      }
      const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 }
      const base = { id: 'x', created: 1, model: 'hedged' }
      if (!stream) {
        const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }]
        return Response.json({ ...base, object: 'chat.completion', choices, usage })
      }
      const chunk = { ...base, object: 'chat.completion.chunk' }
      const choices = [{ index: 0, delta: { content: text }, finish_reason: 'stop' }]
      const events = [
        { ...chunk, choices },
        { ...chunk, choices: [], usage },
      ].map((event) => JSON.stringify(event))
      const body = [...events, '[DONE]'].map((event) => `data: ${event}\n\n`).join('')
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }),
  }
  return vendor
}

/** Answers the id of a call whose answer arrived in full. */
async function callOnce(url: string, token: string, index: number, content: string): Promise<string | undefined> {
  const stream = index % 2 === 0
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'hedged', stream, messages: [{ role: 'user', content }] }),
    })
    const text = await response.text()
    const isWhole = response.status === 200 && (stream ? text.endsWith('data: [DONE]\n\n') : text.endsWith('}'))
    return isWhole ? (response.headers.get('x-oneapi-request-id') ?? undefined) : undefined
  } catch {
    return undefined
  }
}

describe('kill -9 while calls are hedged', () => {
  const site = crashSite()
  const vendor = duringSuite(async () => lateVendor())

  test('every answer that arrived in full is billed exactly once, whichever channel answered, and all books agree', async () => {
    let server = await site.start()
    const root = await site.open(server)
    await root.send('PUT', '/api/option/', { key: 'ModelRatio', value: '{"fake-gpt":0.37,"hedged":0.37}' })
    await root.send('PUT', '/api/option/', { key: 'GroupHedging', value: '{"default":"p95"}' })
    const channel = { type: 1, base_url: vendor.url, models: 'hedged', buy_price: BUY_PRICE }
    await root.send('POST', '/api/channel/', { ...channel, name: 'main', key: 'main', priority: 5 })
    await root.send('POST', '/api/channel/', { ...channel, name: 'second', key: 'second' })
    const limited = (await root.send('POST', '/api/token/', { name: 'limited', remain_quota: 5_000_000 })) as {
      key: string
    }
    const token = `sk-${limited.key}`
    const received: string[] = []
    let calls = 0
    for (let round = 0; round < ROUNDS; round++) {
      // The main channel is known as fast, for streams and for whole answers.
      for (let n = 0; n < 50; n++) {
        const id = await callOnce(server.url, token, n, `fast ${n}`)
        if (id) received.push(id)
      }
      const { url } = server
      const [before, asked, from] = [received.length, vendor.calls, calls]
      let alive = true
      const callers = Array.from({ length: CALLERS }, async () => {
        while (alive) {
          const index = calls++
          const id = await callOnce(url, token, index, `call ${index} ${index % 3 ? 'fast' : 'late'}`)
          if (id) received.push(id)
        }
      })
      await until(() => received.length > before + 20 && vendor.calls - asked > calls - from + 3)
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
      const rows = await store.db.selectFrom('logs').select(['request_id', 'other']).where('type', '=', 2).execute()
      const billed = rows.map((row) => row.request_id)
      expect(new Set(billed).size).toBe(billed.length)
      expect(received.filter((id) => !billed.includes(id))).toEqual([])
      expect(books.balance).toBe(FIRST_BALANCE - books.charged)
      const isHedged = (other: string) =>
        (JSON.parse(other) as { tries: unknown[][] }).tries.some((each) => each.length > 5)
      expect(rows.filter(({ other }) => isHedged(other)).length).toBeGreaterThan(ROUNDS)
      const kept = await store.db
        .selectFrom('tokens')
        .selectAll()
        .where('name', '=', 'limited')
        .executeTakeFirstOrThrow()
      expect(kept.remain_quota).toBe(5_000_000 - kept.used_quota)
      expect(await store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
    } finally {
      await store.close()
    }
  })
})
