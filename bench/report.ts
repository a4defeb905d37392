import { CALM_RATE, type Measurement } from './measure.ts'
import { CONNECTIONS, OPEN_STREAMS, SENSITIVE_WORDS } from './scenarios.ts'
import type { Skipped } from './target.ts'

/** The table of docs/operate/performance.md. The first measurement is the straight one, the second the one ratios refer to. */
export function report(machine: string, measurements: Measurement[], skipped: Skipped[]): string {
  const [straight, reference] = measurements
  if (!straight || !reference) throw new Error('nothing was measured')
  const gateways = measurements.slice(1)
  const rows: [string, (m: Measurement) => string][] = [
    ['CPU per small JSON call', (m) => withRatio(m.smallCpu, reference.smallCpu, micros)],
    ['CPU per 400 KB call', (m) => withRatio(m.largeCpu, reference.largeCpu, micros)],
    [
      `the same with ${SENSITIVE_WORDS.length} sensitive words`,
      (m) => (Number.isNaN(m.wordsCpu) ? '–' : withRatio(m.wordsCpu, m.largeCpu, micros)),
    ],
    ['CPU per streamed chunk', (m) => withRatio(m.chunkCpu, reference.chunkCpu, micros)],
    [`calls per second, ${CONNECTIONS} connections`, (m) => count(m.callsPerSecond)],
    [`added p50, ${CONNECTIONS} busy connections`, (m) => millis(m.busy.p50 - straight.busy.p50)],
    [`added p99, ${CONNECTIONS} busy connections`, (m) => millis(m.busy.p99 - straight.busy.p99)],
    [`added p50 at ${CALM_RATE} calls/s`, (m) => millis(m.calm.p50 - straight.calm.p50)],
    [`added p99 at ${CALM_RATE} calls/s`, (m) => millis(m.calm.p99 - straight.calm.p99)],
    ['added p50 to the first byte of a stream', (m) => millis(m.firstByte.p50 - straight.firstByte.p50)],
    ['RSS after start', (m) => withRatio(m.rssIdle, reference.rssIdle, megabytes)],
    [`RSS at ${OPEN_STREAMS} open streams`, (m) => withRatio(m.rssStreams, reference.rssStreams, megabytes)],
  ]
  const lines = [
    row(['', ...gateways.map((m) => m.name)]),
    row(['---', ...gateways.map(() => '---:')]),
    ...rows.map(([label, cell]) => row([label, ...gateways.map(cell)])),
    '',
    `Measured in one run on ${machine}. In brackets: the ratio to ${reference.name}, with words to the line above. Straight to the upstream: ` +
      `${count(straight.callsPerSecond)} calls per second, p50 ${millis(straight.busy.p50)}, p99 ${millis(straight.busy.p99)}.`,
    ...skipped.map(({ name, reason }) => `Left out: ${name} (${reason}).`),
  ]
  return `${lines.join('\n')}\n`
}

const row = (cells: string[]) => `| ${cells.join(' | ')} |`
const micros = (value: number) => `${value < 100 ? value.toFixed(1) : count(value)} µs`
const millis = (value: number) => `${value.toFixed(2)} ms`
const megabytes = (value: number) => `${Math.round(value / 1e6)} MB`
const count = (value: number) => Math.round(value).toLocaleString('en-US')

function withRatio(value: number, reference: number, format: (value: number) => string): string {
  return `${format(value)} (${(value / reference).toFixed(2)}×)`
}
