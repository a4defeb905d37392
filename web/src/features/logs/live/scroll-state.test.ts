import { expect, test } from 'bun:test'
import type { LogRow } from '../rows/log-list.ts'
import { newRows } from './scroll-state.ts'

const rows = (ids: number[], total = ids.length) => ({ data: ids.map((id) => ({ id }) as LogRow), total })

test('counts the rows above the newest one shown', () => {
  expect(newRows(rows([5, 4, 3]), rows([7, 6, 5]))).toBe(2)
  expect(newRows(rows([5, 4, 3]), rows([5, 4, 3]))).toBe(0)
  expect(newRows(rows([]), rows([2, 1]))).toBe(2)
})

test('knows from the totals when more than a page is new', () => {
  expect(newRows(rows([5, 4, 3], 5), rows([50, 49, 48], 50))).toBe(45)
})

test('rows that left the range do not hide new ones', () => {
  expect(newRows(rows([5, 4, 3], 9), rows([8, 7, 6], 9))).toBe(3)
})
