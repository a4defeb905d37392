import { expect, test } from 'bun:test'
import { createTerms } from './shared-terms.ts'
import { toAttemptTuple, wholeReceipt } from './whole-receipt.ts'

const TERMS = JSON.stringify({ model_ratio: 0.1, group: 'vip', end_reason: 'stop' })
const whole = (other: string, terms = TERMS) => wholeReceipt({ request_id: 'r1', other }, terms)
const own = (members: object) => JSON.stringify({ frt: 3, tries: [[7, 200, 12]], ...members })

test('a receipt is its terms and its own part; tries and request id have their members', () => {
  expect(JSON.parse(whole(own({})))).toEqual({
    model_ratio: 0.1,
    group: 'vip',
    end_reason: 'stop',
    frt: 3,
    request_id: 'r1',
    admin_info: { use_channel: ['7'], attempts: [{ channel: 7, status: 200, ms: 12 }] },
  })
})

test('what it says itself counts before its terms', () => {
  expect(JSON.parse(whole(own({ end_reason: 'client_abort' })))).toMatchObject({ end_reason: 'client_abort' })
})

test.each([
  { channel: 1, status: 0, ms: 3, error: 'said: "no"\n' },
  { channel: 2, status: 429, ms: 0, error: '' },
  { channel: 3, status: 200, ms: 9 },
  { channel: 4, key: 17, status: 200, ms: 9 },
  { channel: 4, key: 18, status: 401, ms: 2, error: 'refused' },
])('a try comes back as it was: %p', (attempt) => {
  expect(JSON.parse(whole(own({ tries: [toAttemptTuple(attempt)] }))).admin_info.attempts).toEqual([attempt])
})

test('without its terms it says what it knows', () => {
  expect(JSON.parse(whole(own({}), ''))).toMatchObject({ frt: 3, request_id: 'r1' })
})

test.each(['', 'null', '7', '{"usage":{}}', '{"tries":7}', 'no JSON'])('what only a hand writes stays: %p', (text) => {
  expect(whole(text)).toBe(text)
})

test('terms have one id for the same, and another for anything else', () => {
  const terms = [
    createTerms('a', 'b'),
    createTerms('ab', ''),
    createTerms('', 'ab'),
    createTerms('a', 'c'),
    createTerms('b', 'b'),
  ]
  expect(new Set(terms.map(({ id }) => id)).size).toBe(terms.length)
  expect(createTerms('a', 'b')).toEqual(terms[0]!)
  for (const { id } of terms) expect(id).toBeWithin(1, 2 ** 48)
})
