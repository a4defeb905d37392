import { expect, test } from 'bun:test'
import { FIGURES, type Figure, type Figures, judge, reportGuard, smaller } from './verdict.ts'

const names = Object.keys(FIGURES) as Figure[]
const all = (value: number) => Object.fromEntries(names.map((name) => [name, value])) as Figures

test('a quarter above the baseline passes, and more than that does not', () => {
  const exceeding = (now: number) => judge(all(4), all(now)).filter(({ exceeds }) => exceeds).length
  expect([1, 4, 5, 5.01, Number.NaN].map(exceeding)).toEqual([0, 0, 0, names.length, names.length])
})

test('only what was measured is judged', () => {
  expect(judge(all(4), { 'json-files': 8 })).toEqual([
    { figure: 'json-files', baseline: 4, now: 8, ratio: 2, exceeds: true },
  ])
})

test('a figure without a baseline is an error, not a pass', () => {
  const { 'rss-start': _, ...old } = all(4)
  expect(() => judge(old as Figures, all(4))).toThrow('the baseline has no rss-start')
})

test('what is measured again counts where it is smaller', () => {
  const again = smaller({ ...all(4) }, { 'small-cpu': 3, 'large-cpu': 6 })
  expect(again).toEqual({ ...all(4), 'small-cpu': 3 })
})

test('the table has a line for each figure', () => {
  const lines = reportGuard(judge({ ...all(100), 'small-cpu': 2 }, { ...all(110), 'small-cpu': 3 })).split('\n')
  expect(lines).toHaveLength(2 + names.length)
  expect(lines).toContain(
    '| CPU per small JSON call, to the bare relay | 2.00 | 3.00 | 1.50× | **more than 25 % above** |',
  )
  expect(lines).toContain('| RSS after start, MB | 100 | 110 | 1.10× | ok |')
})
