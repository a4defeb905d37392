import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { openStore } from '#server/platform/store/database.ts'
import { type FakeUpstream, startFakeUpstream } from '#test/fake-upstream/server.ts'
import { expectBooksToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { type ConsoleSession, type ServerProcess, startProcess } from '#test/harness/process.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

const WORKERS = 3
const ROUNDS = 4
const CALLERS = 12
const FIRST_BALANCE = 100_000_000
const ONCE = { connection: 'close' }
const METRICS_TOKEN = 'of-the-monitoring'

/** The processes that a server has started and that run, by /proc. */
const workersOf = (pid: number) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        return new RegExp(`^PPid:\\s+${pid}$`, 'm').test(readFileSync(`/proc/${child}/status`, 'utf8'))
      } catch {
        return false
      }
    })

// Other systems do not spread the connections of a port over its processes.
describe.skipIf(process.platform !== 'linux')('a server of several processes', () => {
  forEachDatabase((_engine, fresh) => {
    let place: Place
    let upstream: FakeUpstream
    let server: ServerProcess
    let root: ConsoleSession
    beforeAll(async () => {
      place = await fresh.place()
      upstream = startFakeUpstream({ record: 0 })
      server = await start()
      root = await server.login()
      await root.send('PUT', '/api/option/', { key: 'ModelRatio', value: '{"fake-gpt":0.37}' })
      const channel = { type: 1, name: 'c', key: 'k', base_url: upstream.url, models: 'fake-gpt' }
      await root.send('POST', '/api/channel/', channel)
    })
    afterAll(async () => {
      await server.kill()
      await upstream.stop()
    })

    const start = (workers = WORKERS) =>
      startProcess(place.dataDir, { DATABASE_URL: place.databaseUrl ?? '', WORKERS: String(workers), METRICS_TOKEN })

    async function token(body: object): Promise<string> {
      const { key } = (await root.send('POST', '/api/token/', body)) as { key: string }
      return `sk-${key}`
    }

    /** A call, if nothing else is said on a connection of its own, so that any of the processes may get it. */
    async function call(key: string, fake: object = {}, stream = false, { url } = server, connection: object = ONCE) {
      return await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        keepalive: connection !== ONCE,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...connection },
        body: JSON.stringify({ model: 'fake-gpt', stream, messages: [{ role: 'user', content: 'x' }], fake }),
      })
    }

    /** The statuses of many calls at once, so that every process gets some. */
    async function statusesOf(key: string): Promise<Set<number>> {
      const answers = await Promise.all(Array.from({ length: 30 }, () => call(key)))
      return new Set(answers.map(({ status }) => status))
    }

    async function metrics(): Promise<string> {
      const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
      return await response.text()
    }

    test('all processes serve calls, and each tells its metrics', async () => {
      const key = await token({ name: 'spread', unlimited_quota: true })
      const answers = await Promise.all(Array.from({ length: 60 }, () => call(key, { tokens: 3 })))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      await Promise.all(answers.map((answer) => answer.text()))
      const samples = [
        ...(await metrics()).matchAll(/^switchyard_call_duration_seconds_count\{.*worker="(\d)"\} (\d+)$/gm),
      ]
      expect(samples.map(([, worker]) => worker).toSorted()).toEqual(['1', '2', '3'])
      expect(samples.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(60)
    })

    test('a limit counts the calls of all processes', async () => {
      const limited = await token({ name: 'limited', unlimited_quota: true, limits: { rpm: 10 } })
      const answers = await Promise.all(Array.from({ length: 40 }, () => call(limited, { tokens: 1 })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
    })

    test('a change in the console holds in every process at once', async () => {
      const key = await token({ name: 'disabled', unlimited_quota: true })
      const [{ id }] = (await root.send('GET', '/api/token/search?keyword=disabled')) as [{ id: number }]
      expect((await call(key)).status).toBe(200)
      await root.send('PUT', '/api/token/?status_only=true', { id, status: 2 })
      expect(await statusesOf(key)).toEqual(new Set([401]))
      await root.send('PUT', '/api/token/?status_only=true', { id, status: 1 })
      const [channel] = (await root.send('GET', '/api/channel/')) as [{ id: number }]
      for (const [status, answer] of [
        [2, 503],
        [1, 200],
      ] as const) {
        await root.send('PUT', '/api/channel/', { id: channel.id, status })
        expect(await statusesOf(key)).toEqual(new Set([answer]))
      }
    })

    test('the console knows the address of a caller, whichever process has the connection', async () => {
      const logins = Array.from({ length: 12 }, () => server.login())
      await Promise.all(logins)
      const sessions = (await root.send('GET', '/api/user/sessions')) as { ip: string }[]
      expect(sessions.length).toBeGreaterThan(12)
      expect(new Set(sessions.map(({ ip }) => ip))).toEqual(new Set(['127.0.0.1']))
    })

    fromTier('all', describe)('whose processes come and go', () => {
      test('while Redis cannot be reached, each process has its part of a limit', async () => {
        const other = await fresh.place()
        const env = {
          DATABASE_URL: other.databaseUrl ?? '',
          WORKERS: String(WORKERS),
          REDIS_URL: 'redis://127.0.0.1:1',
        }
        const alone = await startProcess(other.dataDir, env)
        try {
          const console = await alone.login()
          await console.send('PUT', '/api/option/', { key: 'ModelRatio', value: '{"fake-gpt":0.37}' })
          const channel = { type: 1, name: 'c', key: 'k', base_url: upstream.url, models: 'fake-gpt' }
          await console.send('POST', '/api/channel/', channel)
          const body = { name: 'limited', unlimited_quota: true, limits: { rpm: 6 } }
          const { key } = (await console.send('POST', '/api/token/', body)) as { key: string }
          const answers = await Promise.all(
            Array.from({ length: 60 }, () => call(`sk-${key}`, { tokens: 1 }, false, alone)),
          )
          expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
        } finally {
          await alone.kill()
        }
      })

      test('a process that starts again gets a part of the connections that callers keep', async () => {
        const key = await token({ name: 'kept', unlimited_quota: true })
        const callAll = () =>
          Promise.all(
            Array.from({ length: 30 }, () => call(key, { tokens: 1 }, false, server, {}).catch(() => undefined)),
          )
        await callAll()
        const [killed = 0] = workersOf(server.pid)
        process.kill(killed, 'SIGKILL')
        await until(() => workersOf(server.pid).length === WORKERS - 1 && !workersOf(server.pid).includes(killed))
        const answering = async () =>
          new Set(
            [...(await metrics()).matchAll(/^switchyard_call_duration_seconds_count\{.*worker="(\d)"\} [1-9]/gm)].map(
              ([, worker]) => worker,
            ),
          )
        await until(async () => {
          await callAll()
          return (await answering()).size === WORKERS
        })
      })

      test('a stop lets the streams of all processes finish', async () => {
        const key = await token({ name: 'streams', unlimited_quota: true })
        const fake = { tokens: 30, delay_ms: 50 }
        const streams = await Promise.all(Array.from({ length: 12 }, () => call(key, fake, true)))
        const stopped = server.stop()
        const texts = await Promise.all(streams.map((stream) => stream.text()))
        await stopped
        server = await start()
        root = await server.login()
        expect(texts.map((text) => text.endsWith('data: [DONE]\n\n'))).toEqual(texts.map(() => true))
      })

      test(`kill -9 of the server and of its processes under load: every full answer is billed once`, async () => {
        const keys = [
          await token({ name: 'unlimited', unlimited_quota: true }),
          await token({ name: 'small', remain_quota: 5_000_000 }),
        ]
        const received: string[] = []
        let calls = 0
        for (let round = 0; round < ROUNDS; round++) {
          const before = received.length
          let alive = true
          const { url } = server
          const callers = Array.from({ length: CALLERS }, async (_, caller) => {
            while (alive) {
              const index = calls++
              const stream = index % 2 === 0
              const fake = { tokens: 1 + (index % 17), delay_ms: index % 3 }
              try {
                const answer = await call(keys[caller % 2] ?? '', fake, stream, { url } as ServerProcess)
                const text = await answer.text()
                const isFull = answer.status === 200 && text.endsWith(stream ? 'data: [DONE]\n\n' : '}')
                if (isFull) received.push(answer.headers.get('x-oneapi-request-id') ?? '')
              } catch {
                // The process was killed.
              }
            }
          })
          await until(() => received.length > before + 1)
          await Bun.sleep(120 + round * 35)
          if (round % 2 === 0) {
            const [worker] = workersOf(server.pid)
            process.kill(worker ?? 0, 'SIGKILL')
            await until(
              () => workersOf(server.pid).length === WORKERS - 1 && !workersOf(server.pid).includes(worker ?? 0),
            )
            await until(() => received.length > before + 20)
          } else {
            const workers = workersOf(server.pid)
            await server.kill()
            await until(() => workers.every((pid) => !isRunning(pid)))
            server = await start()
          }
          alive = false
          await Promise.all(callers)
        }
        root = await server.login()
        // What the processes of a larger server left behind is settled by a smaller one.
        await server.kill()
        server = await start(1)
        await server.stop()

        const store = await openStore(place)
        try {
          const books = await expectBooksToAgree(store, 1)
          await expectChannelsToAgree(store)
          const rows = await store.db.selectFrom('logs').select('request_id').where('type', '=', 2).execute()
          const billed = new Set(rows.map((row) => row.request_id))
          expect(received.filter((id) => !billed.has(id))).toEqual([])
          expect(books.balance).toBe(FIRST_BALANCE - books.charged)
          const small = await store.db
            .selectFrom('tokens')
            .selectAll()
            .where('name', '=', 'small')
            .executeTakeFirstOrThrow()
          expect(small.remain_quota).toBe(5_000_000 - small.used_quota)
          expect(await store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
        } finally {
          await store.close()
        }
      })
    })
  })
})

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
