import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(fileURLToPath(new URL('.', import.meta.url)), '../..')

/** The build that `npm test` has made; a test that is run by itself takes the sources. */
const SERVER = process.env.SERVER_PROGRAM ?? 'server/main.ts'

/** The same server, with fakes of the identity providers and the bot check. */
export const WITH_PROVIDERS = 'test/fake-providers/main.ts'
/** The same with a fake of Stripe. */
export const WITH_STRIPE = 'test/fake-stripe/merchant.ts'

/** A server as an operator starts it, with an upstream to give to its channels. */
export interface Site {
  url: string
  upstreamUrl: string
  /** Puts tasks of every kind into its database: they come from services that the tests do not have. */
  addTasks(userId: number, channelId: number): Promise<void>
  /** Changes counters and the balance of a user in its database, as nobody may. */
  damageBooks(userId: number): Promise<void>
  stop(): Promise<void>
}

/** Starts a server on a data folder and a free port; resolves when it answers. */
export async function startSite(dataDir: string, upstreamUrl: string, program = SERVER): Promise<Site> {
  const server = await startProgram(program, {
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    REDIS_URL: '',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  })
  return {
    url: server.url,
    upstreamUrl,
    addTasks: (userId, channelId) => runProgram('scripts/demo/add-tasks.ts', dataDir, userId, channelId),
    damageBooks: (userId) => runProgram('test/harness/damage-books.ts', dataDir, userId),
    stop: server.stop,
  }
}

/** Starts the upstream of all sites: what it answers depends on the call alone. */
export const startUpstream = () => startProgram('test/fake-upstream/main.ts', {})

/**
 * Starts a server that everybody could reach, without a password of root; answers the link that it prints for root, on
 * an address of this machine.
 */
export async function startUnclaimedServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-e2e-'))
  const env = { PORT: '0', HOST: '0.0.0.0', DATA_DIR: dataDir, DATABASE_URL: '', REDIS_URL: '', RATE_LIMIT: 'off' }
  const printed = /http:\/\/\S+?:(?<port>\d+)\s[\s\S]*(?<path>\/setup\?token=\S+)\s/
  const server = await startProgram(SERVER, { ...env, LOG_LEVEL: 'error', INITIAL_ROOT_PASSWORD: '' }, printed)
  const { port, path } = server.printed.groups as { port: string; path: string }
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    link: url + path,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts a payment gateway with a page on which a browser can pay; its settings go into the options of a site. */
export async function startGateway() {
  const { url, stop } = await startProgram('test/fake-epay/main.ts', {})
  return { options: { PayAddress: url, EpayId: '1001', EpayKey: 'merchant-key-of-the-fake' }, url, stop }
}

/** Starts a payment page that reports to a site. */
export async function startPaymentPage(merchant: string) {
  const { url, stop } = await startProgram('test/fake-paylink/main.ts', { MERCHANT_URL: merchant })
  return { options: { PaylinkUrl: url, PaylinkSecret: 'secret-of-the-payment-page' }, url, stop }
}

/** Starts an upstream that talks over WebSockets. */
export const startRealtimeUpstream = () => startProgram('test/fake-upstream/realtime-main.ts', {})

/** Runs a program to its end; rejects when it fails. */
async function runProgram(script: string, ...args: (string | number)[]) {
  const child = spawn(bunBinary(), [script, ...args.map(String)], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve))
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
}

async function startProgram(script: string, env: Record<string, string>, expected = /http:\/\/\S+/) {
  const [command, args] = script.endsWith('.ts') ? [bunBinary(), [script]] : [script, []]
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  // A worker that gives up does not get to stop what it started.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const printed = await printedText(child, script, expected)
  return {
    url: printed[0],
    printed,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** What a program prints when it is ready: by default the address where it listens. */
function printedText(child: ChildProcess, script: string, expected: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}: ${text}`)))
    child.stdout?.on('data', (chunk) => {
      text += chunk
      const found = expected.exec(text)
      if (found) resolve(found)
    })
  })
}

/** The binary itself: in the package for this system, or where Bun's install script has moved it to. */
function bunBinary(): string {
  const folder = join(ROOT, 'node_modules/@oven')
  const packages = existsSync(folder) ? readdirSync(folder).sort() : []
  const places = packages.flatMap((name) => ['bun', 'bun.exe'].map((file) => join(folder, name, 'bin', file)))
  return places.find((place) => existsSync(place)) ?? join(ROOT, 'node_modules/.bin/bun')
}
