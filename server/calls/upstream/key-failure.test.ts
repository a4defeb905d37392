import { expect, test } from 'bun:test'
import { keyConsequence } from './key-failure.ts'
import { judge, localFailure, type UpstreamFailure } from './upstream-failure.ts'

const NOW = 1_700_000_000_000
const CHANNEL = { key: 'sk-one-key-of-many', baseUrl: 'https://api.example.com', statusMapping: {} }
const answered = (status: number, fields: Partial<UpstreamFailure['error']> = {}, waitMs?: number) =>
  ({
    kind: 'answered',
    status,
    error: { message: 'no', type: 'error', param: null, code: null, ...fields },
    ...(waitMs === undefined ? {} : { waitMs }),
  }) satisfies UpstreamFailure
const follows = (
  failure: UpstreamFailure,
  known: { coolings?: number; mayStop?: boolean; hasStopped?: boolean } = {},
) =>
  keyConsequence(failure, judge(failure, CHANNEL), {
    coolings: 0,
    mayStop: true,
    hasStopped: false,
    now: NOW,
    ...known,
  })

test.each([
  [401, { code: 'invalid_api_key' }],
  [402, { type: 'billing_error' }],
  [429, { code: 'insufficient_quota' }],
  [400, { code: 'API_KEY_INVALID' }],
  [403, { message: 'Your api key has expired' }],
  [412, { message: 'The account is suspended for its spending limit' }],
])('a key that is named as refused or empty stops: %d %o', (status, error) => {
  expect(follows(answered(status, error))).toMatchObject({ kind: 'stop', reason: expect.stringContaining(`${status}`) })
})

test.each([
  [401, {}],
  [403, {}],
  [402, {}],
  [400, { message: 'Your credit balance is too low' }],
])(
  'a key that only a status, or words about a request, bring under suspicion is tested first: %d %o',
  (status, error) => {
    expect(follows(answered(status, error))).toEqual({ kind: 'suspect', until: NOW + 30_000, said: false })
  },
)

test('a call stops one key at most', () => {
  expect(follows(answered(401, { code: 'invalid_api_key' }), { hasStopped: true })?.kind).toBe('suspect')
})

test('an account that says when it may be used again is tested then, within a day', () => {
  const error = { code: 'billing_hard_limit_reached' }
  expect(follows(answered(400, error, 60_000))).toMatchObject({ kind: 'stop', until: NOW + 60_000 })
  expect(follows(answered(400, error, 9e9))).toMatchObject({ kind: 'stop', until: NOW + 86_400_000 })
})

test('a key of a channel that is never disabled rests instead, longer each time', () => {
  const rests = [0, 1, 2, 20].map((coolings) =>
    follows(answered(401, { code: 'invalid_api_key' }), { coolings, mayStop: false }),
  )
  expect(rests).toEqual(
    [30, 60, 120, 3600].map((seconds) => ({ kind: 'cool', until: NOW + seconds * 1000, said: false })),
  )
})

test('a busy key rests as long as it says, within an hour, or shortly and longer each time', () => {
  expect(follows(answered(429, {}, 6500))).toEqual({ kind: 'cool', until: NOW + 7000, said: true })
  expect(follows(answered(429, {}, 999_999_000))).toEqual({ kind: 'cool', until: NOW + 3_600_000, said: true })
  expect(follows(answered(429), { coolings: 0 })).toEqual({ kind: 'cool', until: NOW + 1000, said: false })
  expect(follows(answered(429), { coolings: 3 })).toEqual({ kind: 'cool', until: NOW + 8000, said: false })
  expect(follows(answered(429), { coolings: 99 })).toEqual({ kind: 'cool', until: NOW + 300_000, said: false })
})

test('a key rests for a model that it does not have, and for no other', () => {
  expect(follows(answered(404, { code: 'model_not_found' }))).toEqual({ kind: 'rest_model', until: NOW + 600_000 })
})

test.each([
  answered(404, { code: 'previous_response_not_found' }),
  answered(402, { message: 'requires more credits, or fewer max_tokens' }),
])('what another account stores, or can pay, is asked for elsewhere: %o', (failure) => {
  expect(follows(failure)).toEqual({ kind: 'elsewhere' })
})

test.each([
  answered(400),
  answered(403, { message: 'Content violates usage guidelines' }),
  answered(403, { message: 'You do not have permission to access the File q or it may not exist.' }),
  answered(404),
  answered(429, { type: 'engine_overloaded_error' }),
  answered(500),
  answered(503),
  localFailure('timeout', 'late'),
])('other failures are not those of a key: %o', (failure) => {
  expect(follows(failure)).toBeUndefined()
})

test('a status that the channel maps is not about the key', () => {
  const failure = answered(401)
  const verdict = judge(failure, { ...CHANNEL, statusMapping: { 401: 400 } })
  const known = { coolings: 0, mayStop: true, hasStopped: false, now: NOW }
  expect(keyConsequence(failure, verdict, known)).toBeUndefined()
})
