import { expect, test } from 'bun:test'
import { listDifference } from './list-difference.ts'

test.each([
  ['a,b', 'b,c,d', { added: ['c', 'd'], removed: ['a'], counts: [2, 3] }],
  ['a,b', 'b,a', { added: [], removed: [], counts: [2, 2] }],
  ['', 'a', { added: ['a'], removed: [], counts: [0, 1] }],
])('from %p to %p', (before, after, difference) => {
  expect(listDifference(before, after)).toEqual(difference as never)
})
