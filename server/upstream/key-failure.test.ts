import { expect, test } from 'bun:test'
import { keyConsequence } from './key-failure.ts'
import { judge, localFailure, type UpstreamFailure } from './upstream-failure.ts'

const NOW = 1_700_000_000_000
const CHANNEL = { key: 'sk-one-key-of-many', baseUrl: 'https://api.example.com', statusMapping: {} }
const answered = (status: number, fields: Partial<UpstreamFailure['error']> = {}, retryAfter?: string) =>
  ({
    kind: 'answered',
    status,
    error: { message: 'no', type: 'error', param: null, code: null, ...fields },
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }) satisfies UpstreamFailure
const follows = (failure: UpstreamFailure, coolings = 0, mayStop = true) =>
  keyConsequence(failure, judge(failure, CHANNEL), { coolings, mayStop, now: NOW })

test.each([
  [401, {}],
  [402, {}],
  [403, {}],
  [429, { code: 'insufficient_quota' }],
  [400, { code: 'API_KEY_INVALID' }],
])('a key that is refused or has no quota left stops: %d %o', (status, error) => {
  expect(follows(answered(status, error))).toMatchObject({ kind: 'stop', reason: expect.stringContaining('no') })
})

test('a key of a channel that is never disabled rests instead, longer each time', () => {
  const rests = [0, 1, 2, 20].map((times) => follows(answered(401), times, false))
  expect(rests).toEqual(
    [30, 60, 120, 3600].map((seconds) => ({ kind: 'cool', until: NOW + seconds * 1000, said: false })),
  )
})

test('a busy key rests as long as it says, within an hour, or shortly and longer each time', () => {
  expect(follows(answered(429, {}, '7'))).toEqual({ kind: 'cool', until: NOW + 7000, said: true })
  expect(follows(answered(429, {}, '999999'))).toEqual({ kind: 'cool', until: NOW + 3_600_000, said: true })
  expect(follows(answered(429), 0)).toEqual({ kind: 'cool', until: NOW + 1000, said: false })
  expect(follows(answered(429), 3)).toEqual({ kind: 'cool', until: NOW + 8000, said: false })
  expect(follows(answered(429), 99)).toEqual({ kind: 'cool', until: NOW + 300_000, said: false })
})

test('what another account stores is asked for elsewhere', () => {
  expect(follows(answered(404, { code: 'previous_response_not_found' }))).toEqual({ kind: 'elsewhere' })
})

test.each([answered(400), answered(404), answered(500), answered(503), localFailure('timeout', 'late')])(
  'other failures are not those of a key: %o',
  (failure) => {
    expect(follows(failure)).toBeUndefined()
  },
)

test('a status that the channel maps is not about the key', () => {
  const failure = answered(401)
  const verdict = judge(failure, { ...CHANNEL, statusMapping: { 401: 400 } })
  expect(keyConsequence(failure, verdict, { coolings: 0, mayStop: true, now: NOW })).toBeUndefined()
})
