import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { openStore, type Store } from '#server/platform/store/database.ts'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { crashSite } from '#test/harness/crash-site.ts'
import { type ServerProcess, startProcess } from '#test/harness/process.ts'
import { LIMIT_MS } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

/** The consumption rows in a folder whose server has stopped; the books must agree, and nothing be leased. */
async function settledRows(dataDir: string) {
  const store: Store = await openStore({ dataDir })
  try {
    await expectBooksToAgree(store, 1)
    expect(await store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
    return await store.db.selectFrom('logs').selectAll().where('type', '=', 2).execute()
  } finally {
    await store.close()
  }
}

function chat(server: ServerProcess, token: string, fake: object, stream = false): Promise<Response> {
  return fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'fake-gpt', stream, messages: [{ role: 'user', content: 'Hello' }], fake }),
  })
}

async function tokenOf(root: Awaited<ReturnType<ServerProcess['login']>>): Promise<string> {
  const token = await root.send('POST', '/api/token/', { name: 'unlimited', unlimited_quota: true })
  return `sk-${(token as { key: string }).key}`
}

describe('a stop', () => {
  const site = crashSite()

  test('bills what streams have delivered that are longer than it waits', async () => {
    const server = await site.start(undefined, { DRAIN_SECONDS: '1' })
    const token = await tokenOf(await site.open(server))
    const streams = await Promise.all([1, 2, 3].map(() => chat(server, token, { tokens: 5000, delay_ms: 5 }, true)))
    const readers = streams.map(({ body }) => body!.getReader())
    // Each has delivered something when the server is told.
    for (const reader of readers) for (let parts = 0; parts < 20; parts++) await reader.read()
    await server.stop()
    await Promise.all(readers.map((reader) => reader.cancel().catch(() => {})))
    const rows = await settledRows(site.dataDir)
    expect(rows.map((row) => row.completion_tokens >= 20)).toEqual([true, true, true])
  })

  test('does not read on for callers that it has cut off, whatever the policy of the channel', async () => {
    const server = await site.start(undefined, { DRAIN_SECONDS: '1' })
    const root = await server.login()
    const [channel] = (await root.send('GET', '/api/channel/')) as { id: number }[]
    const settings = JSON.stringify({ abort_policy: 'drain', drain_seconds: 300 })
    await root.send('PUT', '/api/channel/', { id: channel?.id, settings })
    const reader = (await chat(server, await tokenOf(root), { tokens: 5000, delay_ms: 5 }, true)).body!.getReader()
    for (let parts = 0; parts < 20; parts++) await reader.read()
    await server.stop()
    await reader.cancel().catch(() => {})
    expect(await settledRows(site.dataDir)).toHaveLength(4)
  })
})

describe('a second server on the same data', () => {
  const site = crashSite()

  test('does not start, and does the first no harm', async () => {
    const first = await site.start()
    const token = await tokenOf(await site.open(first))
    const calls = async (count: number) => {
      for (let call = 0; call < count; call++) expect((await chat(first, token, { tokens: 3 })).status).toBe(200)
    }
    await calls(3)
    await expect(startProcess(site.dataDir)).rejects.toThrow('the server did not start')
    await calls(4)
    await first.stop()
    expect(await settledRows(site.dataDir)).toHaveLength(7)
    const next = await site.start()
    await next.stop()
    expect(await settledRows(site.dataDir)).toHaveLength(7)
  })
})
