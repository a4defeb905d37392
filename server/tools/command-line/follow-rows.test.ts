import { expect, test } from 'bun:test'
import { createCursor } from './follow-rows.ts'

const MINUTE = 60_000

test('a row that becomes visible behind others is read, and none is read as new twice', () => {
  const cursor = createCursor(0)
  expect([1, 2, 4].filter((id) => cursor.isNew(id))).toEqual([1, 2, 4])
  cursor.complete(4, 1000)
  expect(cursor.after()).toBe(0)
  expect([1, 2, 3, 4, 5].filter((id) => cursor.isNew(id))).toEqual([3, 5])
  cursor.complete(5, 2000)
  cursor.complete(9, MINUTE)
  expect(cursor.after()).toBe(5)
  expect([5, 6].filter((id) => cursor.isNew(id))).toEqual([6])
})

test('what was written while the server could not be reached is read before it is passed over', () => {
  const cursor = createCursor(10)
  cursor.complete(20, 0)
  expect(cursor.after()).toBe(10)
  // The next read that ends is much later; it still begins behind 10.
  expect([15, 21].filter((id) => cursor.isNew(id))).toEqual([15, 21])
  cursor.complete(30, 10 * MINUTE)
  expect(cursor.after()).toBe(20)
})
