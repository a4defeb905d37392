import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FakeUpstream, startFakeUpstream } from '#test/fake-upstream/server.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { type MailHost, startMailHost } from '#test/harness/mail.ts'
import { type ServerProcess, startProcess } from '#test/harness/process.ts'
import { hasRedis, startRedis, type TestRedis } from '#test/harness/redis.ts'
import { until } from '#test/harness/until.ts'
import manifest from '../package.json' with { type: 'json' }
import { compileServer } from './build-server.ts'

const PAGE = '<title></title><!--switchyard:status--><p>The console</p>'
/** The checkpointer's thread starts after 2500 rows. */
const CALLS = 2600
const CALLERS = 16

fromTier('all', describe)('the program that is built', () => {
  /** Laid out as `dist` is. */
  let dist: string
  let program: string
  let upstream: FakeUpstream
  let mails: MailHost
  let redis: TestRedis | undefined

  beforeAll(async () => {
    dist = await mkdtemp(join(tmpdir(), 'switchyard-build-'))
    program = join(dist, 'switchyard')
    await mkdir(join(dist, 'web'))
    await writeFile(join(dist, 'web/index.html'), PAGE)
    await mkdir(unfinishedOf(await endedProcess()))
    await mkdir(unfinishedOf(process.ppid))
    await compileServer(program)
    upstream = startFakeUpstream({ record: 0 })
    mails = await startMailHost()
    if (hasRedis) redis = await startRedis()
  })
  afterAll(async () => {
    await upstream.stop()
    await mails.stop()
    await redis?.stop()
    await rm(dist, { recursive: true })
  })

  const unfinishedOf = (pid: number) => join(dist, `.new-${pid}`)

  async function endedProcess(): Promise<number> {
    const ended = Bun.spawn(['true'])
    await ended.exited
    return ended.pid
  }

  /** Prepares a server for calls; answers a token. */
  async function openForCalls(server: ServerProcess): Promise<string> {
    const root = await server.login()
    const option = (key: string, value: string) => root.send('PUT', '/api/option/', { key, value })
    await option('ModelRatio', '{"fake-gpt":0.1}')
    await option('SMTPServer', '127.0.0.1')
    await option('SMTPPort', String(mails.port))
    await option('SMTPFrom', 'gateway@example.com')
    const channel = { type: 1, name: 'c', key: 'k', base_url: upstream.url, models: 'fake-gpt' }
    await root.send('POST', '/api/channel/', channel)
    const token = await root.send('POST', '/api/token/', { name: 't', unlimited_quota: true })
    return `sk-${(token as { key: string }).key}`
  }

  const call = (server: ServerProcess, token: string) =>
    fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'fake-gpt', messages: [{ role: 'user', content: 'Hello' }] }),
    })

  async function expectConsole(server: ServerProcess): Promise<void> {
    expect(await (await fetch(server.url)).text()).toContain('The console')
    const { data } = (await (await fetch(`${server.url}/api/status`)).json()) as { data: { version: string } }
    expect(data.version).toBe(manifest.version)
  }

  /** The log is read in another thread. */
  async function expectLog(root: Awaited<ReturnType<ServerProcess['login']>>): Promise<void> {
    expect(await root.send('GET', '/api/log/?p=1')).toMatchObject({ page: 1, items: expect.any(Array) })
  }

  forEachDatabase((engine, fresh) => {
    test('the program serves console and interface, relays, and loads what it needs later', async () => {
      const { dataDir, databaseUrl = '' } = await fresh.place()
      const env = { DATABASE_URL: databaseUrl, REDIS_URL: redis?.url ?? '' }
      const server = await startProcess(dataDir, env, [program])
      try {
        await expectConsole(server)
        const token = await openForCalls(server)
        const answer = await call(server, token)
        expect(await answer.json()).toMatchObject({ object: 'chat.completion' })
        await fetch(`${server.url}/api/verification?email=${engine}@example.com`)
        await mails.next(`${engine}@example.com`)
      } finally {
        await server.stop()
      }
    })
  })

  describe('on SQLite', () => {
    let dataDir: string
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'switchyard-built-'))
    })
    afterAll(() => rm(dataDir, { recursive: true }))

    test('the program moves many rows into the file by its other thread', async () => {
      const server = await startProcess(dataDir, {}, [program])
      try {
        const token = await openForCalls(server)
        await expectLog(await server.login())
        const size = async () => (await stat(join(dataDir, 'switchyard.db'))).size
        const before = await size()
        let left = CALLS
        const work = async () => {
          while (left-- > 0) await (await call(server, token)).arrayBuffer()
        }
        await Promise.all(Array.from({ length: CALLERS }, work))
        // Without that thread, a later write would move them: that of a job, some seconds from now.
        await until(async () => (await size()) > before + 300_000, 3000)
      } finally {
        await server.kill()
      }
    }, 30_000)

    test('the program needs nothing but the console beside it, and serves both after a kill as before', async () => {
      expect((await readdir(dist)).filter((name) => !name.startsWith('.')).sort()).toEqual(['switchyard', 'web'])
      for (const end of ['kill', 'stop'] as const) {
        const server = await startProcess(dataDir, {}, [program])
        await expectConsole(server)
        await expectLog(await server.login())
        await server[end]()
      }
    }, 30_000)
  })

  test('a build removes what killed builds left, but nothing of a build that runs', async () => {
    const unfinished = (await readdir(dist)).filter((name) => name.startsWith('.new-'))
    expect(unfinished).toEqual([`.new-${process.ppid}`])
  })

  test('the texts that the schema library has in forty languages stay out', async () => {
    const bytes = Buffer.from(await Bun.file(program).arrayBuffer())
    // Bun itself has the first one as well: what is asked is that texts are found at all.
    expect(bytes.includes('Invalid input')).toBe(true)
    for (const german of ['Ung\\xFCltige Eingabe', 'Ungültige Eingabe']) expect(bytes.includes(german)).toBe(false)
    expect(bytes.includes(Buffer.from('Ungültige Eingabe', 'latin1'))).toBe(false)
  })

  test('an error at the start is told with its places in the sources', async () => {
    const env = { ...process.env, PORT: 'none', LOG_LEVEL: 'debug' }
    const start = Bun.spawn([program], { env, stdout: 'ignore', stderr: 'pipe' })
    const told = await new Response(start.stderr).text()
    expect(told).toContain('Switchyard cannot start. Error: PORT must be an integer')
    expect(told).toMatch(/readConfig\d* \(.*server\/platform\/config\.ts:\d+/)
  })
})
