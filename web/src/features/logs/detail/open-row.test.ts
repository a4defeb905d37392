import { expect, test } from 'bun:test'
import type { LogRow } from '../rows/log-list.ts'
import type { OpenRow } from '../rows/log-search.ts'
import { apart, peekAt } from './open-row.ts'

const data = [9, 8, 7].map((id) => ({ id }) as LogRow)
const peek = (open: OpenRow, { page = 2, total = 25, stale = false } = {}) => {
  const found = peekAt(open, { rows: { data, total }, page, size: 10, stale })
  return found && { ...found, row: found.row.id }
}

test('steps to the neighbours on the page', () => {
  expect(peek(8)).toEqual({ row: 8, listed: true, previous: { row: 9, page: 2 }, next: { row: 7, page: 2 } })
})

test('steps over the ends onto the neighbouring pages', () => {
  expect(peek(9)?.previous).toEqual({ row: 'last', page: 1 })
  expect(peek(7)?.next).toEqual({ row: 'first', page: 3 })
  expect(peek('first')).toMatchObject({ row: 9, next: { row: 8 } })
  expect(peek('last')).toMatchObject({ row: 7, previous: { row: 8 } })
})

test('ends with the list', () => {
  expect(peek(9, { page: 1 })?.previous).toBeNull()
  expect(peek(7, { page: 3 })?.next).toBeNull()
})

test('keeps the row stepped away from until the next page is there', () => {
  expect(peek('first', { stale: true })).toEqual({ row: 7, listed: false, previous: null, next: null })
  expect(peek('last', { stale: true })).toEqual({ row: 9, listed: false, previous: null, next: null })
})

test('a row that is not on the page is not found there', () => {
  expect(peek(5)).toBeNull()
})

test('a row by itself has no neighbours', () => {
  expect(apart({ id: 5 } as LogRow)).toMatchObject({ row: { id: 5 }, listed: false, previous: null, next: null })
})
