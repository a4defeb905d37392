import { expect, test } from 'bun:test'
import { reportNeighbours } from './report.ts'

test('shows how much later small calls are beside a neighbour', () => {
  const quiet = { p50: 1, p99: 4, turnP999: 2, longestTurn: 8 }
  const disturbed = { p50: 2, p99: 10, turnP999: 3, longestTurn: 12.34 }
  const table = reportNeighbours([{ name: 'a huge body', quiet, disturbed }])
  expect(table.split('\n')[2]).toBe('| a huge body | 1.00 | 4.00 | 2.00 | 10.00 | 2.5× | 2.0 | 3.0 | 8.0 | 12.3 |')
})
