import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { openStore } from '#server/platform/store/database.ts'
import { expectBooksToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { crashSite } from '#test/harness/crash-site.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

const ROUNDS = 3

fromTier('all', describe)('kill -9 of a server that runs responses in the background', () => {
  const site = crashSite()

  test('those that had ended are there and charged once, the others have failed and cost nothing', async () => {
    let server = await site.start()
    const root = await site.open(server)
    const { key } = (await root.send('POST', '/api/token/', { name: 'a', unlimited_quota: true })) as { key: string }
    const ask = async (method: string, path: string, body?: object) => {
      const response = await fetch(server.url + path, {
        method,
        headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      return (await response.json()) as { id: string; status: string; error: { code: string } | null }
    }
    const begin = (fake: object) =>
      ask('POST', '/v1/responses', { model: 'fake-gpt', input: 'hi', background: true, fake })
    const read = (id: string) => ask('GET', `/v1/responses/${id}`)

    const done: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const ending = await Promise.all([3, 5, 7].map((tokens) => begin({ tokens })))
      const { id: stalled } = await begin({ tokens: 30, stall_after: 4 })
      for (const { id } of ending) await until(async () => (await read(id)).status === 'completed')
      // What is kept reaches the database a moment later.
      await until(async () => (await countKept(site.dataDir)) === 3 * (round + 1))
      await server.kill()
      server = await site.start()
      for (const { id } of ending) expect(await read(id)).toMatchObject({ id, status: 'completed' })
      expect(await read(stalled)).toMatchObject({ status: 'failed', error: { code: 'server_error' } })
      done.push(...ending.map(({ id }) => id.replace('resp_', '')))
    }
    await server.stop()

    const store = await openStore({ dataDir: site.dataDir })
    try {
      await expectBooksToAgree(store, 1)
      await expectChannelsToAgree(store)
      const rows = await store.db.selectFrom('logs').select('request_id').where('type', '=', 2).execute()
      const charged = rows.map((row) => row.request_id)
      for (const id of done) expect(charged.filter((row) => row === id)).toEqual([id])
    } finally {
      await store.close()
    }
  })
})

/** An encrypted list without items is shorter than one with a message. */
const EMPTY_LENGTH = 150

async function countKept(dataDir: string): Promise<number> {
  const store = await openStore({ dataDir })
  try {
    const rows = await store.db.selectFrom('stored_responses').select('output').execute()
    return rows.filter(({ output }) => output.length > EMPTY_LENGTH).length
  } finally {
    await store.close()
  }
}
