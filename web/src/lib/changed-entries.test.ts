import { expect, test } from 'bun:test'
import { changedEntries } from './changed-entries.ts'

test('only what differs is left', () => {
  const former = { name: 'a', count: 1, list: ['x'], empty: Number.NaN, other: true }
  expect(changedEntries(former, { name: 'a', count: 2, list: ['x'], empty: Number.NaN })).toEqual({ count: 2 })
  expect(changedEntries(former, { list: ['x', 'y'], name: '' })).toEqual({ list: ['x', 'y'], name: '' })
  expect(changedEntries(former, { fresh: 0 })).toEqual({ fresh: 0 })
})
