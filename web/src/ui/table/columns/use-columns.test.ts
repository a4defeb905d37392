import { expect, test } from 'bun:test'
import { readChoice } from './use-columns.ts'

test('keeps what fits and leaves out what an older version or a stranger wrote', () => {
  const stored = { shown: { a: true, b: 'no' }, order: ['a', 1], widths: { a: 200, b: -1, c: '9' }, other: 1 }
  expect(readChoice(stored)).toEqual({ shown: { a: true }, order: ['a'], widths: { a: 200 } })
})

test('anything else is no choice at all', () => {
  for (const stored of [undefined, null, 'x', 3, [], { shown: null, order: {}, widths: [] }]) {
    expect(readChoice(stored)).toEqual({ shown: {}, order: [], widths: {} })
  }
})
