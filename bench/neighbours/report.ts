import type { Neighbour } from './measure.ts'

/** The table of small calls beside their neighbours, and of the turns of the server's event loop; in ms. */
export function reportNeighbours(neighbours: readonly Neighbour[]): string {
  const lines = neighbours.map(({ name, quiet, disturbed }) =>
    row([
      name,
      ...[quiet.p50, quiet.p99, disturbed.p50, disturbed.p99].map((ms) => ms.toFixed(2)),
      `${(disturbed.p99 / quiet.p99).toFixed(1)}×`,
      ...[quiet.turnP999, disturbed.turnP999, quiet.longestTurn, disturbed.longestTurn].map((ms) => ms.toFixed(1)),
    ]),
  )
  return `${[
    row([
      ...['small calls beside', 'quiet p50, ms', 'quiet p99', 'disturbed p50', 'disturbed p99', 'p99 ratio'],
      ...['turn p99.9, CPU ms', 'disturbed', 'longest turn', 'disturbed'],
    ]),
    row(['---', ...Array(9).fill('---:')]),
    ...lines,
  ].join('\n')}\n`
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
