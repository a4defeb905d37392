import { expect, test } from 'bun:test'
import { spans } from './waterfall.ts'

const attempt = (ms: number) => ({ channel: 1, status: 200, ms })
const bars = (...ms: number[]) => spans(ms.map(attempt)).map(({ from, width }) => [from, width])

test('bars follow each other and fill the whole together', () => {
  expect(bars(100, 300)).toEqual([
    [0, 25],
    [25, 75],
  ])
})

test('attempts too quick to measure still have a bar', () => {
  expect(bars(0)).toEqual([[0, 100]])
})
