import { expect, test } from 'bun:test'
import type { Measurement } from './measure.ts'
import { report } from './report.ts'
import { latencyOf } from './statistics.ts'

function measurement(name: string, scale: number): Measurement {
  const latency = { p50: scale, p99: 2 * scale }
  return {
    name,
    smallCpu: 10 * scale,
    largeCpu: 400 * scale,
    wordsCpu: scale > 5 ? Number.NaN : 440 * scale,
    chunkCpu: scale,
    callsPerSecond: 12_345,
    busy: latency,
    calm: latency,
    firstByte: latency,
    rssIdle: 10e6 * scale,
    rssStreams: 20e6 * scale,
  }
}

test('shows ratios to the first gateway and latencies over the straight ones', () => {
  const lines = report(
    'a machine',
    [measurement('straight', 1), measurement('ours', 2), measurement('theirs', 6)],
    [{ name: 'missing', reason: 'not installed' }],
  ).split('\n')
  expect(lines[0]).toBe('|  | ours | theirs |')
  expect(lines).toContain('| CPU per small JSON call | 20.0 µs (1.00×) | 60.0 µs (3.00×) |')
  expect(lines).toContain('| CPU per 400 KB call | 800 µs (1.00×) | 2,400 µs (3.00×) |')
  expect(lines).toContain('| the same with 200 sensitive words | 880 µs (1.10×) | – |')
  expect(lines).toContain('| added p99, 16 busy connections | 2.00 ms | 10.00 ms |')
  expect(lines).toContain('Left out: missing (not installed).')
})

test('percentiles are values that were measured', () => {
  const values = Array.from({ length: 200 }, (_, i) => 200 - i)
  expect(latencyOf(values)).toEqual({ p50: 100, p99: 198 })
  expect(latencyOf([7])).toEqual({ p50: 7, p99: 7 })
})
