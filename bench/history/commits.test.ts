import { expect, test } from 'bun:test'
import { commitsIn, reportHistory, spread } from './commits.ts'

test('commits are read from the oldest to the newest', () => {
  expect(commitsIn('bbb 2026-02-02\naaa 2026-01-01\n')).toEqual([
    { hash: 'aaa', date: '2026-01-01' },
    { hash: 'bbb', date: '2026-02-02' },
  ])
})

test('a number of them are taken at equal distances, with both ends', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => n)
  expect(spread(hundred, 4)).toEqual([0, 33, 66, 99])
  expect(spread([1, 2], 20)).toEqual([1, 2])
  expect(spread(hundred, 1)).toEqual([0])
})

test('a commit that was not measured has its reason in the table', () => {
  const table = reportHistory([
    { hash: 'aaa', date: '2026-01-01', all: 1.253, answering: 1.1 },
    { hash: 'bbb', date: '2026-02-02', reason: 'does not build' },
  ])
  expect(table.split('\n').slice(2)).toEqual([
    '| 2026-01-01 | aaa | 1.25× | 1.10× |',
    '| 2026-02-02 | bbb | does not build |  |',
  ])
})
