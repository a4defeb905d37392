import { expect, test } from 'bun:test'
import { createProgress, quarterOf } from './progress.ts'

test('counts, and tells those who listen', () => {
  const progress = createProgress(2)
  const seen: number[] = []
  const stop = progress.subscribe(() => seen.push(progress.count()))
  progress.advance()
  stop()
  progress.advance()
  expect(seen).toEqual([1])
  expect(progress.count()).toBe(2)
})

test.each([
  [0, 100, 0],
  [24, 100, 0],
  [25, 100, 25],
  [99, 100, 75],
  [100, 100, 100],
  [2, 3, 50],
  [0, 0, 100],
])('%d of %d is read out as %d %%', (count, total, quarter) => {
  expect(quarterOf(count, total)).toBe(quarter)
})
