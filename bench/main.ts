/**
 * `npm run bench`: the same calls through Switchyard, other gateways and straight to a fake upstream, all on this machine's
 * loopback. Prints Markdown tables. Needs Linux (`/proc`).
 */
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { readArguments } from '#server/tools/command-line/arguments.mjs'
import { version } from '../package.json'
import { ensureServer, ensureWeb } from '../scripts/prepare.mjs'
import { runAhead } from './guard/cores.ts'
import { guard, writeBaseline } from './guard/run.ts'
import { measureHistory } from './history/run.ts'
import { type LogPage, measureLogPages, reportLogPages } from './log-page.ts'
import { FULL, type Measurement, measure, QUICK } from './measure.ts'
import { FULL_BESIDE, measureNeighbours, QUICK_BESIDE } from './neighbours/measure.ts'
import { reportNeighbours } from './neighbours/report.ts'
import { startUsable } from './peers.ts'
import { report } from './report.ts'
import type { Skipped, StartTarget, Target } from './target.ts'
import { startBare } from './targets/bare.ts'
import { startBifrost, startGoModel } from './targets/go-peers.ts'
import { startLitellm } from './targets/litellm.ts'
import { startNginx } from './targets/nginx.ts'
import { startOnPostgres } from './targets/on-postgres.ts'
import { startPortkey } from './targets/portkey.ts'
import {
  LIMITED,
  MANY_CHANNELS,
  MANY_LIMITED,
  MANY_UNLIMITED,
  startSwitchyard,
  TWO_PROCESSES,
} from './targets/switchyard.ts'
import { startUpstream } from './targets/upstream.ts'
import { reportWorkers } from './workers/report.ts'

const given = readArguments(
  'npm run bench --',
  {
    summary: 'Measures the same calls through Switchyard, other gateways and straight to a fake upstream',
    flags: {
      quick: { type: 'boolean', help: 'fewer rounds and targets, and no page of a large log: three minutes' },
      neighbours: {
        type: 'boolean',
        help: 'small calls beside a fast stream, a huge body, slow readers and an export',
      },
      guard: {
        type: 'boolean',
        help: 'compare what a call costs with bench/baseline.json; status 1 where it costs more',
      },
      write: { type: 'boolean', help: 'with --guard: write the baseline instead' },
      history: {
        type: 'string',
        value: 'RANGE',
        help: 'what a small call cost at up to twenty commits of a range, such as v0.1.0..',
      },
      workers: {
        type: 'string',
        value: 'US',
        help: 'simulate servers of several processes: µs of CPU of a call in its thread',
      },
      seconds: { type: 'string', value: 'N', help: 'length of a round' },
      out: { type: 'string', value: 'FILE', help: 'write the tables into a file too' },
      peers: {
        type: 'string',
        value: 'NAMES',
        help: `other gateways, with commas; all without it, or none with --quick`,
      },
      'log-rows': { type: 'string', value: 'N', help: 'rows of the log whose page is measured' },
      server: { type: 'string', value: 'PROGRAM', help: 'the program to measure; else it is built' },
      sources: { type: 'boolean', help: 'measure the sources instead of a program' },
    },
  },
  version,
)
if (process.platform !== 'linux') throw new Error('the benchmark reads /proc and needs Linux')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const workers = given.text('workers')
if (workers) {
  console.log(await reportWorkers(Number(workers)))
  process.exit(0)
}
const range = given.text('history')
if (range) {
  console.log(await measureHistory(range))
  process.exit(0)
}
const server = given.on('sources') ? undefined : (given.text('server') ?? (await builtServer()))

if (given.on('guard')) {
  runAhead()
  const right = given.on('write') ? await writeBaseline(server).then(() => true) : await guard(server)
  process.exit(right ? 0 : 1)
}

// Other work on the machine shows up as latency and, through the caches, as CPU: the table says how much there was.
const loadBefore = (loadavg()[0] ?? 0).toFixed(1)
const upstream = await startUpstream()
if (given.on('neighbours')) {
  await neighboursOf(upstream)
  process.exit(0)
}
const PEERS: Record<string, StartTarget> = {
  portkey: startPortkey,
  litellm: startLitellm,
  bifrost: startBifrost,
  gomodel: startGoModel,
}
const peers = (given.text('peers') ?? (given.on('quick') ? '' : Object.keys(PEERS).join())).split(',').filter(Boolean)
for (const name of peers) if (!PEERS[name]) throw new Error(`no peer ${name}; there are ${Object.keys(PEERS).join()}`)
const through: StartTarget[] = [
  (port) => startSwitchyard(port, server),
  (port) => startOnPostgres(port, server),
  ...(given.on('quick')
    ? []
    : [
        (port: number) => startSwitchyard(port, server, LIMITED),
        (port: number) => startSwitchyard(port, server, MANY_UNLIMITED),
        (port: number) => startSwitchyard(port, server, MANY_LIMITED),
        (port: number) => startSwitchyard(port, server, MANY_CHANNELS),
        (port: number) => startSwitchyard(port, server, TWO_PROCESSES),
      ]),
  ...peers.map((name) => (port: number) => startUsable(PEERS[name] as StartTarget, port)),
  startBare,
  startNginx,
]
const targets = [upstream]
const skipped: Skipped[] = []
let measurements: Measurement[]
let pages: LogPage[] = []
const logRows = Number(given.text('log-rows') ?? (given.on('quick') ? 0 : 1_000_000))
try {
  for (const start of through) {
    const target = await start(upstream.port)
    if ('reason' in target) {
      console.error(`skipped ${target.name}: ${target.reason}`)
      skipped.push(target)
    } else targets.push(target)
  }
  const effort = given.on('quick') ? QUICK : FULL
  measurements = await measure(targets, {
    ...effort,
    ...(given.text('seconds') && { seconds: Number(given.text('seconds')) }),
  })
  if (logRows > 0) pages = await measureLogPages(logRows, upstream.port, server)
} finally {
  for (const target of targets.reverse()) await target.stop()
}

const cores = cpus()
const machine = `${cores.length} × ${cores[0]?.model}, Bun ${Bun.version}, load average before the start ${loadBefore}`
const table = [
  report(machine, measurements, skipped),
  ...(pages.length > 0 ? [reportLogPages(logRows, pages)] : []),
].join('\n')
console.log(table)
const out = given.text('out')
if (out) writeFileSync(out, table)

async function builtServer(): Promise<string> {
  await ensureWeb()
  return ensureServer()
}

async function neighboursOf(upstream: Target): Promise<void> {
  try {
    console.log(
      reportNeighbours(await measureNeighbours(upstream.port, given.on('quick') ? QUICK_BESIDE : FULL_BESIDE)),
    )
  } finally {
    await upstream.stop()
  }
}
