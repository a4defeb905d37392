import { join } from 'node:path'
import type { LoadJob, LoadResult } from './load.ts'
import { footprint } from './process.ts'
import { BODIES, CHUNKS_PER_STREAM, CONNECTIONS, OPEN_STREAMS } from './scenarios.ts'
import type { Latency } from './statistics.ts'
import type { Target } from './target.ts'

/** One line of the table. CPU in µs, latencies in ms, memory in bytes; NaN where there is no gateway to look at. */
export interface Measurement {
  name: string
  smallCpu: number
  largeCpu: number
  chunkCpu: number
  callsPerSecond: number
  /** 16 connections that call without a pause. */
  busy: Latency
  /** The same connections at a rate every target can bear. */
  calm: Latency
  /** Until the first byte of a stream. */
  firstByte: Latency
  rssIdle: number
  rssStreams: number
}

/** Calls per second of the calm measurement. */
export const CALM_RATE = 200

/** Work that a gateway does after its answers (writing logs, settling) belongs to the calls. */
const AFTERMATH_MS = 1500

/** Three of the targets compile themselves while they run; what is asked is what a server costs that has run for days. */
const WARM_UP_SECONDS = 6
const ROUNDS = 3
/** Few calls, and their 99th percentile: one hiccup of the machine would be all that it tells. */
const CALM_ROUNDS = 5

type Job = Partial<LoadJob> & Pick<LoadJob, 'body' | 'seconds'>

/** Runs every scenario on one target. Throws if any answer is not what the upstream sent. */
export async function measure(target: Target, seconds: number): Promise<Measurement> {
  const rssIdle = memory(target)
  await load(target, { body: BODIES.small, seconds: WARM_UP_SECONDS })
  const small = await withCpu(target, { body: BODIES.small, seconds })
  const calm = await middleOf(CALM_ROUNDS, () => load(target, { body: BODIES.small, seconds, rate: CALM_RATE }), p99)
  await load(target, { body: BODIES.large, seconds: WARM_UP_SECONDS / 2 })
  const large = await withCpu(target, { body: BODIES.large, seconds })
  await load(target, { body: BODIES.stream, seconds: 2 * WARM_UP_SECONDS, expect: '[DONE]' })
  const stream = await withCpu(target, { body: BODIES.stream, seconds, expect: '[DONE]' })
  return {
    name: target.name,
    smallCpu: small.cpuPerCall,
    largeCpu: large.cpuPerCall,
    chunkCpu: stream.cpuPerCall / CHUNKS_PER_STREAM,
    callsPerSecond: small.result.calls / small.result.seconds,
    busy: small.result.total,
    calm: calm.total,
    firstByte: stream.result.firstByte,
    rssIdle,
    rssStreams: await memoryAtStreams(target),
  }
}

interface Round {
  result: LoadResult
  cpuPerCall: number
}

/** Repeats a load and returns the round in the middle by its cost. */
async function withCpu(target: Target, job: Job): Promise<Round> {
  const round = async () => {
    const before = cpu(target)
    const result = await load(target, job)
    if (target.pid) await Bun.sleep(AFTERMATH_MS)
    return { result, cpuPerCall: (cpu(target) - before) / result.calls }
  }
  return middleOf(ROUNDS, round, (done) => (target.pid ? done.cpuPerCall : done.result.total.p50))
}

/** A machine is never quite alone: of an odd number of tries the median counts. */
async function middleOf<T>(tries: number, run: () => Promise<T>, cost: (done: T) => number): Promise<T> {
  const all: T[] = []
  while (all.length < tries) all.push(await run())
  return all.toSorted((a, b) => cost(a) - cost(b))[(tries - 1) / 2]!
}

const p99 = (result: LoadResult) => result.total.p99

/** Memory while 200 streams flow. */
async function memoryAtStreams(target: Target): Promise<number> {
  if (!target.pid) return Number.NaN
  const job = { body: BODIES.slowStream, connections: OPEN_STREAMS, seconds: 1, expect: '[DONE]' }
  const streams = load(target, job)
  await Bun.sleep(5000)
  const rss = memory(target)
  await streams
  return rss
}

async function load(target: Target, job: Job): Promise<LoadResult> {
  const { port, headers } = target
  const whole: LoadJob = { port, headers, connections: CONNECTIONS, expect: '"choices"', ...job }
  const child = Bun.spawn([process.execPath, join(import.meta.dirname, 'load.ts')], {
    stdin: new Blob([JSON.stringify(whole)]),
    stderr: 'inherit',
    timeout: job.seconds * 1000 + 60_000,
  })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`the load generator failed on ${target.name}`)
  const result: LoadResult = JSON.parse(text)
  if (result.failures.length > 0) throw new Error(`${target.name}: ${[...new Set(result.failures)].join('\n')}`)
  return result
}

const cpu = (target: Target) => (target.pid ? footprint(target.pid).cpuMicros : Number.NaN)
const memory = (target: Target) => (target.pid ? footprint(target.pid).rssBytes : Number.NaN)
