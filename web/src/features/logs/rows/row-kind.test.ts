import { expect, test } from 'bun:test'
import { durationColour, firstByteColour, markOf, typeOf } from './row-kind.ts'

test('an answer is fast below 101 s and slow from 300 s', () => {
  expect([0, 100, 101, 299, 300].map(durationColour)).toEqual(['green', 'green', 'orange', 'orange', 'red'])
})

test('a first byte is fast below 3 s and slow from 10 s', () => {
  expect([0, 2.9, 3, 9.9, 10].map(firstByteColour)).toEqual(['green', 'green', 'orange', 'orange', 'red'])
})

test('kinds that this console does not know count as unknown', () => {
  expect([2, 5, -1].map(typeOf)).toEqual([2, 0, 0])
})

test('failed and slow calls have a marker, what went as it should and rows that are no calls have none', () => {
  const row = (given: object, facts: object = {}) => ({
    type: 2,
    model_name: 'o3',
    use_time: 1,
    ...given,
    facts: { endReason: 'stop', firstByteMs: 100, ...facts },
  })
  expect(markOf(row({}))).toBeNull()
  expect(markOf(row({}, { endReason: 'client_abort', firstByteMs: null }))).toBeNull()
  expect(markOf(row({ type: 1, model_name: '', use_time: 999 }))).toBeNull()
  expect(markOf(row({ type: 4 }))).toBe('failed')
  expect(markOf(row({ use_time: 999 }, { endReason: 'upstream_error' }))).toBe('failed')
  expect(markOf(row({ use_time: 200 }))).toBe('slow')
  expect(markOf(row({}, { firstByteMs: 5000 }))).toBe('slow')
})
