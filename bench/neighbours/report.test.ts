import { expect, test } from 'bun:test'
import { reportNeighbours } from './report.ts'

test('shows how much later small calls are beside a neighbour', () => {
  const table = reportNeighbours([{ name: 'a huge body', quiet: { p50: 1, p99: 4 }, disturbed: { p50: 2, p99: 10 } }])
  expect(table.split('\n')[2]).toBe('| a huge body | 1.00 | 4.00 | 2.00 | 10.00 | 2.5× |')
})
