import { join } from 'node:path'
import type { LoadJob, LoadResult } from './load.ts'
import { modelOf } from './peers.ts'
import { footprint } from './process.ts'
import { BODIES, CHUNKS_PER_STREAM, CONNECTIONS, OPEN_STREAMS, SENSITIVE_WORDS } from './scenarios.ts'
import { type Latency, median } from './statistics.ts'
import type { Target } from './target.ts'

/** One line of the table. CPU in µs, latencies in ms, memory in bytes; NaN where there is no gateway to look at. */
export interface Measurement {
  name: string
  smallCpu: number
  largeCpu: number
  /** With a list of sensitive words; NaN where there is no such list. */
  wordsCpu: number
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
export const CALM_RATE = 1000

/** How much is measured; times in seconds. */
export interface Effort {
  /** Odd, for a middle: a machine is never quite alone, and one hiccup of it would be all that a single round tells. */
  rounds: number
  /** Of a round. */
  seconds: number
  /**
   * The targets compile themselves while they run, for most of a minute; what is asked is what a server costs that has run
   * for days.
   */
  warmUp: number
  /** Behind that, for code that only one kind of call runs. */
  shortWarmUp: number
}
export const FULL: Effort = { rounds: 7, seconds: 2, warmUp: 30, shortWarmUp: 6 }
export const QUICK: Effort = { rounds: 3, seconds: 1, warmUp: 5, shortWarmUp: 1 }

/** Of a round at that rate: the 99th percentile of few calls is what one hiccup of the machine did to them. */
const CALM_LENGTH = 3

/** Work that a gateway does after its answers (writing logs, settling) belongs to the calls. */
const AFTERMATH_MS = 1500

/** The slowest gateways take minutes for the streams whose memory is measured. */
const PATIENCE_MS = 300_000

type Job = Partial<LoadJob> & Pick<LoadJob, 'body' | 'seconds'>

/**
 * Runs every scenario on all targets, taking turns: what slows the machine down for a minute slows all of them. Each
 * figure is the median of its rounds. Throws if any answer is not what the upstream sent.
 */
export async function measure(targets: Target[], effort: Effort): Promise<Measurement[]> {
  const { seconds, warmUp, shortWarmUp } = effort
  const inTurns = turnsOf(effort)
  const rssIdle = targets.map(memory)
  const small = { body: BODIES.small, seconds }
  const stream = { body: BODIES.stream, seconds, expect: '[DONE]' }
  const smalls = await inTurns('small calls', targets, small, warmUp)
  const calm = { ...small, rate: CALM_RATE, seconds: CALM_LENGTH * seconds }
  const calms = await inTurns(`${CALM_RATE} calls a second`, targets, calm, 0)
  const larges = await inTurns('400 KB calls', targets, { body: BODIES.large, seconds }, shortWarmUp)
  const searched = targets.filter((target) => target.refuseWords)
  for (const target of searched) await target.refuseWords?.(SENSITIVE_WORDS)
  const words = await inTurns(
    `400 KB calls with ${SENSITIVE_WORDS.length} sensitive words`,
    searched,
    { body: BODIES.large, seconds },
    shortWarmUp,
  )
  for (const target of searched) await target.refuseWords?.([])
  const streams = await inTurns('streams', targets, stream, 2 * shortWarmUp)

  const measurements: Measurement[] = []
  for (const [index, target] of targets.entries()) {
    const figure = (rounds: Round[][], of: (round: Round) => number) => median((rounds[index] ?? []).map(of))
    const latency = (rounds: Round[][], of: (round: Round) => Latency): Latency => ({
      p50: figure(rounds, (round) => of(round).p50),
      p99: figure(rounds, (round) => of(round).p99),
    })
    measurements.push({
      name: target.name,
      smallCpu: figure(smalls, cpuPerCall),
      largeCpu: figure(larges, cpuPerCall),
      wordsCpu: median((words[searched.indexOf(target)] ?? []).map(cpuPerCall)),
      chunkCpu: figure(streams, cpuPerCall) / CHUNKS_PER_STREAM,
      callsPerSecond: figure(smalls, ({ result }) => result.calls / result.seconds),
      busy: latency(smalls, ({ result }) => result.total),
      calm: latency(calms, ({ result }) => result.total),
      firstByte: latency(streams, ({ result }) => result.firstByte),
      rssIdle: rssIdle[index] ?? Number.NaN,
      rssStreams: await memoryAtStreams(target),
    })
  }
  return measurements
}

interface Round {
  result: LoadResult
  cpuMicros: number
}
const cpuPerCall = ({ result, cpuMicros }: Round) => cpuMicros / result.calls

/** Returns a function that puts one load on every target, over and over, and returns the rounds of each target. */
const turnsOf = (effort: Effort) => async (name: string, targets: Target[], job: Job, warmUp: number) => {
  console.error(`measuring ${name} …`)
  if (warmUp > 0) for (const target of targets) await load(target, { ...job, seconds: warmUp })
  const rounds: Round[][] = targets.map(() => [])
  for (let turn = 0; turn < effort.rounds; turn++) {
    for (const [index, target] of targets.entries()) rounds[index]?.push(await round(target, job))
  }
  return rounds
}

async function round(target: Target, job: Job): Promise<Round> {
  const before = cpu(target)
  const result = await load(target, job)
  if (target.pid) await Bun.sleep(AFTERMATH_MS)
  return { result, cpuMicros: cpu(target) - before }
}

/** Memory while 200 streams flow, in bytes. */
export async function memoryAtStreams(target: Target): Promise<number> {
  if (!target.pid) return Number.NaN
  const job = { body: BODIES.slowStream, connections: OPEN_STREAMS, seconds: 0, expect: '[DONE]' }
  const streams = load(target, job)
  await Bun.sleep(5000)
  const rss = memory(target)
  await streams
  return rss
}

async function load(target: Target, job: Job): Promise<LoadResult> {
  const { port, headers, keys } = target
  const body = modelOf(target, job.body)
  const whole: LoadJob = { port, headers, keys, connections: CONNECTIONS, expect: '"choices"', ...job, body }
  const child = Bun.spawn([process.execPath, join(import.meta.dirname, 'load.ts')], {
    stdin: new Blob([JSON.stringify(whole)]),
    stderr: 'inherit',
    timeout: job.seconds * 1000 + PATIENCE_MS,
  })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`the load generator failed on ${target.name}`)
  const result: LoadResult = JSON.parse(text)
  if (result.failures.length > 0) throw new Error(`${target.name}: ${[...new Set(result.failures)].join('\n')}`)
  return result
}

const cpu = (target: Target) => (target.pid ? footprint(target.pid).cpuMicros : Number.NaN)
/** Memory of a target now, in bytes; NaN where there is no gateway to look at. */
export const memory = (target: Target) => (target.pid ? footprint(target.pid).rssBytes : Number.NaN)
