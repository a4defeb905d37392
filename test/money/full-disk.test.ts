import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#server/store/database.ts'
import { type FakeUpstream, startFakeUpstream } from '#test/fake-upstream/server.ts'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { type ServerProcess, startProcess } from '#test/harness/process.ts'

/** The server as it always runs, but a file that may not grow is an error to it and no deadly signal. */
const COMMAND = ['sh', '-c', 'trap "" XFSZ; exec "$0" "$1"', process.execPath]
const MAIN = join(import.meta.dirname, '../../server/main.ts')
const FIRST_BALANCE = 100_000_000

// `prlimit` (util-linux) lets no file of the process grow beyond a size: to the process, the disk is full.
describe.skipIf(!Bun.which('prlimit'))('a full disk', () => {
  let dataDir: string
  let upstream: FakeUpstream
  let server: ServerProcess | undefined
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'switchyard-full-'))
    upstream = startFakeUpstream({ record: 0 })
  })
  afterAll(async () => {
    await server?.kill()
    await upstream.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  function limitFiles(pid: number, bytes: number | 'unlimited'): void {
    const { exitCode, stderr } = Bun.spawnSync(['prlimit', '--pid', String(pid), `--fsize=${bytes}:unlimited`])
    if (exitCode !== 0) throw new Error(stderr.toString())
  }

  /** Bytes in the newest segment. */
  function journalBytes(): number {
    const [node = ''] = readdirSync(join(dataDir, 'journal'))
    const dir = join(dataDir, 'journal', node)
    const sizes = readdirSync(dir).map((name) => ({ segment: Number.parseInt(name, 10), name }))
    sizes.sort((a, b) => b.segment - a.segment)
    return statSync(join(dir, sizes[0]?.name ?? '')).size
  }

  test('stops calls before they go unbilled, and nothing is lost or doubled when there is room again', async () => {
    server = await startProcess(dataDir, {}, [...COMMAND, MAIN])
    const { url, pid } = server
    const root = await server.login()
    await root.send('PUT', '/api/option/', { key: 'ModelRatio', value: '{"fake-gpt":0.37}' })
    const channel = { type: 1, name: 'c', key: 'k', base_url: upstream.url, models: 'fake-gpt' }
    await root.send('POST', '/api/channel/', channel)
    const token = (await root.send('POST', '/api/token/', { name: 't', unlimited_quota: true })) as { key: string }

    const served: string[] = []
    async function call(): Promise<number> {
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer sk-${token.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'fake-gpt', messages: [{ role: 'user', content: 'hi' }], fake: { tokens: 7 } }),
      })
      await response.text()
      if (response.status === 200) served.push(response.headers.get('x-oneapi-request-id') ?? '')
      return response.status
    }
    const calls = (count: number) => Promise.all(Array.from({ length: count }, call))

    expect(await calls(12)).toEqual(Array(12).fill(200))
    // Room for half a line: it must not stay in front of what is written later.
    limitFiles(pid, journalBytes() + 300)
    expect((await calls(12)).filter((status) => status < 500)).toEqual([])
    expect(await call()).toBe(503)
    await Bun.sleep(1100)
    expect(await call()).toBe(503)

    limitFiles(pid, 'unlimited')
    await Bun.sleep(1100)
    expect(await calls(12)).toEqual(Array(12).fill(200))
    // The next start reads all of the journal again.
    await server.kill()
    server = await startProcess(dataDir)
    await server.stop()
    server = undefined

    const store = await openStore({ dataDir })
    try {
      const books = await expectBooksToAgree(store, 1)
      expect(books.balance).toBe(FIRST_BALANCE - books.charged)
      const rows = await store.db.selectFrom('logs').select('request_id').where('type', '=', 2).execute()
      expect(rows.map((row) => row.request_id).sort()).toEqual(served.sort())
      expect(await store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
    } finally {
      await store.close()
    }
  }, 30_000)
})
