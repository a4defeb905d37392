import { expect, test } from 'bun:test'
import { keepOrder, looksSorted } from './frozen-order.ts'

const idOf = (row: { id: number }) => row.id
const rows = (...ids: number[]) => ids.map((id) => ({ id }))

test('rows stay under the pointer while the server’s order moves', () => {
  const frozen = keepOrder([1, 2, 3], rows(3, 1, 2), idOf)
  expect(frozen.rows.map(idOf)).toEqual([1, 2, 3])
  expect(frozen.changed).toBe(true)
})

test('an unchanged order is not reported as changed', () => {
  expect(keepOrder([1, 2, 3], rows(1, 2, 3), idOf).changed).toBe(false)
  expect(keepOrder([], rows(2, 1), idOf)).toEqual({ rows: rows(2, 1), changed: false })
})

test('rows that left are dropped and new rows come last in the server’s order', () => {
  expect(keepOrder([1, 2, 3], rows(9, 3, 8, 1), idOf).rows.map(idOf)).toEqual([1, 3, 9, 8])
})

test('a column orders the list when its values go one way only', () => {
  expect(looksSorted([9, 5, 5, 0])).toBe(true)
  expect(looksSorted([0, 0, 4])).toBe(true)
  expect(looksSorted([0, 0])).toBe(true)
  expect(looksSorted([10, 80, 10])).toBe(false)
})
