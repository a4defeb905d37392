import { expect, test } from 'bun:test'
import { pageCoverage, refreshRows, rowsBetween, type Selection, setRows } from './selection.ts'

interface Row {
  id: number
  name: string
}
const idOf = (row: Row) => row.id
const rows = (...ids: number[]): Row[] => ids.map((id) => ({ id, name: `row ${id}` }))
const none: Selection<Row> = new Map()

test('a choice survives paging and keeps the row itself', () => {
  const first = setRows(none, rows(1, 2), idOf, true)
  const both = setRows(first, rows(11), idOf, true)
  expect([...both.values()].map((row) => row.name)).toEqual(['row 1', 'row 2', 'row 11'])
  expect([...setRows(both, rows(2), idOf, false).keys()]).toEqual([1, 11])
  expect([...first.keys()]).toEqual([1, 2])
})

test('a range works in both directions and falls back to the target', () => {
  const page = rows(5, 4, 3, 2, 1)
  expect(rowsBetween(page, idOf, 4, 2).map(idOf)).toEqual([4, 3, 2])
  expect(rowsBetween(page, idOf, 2, 4).map(idOf)).toEqual([4, 3, 2])
  expect(rowsBetween(page, idOf, 99, 3).map(idOf)).toEqual([3])
  expect(rowsBetween(page, idOf, null, 3).map(idOf)).toEqual([3])
  expect(rowsBetween(page, idOf, 4, 99)).toEqual([])
})

test('the head checkbox tells none, some and all of this page', () => {
  const page = rows(1, 2)
  expect(pageCoverage(none, page, idOf)).toBe('none')
  expect(pageCoverage(none, [], idOf)).toBe('empty')
  expect(pageCoverage(setRows(none, rows(1, 9), idOf, true), page, idOf)).toBe('some')
  expect(pageCoverage(setRows(none, rows(1, 2, 9), idOf, true), page, idOf)).toBe('all')
})

test('chosen rows follow their newer versions', () => {
  const chosen = setRows(none, rows(1, 9), idOf, true)
  const renamed = { id: 1, name: 'renamed' }
  expect(refreshRows(chosen, [renamed], idOf).get(1)).toBe(renamed)
  expect(refreshRows(chosen, rows(3), idOf)).toBe(chosen)
})
