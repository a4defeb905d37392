import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { memory, memoryAtStreams } from '../measure.ts'
import { median } from '../statistics.ts'
import type { Target } from '../target.ts'
import { startBare } from '../targets/bare.ts'
import { startSwitchyard } from '../targets/switchyard.ts'
import { startUpstream } from '../targets/upstream.ts'
import { measureTrips } from '../trip/measure.ts'
import { pinTo } from './cores.ts'
import { type Lane, MORE_ROUNDS, measureCpu, ROUNDS } from './cpu.ts'
import { type Baseline, FIGURES, type Figure, type Figures, judge, reportGuard, smaller } from './verdict.ts'

const BASELINE = join(import.meta.dirname, '../baseline.json')
const COMMAND = 'npm run bench -- --guard'
const RULE = `The baseline (bench/baseline.json) moves down with each gain: ${COMMAND} --write. It moves up only with a reason in the commit message.`
const LANES: readonly Lane[] = ['small', 'stream', 'large']
/** How often what exceeds is measured again before it fails. */
const REPEATS = 3
/** Processes of one build differ. */
const WRITE_RUNS = 3

/** Compares what a call costs now with the baseline. Prints the table and returns whether nothing exceeds. */
export async function guard(server?: string): Promise<boolean> {
  const { figures: baseline } = JSON.parse(readFileSync(BASELINE, 'utf8')) as Baseline
  const judgements = judge(baseline, await measureFigures(server, baseline))
  console.log(`${reportGuard(judgements)}\n\nLoad average ${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} cores.`)
  const exceeding = judgements.filter(({ exceeds }) => exceeds)
  if (exceeding.length > 0)
    console.log(`\nA call costs more than it did (${exceeding.map(({ figure }) => figure).join(', ')}). ${RULE}`)
  return exceeding.length === 0
}

/** Measures several times, writes the median of each figure as the baseline, and prints both. */
export async function writeBaseline(server?: string): Promise<void> {
  const runs: Figures[] = []
  for (let run = 0; run < WRITE_RUNS; run++) runs.push(await measureFigures(server))
  const names = Object.keys(FIGURES) as Figure[]
  const figures = Object.fromEntries(
    names.map((name) => [name, Number(median(runs.map((run) => run[name])).toFixed(FIGURES[name].digits))]),
  ) as Figures
  const baseline: Baseline = { date: new Date().toISOString().slice(0, 10), command: `${COMMAND} --write`, figures }
  writeFileSync(BASELINE, `${JSON.stringify(baseline, null, 2)}\n`)
  for (const name of names)
    console.log(`${name}: ${figures[name]} (${runs.map((run) => run[name].toFixed(2)).join(', ')})`)
  console.log(RULE)
}

/** Measures everything once, and what exceeds a baseline again. */
async function measureFigures(server?: string, baseline?: Figures): Promise<Figures> {
  // A core for the gateways, which take turns, and another for what calls and answers them.
  pinTo(0, process.pid)
  const upstream = await startUpstream()
  try {
    const names = new Set(Object.keys(FIGURES) as Figure[])
    let now = (await measureOnce(upstream.port, names, ROUNDS, server)) as Figures
    for (let repeat = 0; baseline && repeat < REPEATS; repeat++) {
      const high = new Set(judge(baseline, now).flatMap(({ figure, exceeds }) => (exceeds ? [figure] : [])))
      if (high.size === 0) break
      console.error(`measuring again: ${[...high].join(', ')}`)
      now = smaller(now, await measureOnce(upstream.port, high, MORE_ROUNDS, server))
    }
    return now
  } finally {
    await upstream.stop()
  }
}

/** Measures those figures on fresh processes: two of one build differ, by what their compilers made of the first calls. */
async function measureOnce(upstreamPort: number, names: ReadonlySet<Figure>, rounds: number, server?: string) {
  const wants = (...some: Figure[]) => some.some((figure) => names.has(figure))
  const lanes = LANES.filter((lane) => wants(`${lane}-cpu`, ...(lane === 'small' ? (['small-thread'] as const) : [])))
  const gateway = await startSwitchyard(upstreamPort, server)
  try {
    const bare = await startBare(upstreamPort)
    try {
      for (const { pid } of [gateway, bare]) pinTo(1, pid)
      const [rss, trips] = await Promise.all([
        wants('rss-start', 'rss-streams') ? measureMemory(gateway) : {},
        wants('json-files', 'json-functions', 'converted-files', 'converted-functions')
          ? tripFigures(upstreamPort)
          : {},
      ])
      return { ...rss, ...trips, ...(await measureCpu([gateway, bare], lanes, rounds)) } as Partial<Figures>
    } finally {
      await bare.stop()
    }
  } finally {
    await gateway.stop()
  }
}

async function measureMemory(target: Target) {
  const start = memory(target)
  return { 'rss-start': start / 1e6, 'rss-streams': (await memoryAtStreams(target)) / 1e6 }
}

async function tripFigures(upstreamPort: number) {
  const { json, convertedStream } = await measureTrips(upstreamPort)
  return {
    'json-files': json.files,
    'json-functions': json.functions,
    'converted-files': convertedStream.files,
    'converted-functions': convertedStream.functions,
  }
}
