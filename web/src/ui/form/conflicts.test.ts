import { expect, test } from 'bun:test'
import { conflictsOf } from './conflicts.ts'

const start = { name: 'main', quota: 5, models: ['a'] }

test('a conflict is what both changed, and differently', () => {
  const stored = { name: 'theirs', quota: 7, models: ['a', 'b'] }
  expect(conflictsOf(start, { name: 'ours', quota: 7, models: ['a'] }, stored)).toEqual([
    { name: 'name', theirs: 'theirs', ours: 'ours' },
  ])
})

test('what nobody else touched is no conflict', () => {
  expect(conflictsOf(start, { ...start, name: 'ours' }, start)).toEqual([])
  expect(conflictsOf(start, { ...start, models: ['a', 'c'] }, { ...start, name: 'theirs', models: ['a'] })).toEqual([])
})
