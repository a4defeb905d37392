import type { Neighbour } from './measure.ts'

/** The table of small calls beside their neighbours; latencies in ms. */
export function reportNeighbours(neighbours: readonly Neighbour[]): string {
  const lines = neighbours.map(({ name, quiet, disturbed }) =>
    row([
      name,
      ...[quiet.p50, quiet.p99, disturbed.p50, disturbed.p99].map((ms) => ms.toFixed(2)),
      `${(disturbed.p99 / quiet.p99).toFixed(1)}×`,
    ]),
  )
  return `${[
    row(['small calls beside', 'quiet p50, ms', 'quiet p99', 'disturbed p50', 'disturbed p99', 'p99 ratio']),
    row(['---', '---:', '---:', '---:', '---:', '---:']),
    ...lines,
  ].join('\n')}\n`
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
