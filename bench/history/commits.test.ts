import { expect, test } from 'bun:test'
import { commitsIn, releaseIn, reportHistory, spread, withReleases } from './commits.ts'

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

test('releases stand among the commits, with their version', () => {
  const commit = (hash: string, release?: string) => ({ hash, date: '2026-01-01', ...(release && { release }) })
  const all = withReleases([commit('a'), commit('d')], [commit('b', '0.1.0'), commit('d', '0.2.0')], [...'abcd'])
  expect(all.map(({ hash, release }) => [hash, release])).toEqual([
    ['a', undefined],
    ['b', '0.1.0'],
    ['d', '0.2.0'],
  ])
  expect(reportHistory([{ ...commit('d', '0.2.0'), all: 1, answering: 1 }])).toContain('| d (0.2.0) |')
  expect(releaseIn('# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-26)\n\n## 0.1.0')).toBe('0.2.0')
})
