/**
 * `npm run soak [-- --minutes 30]`: calls in several formats, callers that leave, slow readers, settings that change and a
 * log that is read, all at once, against a fresh server on this machine's loopback. Prints memory, descriptors and the delay
 * of the event loop as it goes, and whether the books are right at the end. Needs Linux (`/proc`).
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WatchdogReport } from '#contract/api/watchdog.ts'
import { readArguments } from '#server/tools/command-line/arguments.mjs'
import { version } from '../../package.json'
import { ensureServer, ensureWeb } from '../../scripts/prepare.mjs'
import { type Api, logInAsRoot } from '../console.ts'
import { answers, commandOf, footprint, freePort, startProcess } from '../process.ts'
import { UPSTREAM_KEY } from '../target.ts'
import { startUpstream } from '../targets/upstream.ts'
import { changeSettings, readLog } from './disturb.ts'
import { SAMPLE_HEAD, type Sample, sampleLine, verdict } from './report.ts'
import { callUntil, MODELS } from './traffic.ts'

const given = readArguments(
  'npm run soak --',
  {
    summary:
      'Puts a fresh server under a mixed load, and prints memory, descriptors, delays and whether its books are right',
    flags: {
      minutes: { type: 'string', value: 'N', help: 'how long; 5 without it' },
      server: { type: 'string', value: 'PROGRAM', help: 'the program to run; else it is built' },
      sources: { type: 'boolean', help: 'run the sources instead of a program' },
    },
  },
  version,
)
if (process.platform !== 'linux') throw new Error('the soak reads /proc and needs Linux')
const minutes = Number(given.text('minutes') ?? 5)
if (!(minutes > 0 && minutes <= 24 * 60)) throw new Error('--minutes must be a number above 0, at most 1440')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const CALLERS_PER_KIND = 3
const SAMPLE_MS = Math.min(30_000, (minutes * 60_000) / 10)
/** What is counted after an answer, settled and written. */
const AFTERMATH_MS = 5000
const METRICS_TOKEN = 'soak'
/** Cheap enough that root's first credit outlasts the run. */
const ratiosOf = (round: number) =>
  Object.fromEntries(Object.values(MODELS).map((model) => [model, round % 2 ? 0.001 : 0.002]))

const upstream = await startUpstream()
const port = freePort()
const url = `http://127.0.0.1:${port}`
const folder = mkdtempSync(join(tmpdir(), 'switchyard-soak-'))
const server = await startProcess(...commandOf(await program()), {
  env: {
    // The console is called more often than a person would.
    ...{ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, METRICS_TOKEN, RATE_LIMIT: 'off', WORKERS: '1' },
    ...{ DATABASE_URL: '', REDIS_URL: '', INITIAL_ROOT_PASSWORD: '', BUN_CONFIG_MAX_HTTP_REQUESTS: '65535' },
  },
  ready: answers(`${url}/api/status`),
})
let right = false
try {
  right = await soak(await logInAsRoot(url))
} finally {
  await server.stop()
  await upstream.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(right ? 0 : 1)

async function program(): Promise<string> {
  if (given.on('sources')) return join(import.meta.dirname, '../../server/main.ts')
  const named = given.text('server')
  if (named) return named
  await ensureWeb()
  return ensureServer()
}

async function soak(api: Api): Promise<boolean> {
  const keys = await setUp(api)
  const before = await accountOf(api)
  const end = Date.now() + minutes * 60_000
  console.log(SAMPLE_HEAD)
  const [{ counts, failures }, samples, changes, pages] = await Promise.all([
    callUntil(end, url, keys, CALLERS_PER_KIND),
    sampleUntil(end),
    changeSettings(end, api, ratiosOf),
    readLog(end, api),
  ])
  await Bun.sleep(AFTERMATH_MS)
  const after = await accountOf(api)
  const { checks } = await api<WatchdogReport>('GET', '/api/watchdog?fresh=true')
  const { text, right } = verdict(counts, samples, {
    before: before.units,
    after: after.units,
    answers: Object.values(counts).reduce((sum, { full, left }) => sum + full + left, 0),
    requests: after.requests - before.requests,
    wrong: checks.reduce((sum, { wrong }) => sum + wrong, 0),
  })
  for (const failure of failures.slice(0, 5)) console.log(`failed: ${failure}`)
  console.log(`${changes} rounds of changed settings, ${pages} of reading the log\n${text}`)
  return right && failures.length === 0
}

/** Creates the channels and two tokens, one of them limited. Returns their keys. */
async function setUp(api: Api): Promise<string[]> {
  const { claude, gemini, ...others } = MODELS
  for (const [type, models] of [
    [1, Object.values(others)],
    [14, [claude]],
    [24, [gemini]],
  ] as const) {
    const fields = {
      name: `soak ${type}`,
      key: UPSTREAM_KEY,
      base_url: `http://127.0.0.1:${upstream.port}`,
      group: 'default',
    }
    await api('POST', '/api/channel/', { type, models: models.join(','), ...fields })
  }
  await api('PUT', '/api/option/', { key: 'ModelRatio', value: JSON.stringify(ratiosOf(0)) })
  const limits = { rpm: 10_000_000, concurrency: 1000, budgets: [{ window: 'day', quota: 50_000_000 }] }
  await api('POST', '/api/token/', { name: 'free', unlimited_quota: true })
  await api('POST', '/api/token/', { name: 'limited', remain_quota: 50_000_000, limits })
  const tokens = await api<{ key: string }[]>('GET', '/api/token/?p=0&size=10')
  return tokens.map(({ key }) => `sk-${key}`)
}

/** What root's account has and has spent, and its counted requests. */
async function accountOf(api: Api) {
  const { quota, used_quota, request_count } = await api<Record<string, number>>('GET', '/api/user/self')
  return { units: (quota ?? 0) + (used_quota ?? 0), requests: request_count ?? 0 }
}

async function sampleUntil(end: number): Promise<Sample[]> {
  const start = Date.now()
  const samples: Sample[] = []
  while (Date.now() < end) {
    await Bun.sleep(Math.min(SAMPLE_MS, Math.max(1, end - Date.now())))
    const sample = {
      seconds: Math.round((Date.now() - start) / 1000),
      rssBytes: footprint(server.pid).rssBytes,
      descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
      delaySeconds: await eventLoopDelay(),
    }
    samples.push(sample)
    console.log(sampleLine(sample))
  }
  return samples
}

async function eventLoopDelay(): Promise<number> {
  const reply = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const found = /^switchyard_event_loop_delay_seconds\{quantile="0\.99"\} (\S+)$/m.exec(await reply.text())
  return Number(found?.[1] ?? Number.NaN)
}
