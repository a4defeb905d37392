/**
 * `npm run bench [-- --quick --seconds 2 --out docs/table.md --peers portkey,litellm --log-rows 5000000]`: the same calls
 * through Switchyard, other gateways and straight to a fake upstream, all on this machine's loopback. Prints Markdown tables.
 * `--quick` takes three minutes: fewer rounds and targets, and no page of a large log. `--neighbours` measures something else:
 * small calls beside a fast stream, a huge body, slow readers, thousands of connections and an export. `--workers 85` simulates
 * servers of several processes with what settling costs here. `--guard` compares what a call costs with bench/baseline.json, and
 * exits with 1 where it costs more; `--guard --write` writes that file. Needs Linux (`/proc`).
 */
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { runAhead } from './guard/cores.ts'
import { guard, writeBaseline } from './guard/run.ts'
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
import { LIMITED, MANY_CHANNELS, startSwitchyard, TWO_PROCESSES } from './targets/switchyard.ts'
import { startUpstream } from './targets/upstream.ts'
import { reportWorkers } from './workers/report.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    neighbours: { type: 'boolean', default: false },
    guard: { type: 'boolean', default: false },
    /** With `--guard`: writes the baseline instead of comparing with it. */
    write: { type: 'boolean', default: false },
    /** µs of CPU that a call takes in its thread: simulates servers of several processes. */
    workers: { type: 'string' },
    /** The length of a round. */
    seconds: { type: 'string' },
    out: { type: 'string' },
    /** Gateways of others: names of PEERS with commas between them; all without it, or none with `--quick`. */
    peers: { type: 'string' },
    /** Rows of the log whose page is measured; a million without it, or none with `--quick`. */
    'log-rows': { type: 'string' },
    /** The server's build, which the npm command knows; without it the sources are measured. */
    server: { type: 'string' },
  },
})
if (process.platform !== 'linux') throw new Error('the benchmark reads /proc and needs Linux')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

if (values.workers) {
  console.log(await reportWorkers(Number(values.workers)))
  process.exit(0)
}

if (values.guard) {
  runAhead()
  const right = values.write ? await writeBaseline(values.server).then(() => true) : await guard(values.server)
  process.exit(right ? 0 : 1)
}

// Other work on the machine shows up as latency and, through the caches, as CPU: the table says how much there was.
const loadBefore = (loadavg()[0] ?? 0).toFixed(1)
const upstream = await startUpstream()
const { server } = values
if (values.neighbours) {
  await neighboursOf(upstream)
  process.exit(0)
}
const PEERS: Record<string, StartTarget> = {
  portkey: startPortkey,
  litellm: startLitellm,
  bifrost: startBifrost,
  gomodel: startGoModel,
}
const peers = (values.peers ?? (values.quick ? '' : Object.keys(PEERS).join())).split(',').filter(Boolean)
for (const name of peers) if (!PEERS[name]) throw new Error(`no peer ${name}; there are ${Object.keys(PEERS).join()}`)
const through: StartTarget[] = [
  (port) => startSwitchyard(port, server),
  (port) => startOnPostgres(port, server),
  ...(values.quick
    ? []
    : [
        (port: number) => startSwitchyard(port, server, LIMITED),
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
const logRows = Number(values['log-rows'] ?? (values.quick ? 0 : 1_000_000))
try {
  for (const start of through) {
    const target = await start(upstream.port)
    if ('reason' in target) {
      console.error(`skipped ${target.name}: ${target.reason}`)
      skipped.push(target)
    } else targets.push(target)
  }
  const effort = values.quick ? QUICK : FULL
  measurements = await measure(targets, { ...effort, ...(values.seconds && { seconds: Number(values.seconds) }) })
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
if (values.out) writeFileSync(values.out, table)

async function neighboursOf(upstream: Target): Promise<void> {
  try {
    console.log(reportNeighbours(await measureNeighbours(upstream.port, values.quick ? QUICK_BESIDE : FULL_BESIDE)))
  } finally {
    await upstream.stop()
  }
}
