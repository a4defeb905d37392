import { afterAll, beforeAll } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FakeUpstream, startFakeUpstream } from '#test/fake-upstream/server.ts'
import { type ConsoleSession, type ServerProcess, startProcess } from './process.ts'

/** USD per million tokens of `fake-gpt`. */
export const FAKE_COST = 0.473
const BUY_PRICE = JSON.stringify({ models: { 'fake-gpt': { input: FAKE_COST, output: FAKE_COST } } })

/** A data folder and an upstream, on which a server process is killed and started again. */
export interface CrashSite {
  readonly dataDir: string
  /** Starts the server, or a build of it, on the folder. */
  start(command?: string[], env?: Record<string, string>): Promise<ServerProcess>
  /** Logs root in and offers the model `fake-gpt` at a ratio, and at a buy price, that leave fractions. */
  open(server: ServerProcess): Promise<ConsoleSession>
}

/** Belongs to the surrounding `describe`: with it the server ends, and the folder goes. */
export function crashSite(): CrashSite {
  let dataDir = ''
  let upstream: FakeUpstream
  let server: ServerProcess | undefined
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'switchyard-crash-'))
    upstream = startFakeUpstream({ record: 0 })
  })
  afterAll(async () => {
    await server?.kill()
    await upstream.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    get dataDir() {
      return dataDir
    },
    async start(command, env = {}) {
      server = await startProcess(dataDir, env, command)
      return server
    },
    async open({ login }) {
      const root = await login()
      await root.send('PUT', '/api/option/', { key: 'ModelRatio', value: '{"fake-gpt":0.37}' })
      const channel = { type: 1, name: 'c', key: 'k', base_url: upstream.url, models: 'fake-gpt', buy_price: BUY_PRICE }
      await root.send('POST', '/api/channel/', channel)
      return root
    },
  }
}
