import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSession } from '../console.ts'
import type { LoadJob, LoadResult } from '../load.ts'
import { answers, freePort, type RunningProcess, startProcess } from '../process.ts'
import { BODIES } from '../scenarios.ts'
import { type Latency, median, percentile } from '../statistics.ts'
import { JSON_HEADERS, type Target, UPSTREAM_KEY } from '../target.ts'
import { PLAIN, startSwitchyard } from '../targets/switchyard.ts'
import { CONVERTED_MODEL, type Disturbance, FLOOD_MODEL, type Kind, kinds } from './disturb.ts'

/** In milliseconds: the latency of small calls, and for how long the server was busy with one thing (its own CPU time). */
export interface Measured extends Latency {
  turnP999: number
  longestTurn: number
}

/** Small calls beside a neighbour, and without it. */
export interface Neighbour {
  name: Kind
  quiet: Measured
  disturbed: Measured
}

export interface NeighbourEffort {
  /** Odd; a quiet one and a disturbed one each. */
  rounds: number
  seconds: number
}

export const FULL_BESIDE: NeighbourEffort = { rounds: 5, seconds: 4 }
export const QUICK_BESIDE: NeighbourEffort = { rounds: 3, seconds: 2 }

const RATE = 200
const CONNECTIONS = 8
/** A neighbour has begun by then. */
const BEGINNING_MS = 500
/** So that an export has rows to write: some tens of thousands. */
const WARM_UP_SECONDS = 6
const SETTLED_MS = 4000

/** Measures how small calls fare beside each neighbour, and in between without one. Starts a server of the sources. */
export async function measureNeighbours(upstreamPort: number, effort: NeighbourEffort): Promise<Neighbour[]> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-turns-'))
  const turns = join(folder, 'turns')
  writeFileSync(turns, '')
  const flood = await startFlood()
  try {
    const preload = join(import.meta.dirname, 'turns.ts')
    const target = await startSwitchyard(upstreamPort, undefined, {
      ...PLAIN,
      preload,
      env: { TURNS_FILE: turns, RATE_LIMIT: 'off' },
    })
    try {
      return await measureBeside(target, flood.port, turns, effort)
    } finally {
      await target.stop()
    }
  } finally {
    await flood.process.stop()
    rmSync(folder, { recursive: true })
  }
}

async function measureBeside(target: Target, floodPort: number, turns: string, effort: NeighbourEffort) {
  const neighbour = await addNeighbour(target, floodPort)
  console.error('measuring neighbours …')
  await callAll(target, { seconds: WARM_UP_SECONDS, connections: 16 })
  await Bun.sleep(SETTLED_MS)
  const measured: Neighbour[] = []
  for (const kind of kinds) {
    measured.push(await beside({ kind, port: target.port, ...neighbour }, target, turns, effort))
  }
  return measured
}

async function beside(
  job: Disturbance,
  target: Target,
  turns: string,
  { rounds, seconds }: NeighbourEffort,
): Promise<Neighbour> {
  const quiet: Measured[] = []
  const disturbed: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    const calm = { rate: RATE, connections: CONNECTIONS, seconds }
    quiet.push(await measureCalls(target, turns, calm))
    const child = Bun.spawn([process.execPath, join(import.meta.dirname, 'disturb.ts')], {
      stdin: new Blob([JSON.stringify(job)]),
      stderr: 'inherit',
    })
    await Bun.sleep(BEGINNING_MS)
    disturbed.push(await measureCalls(target, turns, calm))
    if (child.exitCode !== null) throw new Error(`${job.kind} ended by itself`)
    child.kill('SIGKILL')
    await child.exited
    await Bun.sleep(BEGINNING_MS)
  }
  return { name: job.kind, quiet: middle(quiet), disturbed: middle(disturbed) }
}

const middle = (measured: readonly Measured[]): Measured => ({
  p50: median(measured.map(({ p50 }) => p50)),
  p99: median(measured.map(({ p99 }) => p99)),
  turnP999: median(measured.map(({ turnP999 }) => turnP999)),
  longestTurn: median(measured.map(({ longestTurn }) => longestTurn)),
})

type CalmCalls = Pick<LoadJob, 'seconds' | 'connections' | 'rate'>

async function measureCalls(target: Target, turns: string, job: CalmCalls): Promise<Measured> {
  const before = readFileSync(turns, 'latin1').length
  const latency = await callAll(target, job)
  const spent = readFileSync(turns, 'latin1').slice(before).split('\n').filter(Boolean).map(Number)
  return { ...latency, turnP999: percentile(spent, 0.999), longestTurn: Math.max(0, ...spent) }
}

async function callAll({ name, port, headers }: Target, job: CalmCalls): Promise<Latency> {
  const whole: LoadJob = { port, headers, body: BODIES.small, expect: '"choices"', ...job }
  const child = Bun.spawn([process.execPath, join(import.meta.dirname, '../load.ts')], {
    stdin: new Blob([JSON.stringify(whole)]),
    stderr: 'inherit',
  })
  const result: LoadResult = JSON.parse(await new Response(child.stdout).text())
  if (result.failures.length > 0) throw new Error(`${name}: ${[...new Set(result.failures)].join('\n')}`)
  return result.total
}

async function startFlood(): Promise<{ port: number; process: RunningProcess }> {
  const port = freePort()
  const process = await startProcess(Bun.argv[0] ?? 'bun', [join(import.meta.dirname, 'flood.ts')], {
    env: { PORT: String(port) },
    ready: answers(`http://127.0.0.1:${port}/`),
  })
  return { port, process }
}

/** Adds the channels of the neighbours' models and a token of theirs. Returns its headers, and an administrator's. */
async function addNeighbour({ port }: Target, upstreamPort: number): Promise<Pick<Disturbance, 'headers' | 'session'>> {
  const { api, headers } = await openSession(`http://127.0.0.1:${port}`)
  for (const [type, model] of [
    [1, FLOOD_MODEL],
    [14, CONVERTED_MODEL],
  ]) {
    await api('POST', '/api/channel/', {
      ...{ type, name: model, key: UPSTREAM_KEY, models: model, group: 'default' },
      base_url: `http://127.0.0.1:${upstreamPort}`,
    })
  }
  const ratios = await api<{ key: string; value: string }[]>('GET', '/api/option/')
  const known = JSON.parse(ratios.find(({ key }) => key === 'ModelRatio')?.value ?? '{}') as Record<string, number>
  await api('PUT', '/api/option/', {
    key: 'ModelRatio',
    value: JSON.stringify({ ...known, [FLOOD_MODEL]: 0.001, [CONVERTED_MODEL]: 0.001 }),
  })
  const token = { name: 'neighbour', unlimited_quota: true, expired_time: -1, remain_quota: 0 }
  await api('POST', '/api/token/', token)
  const tokens = await api<{ name: string; key: string }[]>('GET', '/api/token/?p=0&size=10')
  const key = tokens.find(({ name }) => name === token.name)?.key
  return { headers: { ...JSON_HEADERS, authorization: `Bearer sk-${key}` }, session: headers }
}
