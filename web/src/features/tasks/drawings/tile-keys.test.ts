import { expect, test } from 'bun:test'
import { moved } from './tile-keys.ts'

// 0 1 2
// 3 4
const GRID = { count: 5, columns: 3 }

test.each([
  ['ArrowRight', 2, 3],
  ['ArrowLeft', 3, 2],
  ['ArrowDown', 1, 4],
  ['ArrowUp', 4, 1],
  ['End', 0, 4],
  ['Home', 4, 0],
])('%s leads from %i to %i', (key, from, to) => {
  expect(moved(key, from, GRID)).toBe(to)
})

test('nothing leads out of the grid', () => {
  expect(moved('ArrowLeft', 0, GRID)).toBe(0)
  expect(moved('ArrowRight', 4, GRID)).toBe(4)
  expect(moved('ArrowUp', 1, GRID)).toBe(1)
  expect(moved('ArrowDown', 2, GRID)).toBe(2)
})

test('other keys are others’', () => {
  expect(moved('Enter', 1, GRID)).toBeUndefined()
  expect(moved('j', 1, GRID)).toBeUndefined()
})
