import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '#server/platform/store/database.ts'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { crashSite } from '#test/harness/crash-site.ts'
import { serverProgram } from '#test/harness/program.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

/** The server as it always runs, but a file that may not grow is an error to it and no deadly signal. */
const COMMAND = ['sh', '-c', 'trap "" XFSZ; exec "$0"']
const FIRST_BALANCE = 100_000_000

// `prlimit` (util-linux) lets no file of the process grow beyond a size: to the process, the disk is full.
describe.skipIf(!Bun.which('prlimit'))('a full disk', () => {
  const site = crashSite()

  function limitFiles(pid: number, bytes: number | 'unlimited'): void {
    const { exitCode, stderr } = Bun.spawnSync(['prlimit', '--pid', String(pid), `--fsize=${bytes}:unlimited`])
    if (exitCode !== 0) throw new Error(stderr.toString())
  }

  /** Bytes in the newest segment. */
  function journalBytes(): number {
    const [node = ''] = readdirSync(join(site.dataDir, 'journal'))
    const dir = join(site.dataDir, 'journal', node)
    const sizes = readdirSync(dir).map((name) => ({ segment: Number.parseInt(name, 10), name }))
    sizes.sort((a, b) => b.segment - a.segment)
    return statSync(join(dir, sizes[0]?.name ?? '')).size
  }

  test('stops calls before they go unbilled, and nothing is lost or doubled when there is room again', async () => {
    let server = await site.start([...COMMAND, await serverProgram()])
    const { url, pid } = server
    const root = await site.open(server)
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
    expect(await calls(12)).toEqual(Array(12).fill(503))
    expect(await call()).toBe(503)
    await Bun.sleep(1100)
    expect(await call()).toBe(503)

    limitFiles(pid, 'unlimited')
    await until(async () => (await call()) === 200)
    expect(await calls(12)).toEqual(Array(12).fill(200))
    // The next start reads all of the journal again.
    await server.kill()
    server = await site.start()
    await server.stop()

    const store = await openStore({ dataDir: site.dataDir })
    try {
      const books = await expectBooksToAgree(store, 1)
      expect(books.balance).toBe(FIRST_BALANCE - books.charged)
      const rows = await store.db.selectFrom('logs').select('request_id').where('type', '=', 2).execute()
      expect(rows.map((row) => row.request_id).sort()).toEqual(served.sort())
      expect(await store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
    } finally {
      await store.close()
    }
  })
})
