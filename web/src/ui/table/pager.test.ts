import { expect, test } from 'bun:test'
import { pageFacts } from './pager.tsx'

test('counts rows from one and ends at the total', () => {
  expect(pageFacts(1, 10, 25)).toEqual({ pages: 3, from: 1, to: 10 })
  expect(pageFacts(3, 10, 25)).toEqual({ pages: 3, from: 21, to: 25 })
  expect(pageFacts(2, 10, 20)).toEqual({ pages: 2, from: 11, to: 20 })
})

test('an empty list has one page with no rows', () => {
  expect(pageFacts(1, 50, 0)).toEqual({ pages: 1, from: 0, to: 0 })
})
