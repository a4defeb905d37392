import { expect, test } from 'bun:test'
import { upstreamIdOf } from './price-answer.ts'

const idOf = (headers: Record<string, string>) => upstreamIdOf({ header: (name) => headers[name] })

test('the id of a request is what the answer calls it', () => {
  expect(idOf({ 'x-request-id': 'req_a' })).toBe('req_a')
  expect(idOf({ 'request-id': 'req_b' })).toBe('req_b')
  expect(idOf({ 'x-request-id': 'req_a', 'request-id': 'req_b' })).toBe('req_a')
})

test.each([undefined, '', 'two words', 'ä', 'x'.repeat(101)])('%p is no id', (id) => {
  expect(idOf(id === undefined ? {} : { 'x-request-id': id })).toBeUndefined()
})
