import { expect, test } from 'bun:test'
import { sampleLine, verdict } from './report.ts'

const COUNTS = { chat: { full: 3, left: 0, failed: 0 }, left: { full: 0, left: 2, failed: 1 } }
const sample = (seconds: number, rssBytes: number) => ({ seconds, rssBytes, descriptors: 20, delaySeconds: 0.0123 })
const BOOKS = { before: 100, after: 100, answers: 5, requests: 5, wrong: 0 }

test('a sample is a line of the table', () => {
  expect(sampleLine(sample(30, 101e6))).toBe('    30 s |   101 MB |       20 |    12.3 ms')
})

test('books that agree are right, with the growth of memory in the second half', () => {
  const samples = [sample(10, 100e6), sample(20, 110e6), sample(30, 121e6)]
  expect(verdict(COUNTS, samples, BOOKS)).toEqual({
    right: true,
    text: [
      'chat: 3 in full, 0 left on purpose, 0 failed',
      'left: 0 in full, 2 left on purpose, 1 failed',
      'memory of the second half: 1.10 times that of its beginning',
      'descriptors of the second half: from 20 to 20',
      'The books are right.',
    ].join('\n'),
  })
})

test('each kind of wrong books is told', () => {
  const { right, text } = verdict(COUNTS, [], { before: 100, after: 99, answers: 5, requests: 4, wrong: 2 })
  expect(right).toBe(false)
  expect(text).toContain(
    'WRONG: balance and spending were 100, and are 99; 5 answers, and 4 counted; the watchdog finds 2 objects wrong',
  )
})
