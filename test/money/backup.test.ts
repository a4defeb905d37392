import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WatchdogReport } from '#contract/api/watchdog.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { takeLease } from '#server/money/accounting/leases.ts'
import { openStore } from '#server/platform/store/database.ts'
import { expectBooksToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { runCommand } from '#test/harness/command.ts'
import { crashSite } from '#test/harness/crash-site.ts'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { type ServerProcess, startProcess } from '#test/harness/process.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

const CALLERS = 9
/** Each process of a server has a journal; other systems than Linux have one process. */
const WORKERS = process.platform === 'linux' ? '2' : '1'
/** Calls that end before the backup begins, between its end and the death of the server, and on the restored one. */
const CALLS = { before: 120, after: 40 }

/** One call; answers its request id if the answer arrived in full. */
async function callOnce(url: string, token: string, index: number): Promise<string | undefined> {
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
    const text = await response.text()
    const isComplete = response.status === 200 && (stream ? text.endsWith('data: [DONE]\n\n') : text.endsWith('}'))
    return isComplete ? (response.headers.get('x-oneapi-request-id') ?? undefined) : undefined
  } catch {
    return undefined
  }
}

/** On PostgreSQL a second node works with the database, and both need one key. */
const sharedBy = ({ databaseUrl }: Pick<Place, 'databaseUrl'>) => ({
  DATABASE_URL: databaseUrl ?? '',
  ...(databaseUrl && { SECRET_KEY: 'of both nodes' }),
})
const environmentOf = (place: Place) => ({ DATA_DIR: place.dataDir, ...sharedBy(place) })

fromTier(
  'all',
  forEachDatabase,
)((_, fresh) => {
  describe('a backup that is made under load', () => {
    const site = crashSite()
    let restored: ServerProcess | undefined
    let other: ServerProcess | undefined
    let folder = ''
    afterAll(async () => {
      await restored?.kill()
      await other?.kill()
      await rm(folder, { recursive: true, force: true })
    })

    test('has every call that was answered before it exactly once, and its books agree', async () => {
      folder = await mkdtemp(join(tmpdir(), 'switchyard-backup-'))
      const [file, keyFile] = [join(folder, 'site.backup'), join(folder, 'key')]
      await writeFile(keyFile, crypto.getRandomValues(new Uint8Array(32)))
      const { databaseUrl } = await fresh.place()
      const from: Place = { dataDir: site.dataDir, databaseUrl }
      const server = await site.start(undefined, { WORKERS, ...sharedBy(from) })
      if (databaseUrl) other = await startProcess(join(folder, 'other'), sharedBy(from))
      const root = await site.open(server)
      const token = await tokenOf(root, { unlimited_quota: true })
      const limited = await tokenOf(root, { remain_quota: 5_000_000 })
      if (databaseUrl) await leaseToAnotherNode(from)

      const received: string[] = []
      let isAlive = true
      let calls = 0
      const callers = Array.from({ length: CALLERS }, async (_, caller) => {
        while (isAlive) {
          const { url } = (caller % 3 === 0 && other) || server
          const id = await callOnce(url, caller % 2 ? limited : token, calls++)
          if (id) received.push(id)
        }
      })
      await until(() => received.length > CALLS.before)
      const before = [...received]
      const made = await runCommand(['backup', file, '--key-file', keyFile], environmentOf(from))
      expect(made).toMatchObject({ status: 0, err: '' })
      expect(made.out).not.toContain('did not say')
      const ended = received.length
      await until(() => received.length > ended + CALLS.after)
      await server.kill()
      await other?.kill()
      isAlive = false
      await Promise.all(callers)

      const to = await fresh.place()
      const put = await runCommand(['restore', file, '--key-file', keyFile], environmentOf(to))
      expect(put).toMatchObject({ status: 0, err: '' })

      restored = await startProcess(to.dataDir, sharedBy(to))
      const again = await restored.login()
      for (let index = 0; index < 4; index++) {
        expect(await callOnce(restored.url, index % 2 ? limited : token, index)).toBeString()
      }
      const report = (await again.send('GET', '/api/watchdog?fresh=true')) as WatchdogReport
      expect(report.differences).toEqual([])
      await restored.stop()
      await expectRestored(to, before)
    })
  })
})

async function expectRestored(place: Place, before: string[]): Promise<void> {
  const store = await openStore(place)
  try {
    await expectBooksToAgree(store, 1)
    await expectChannelsToAgree(store)
    const rows = await store.db.selectFrom('logs').select(['request_id', 'type']).execute()
    const billed = new Set(rows.filter(({ type }) => type === LOG_TYPE.consume).map((row) => row.request_id))
    expect(before.filter((id) => !billed.has(id))).toEqual([])
    const interrupted = rows.filter(({ type, request_id }) => type === LOG_TYPE.system && request_id !== '')
    expect(interrupted.filter((row) => billed.has(row.request_id))).toEqual([])
    expect(await store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
  } finally {
    await store.close()
  }
}

/** A node that the restored database will not see again. */
async function leaseToAnotherNode(place: Place): Promise<void> {
  const store = await openStore(place)
  await takeLease(store, 'another-node', { kind: 'user', id: 1 }, 1000)
  await store.close()
}

async function tokenOf(root: Awaited<ReturnType<ServerProcess['login']>>, limit: object): Promise<string> {
  const token = await root.send('POST', '/api/token/', { name: JSON.stringify(limit), ...limit })
  return `sk-${(token as { key: string }).key}`
}
