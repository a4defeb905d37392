import { expect, test } from 'bun:test'
import { failureKind } from './failure-kind.ts'
import { judge, localFailure, type UpstreamFailure } from './upstream-failure.ts'

const CHANNEL = { baseUrl: 'https://vendor.example', key: 'secret-0123456789', statusMapping: {}, type: 1 }
const kindOf = (failure: UpstreamFailure) => failureKind(failure, judge(failure, CHANNEL))
const answered = (status: number, error: Partial<UpstreamFailure['error']> = {}): UpstreamFailure => ({
  kind: 'answered',
  status,
  error: { message: 'something', type: 'server_error', param: null, code: null, ...error },
})

test.each([
  [401, {}, 'key'],
  [403, {}, 'key'],
  [403, { message: 'Your input was flagged for violence' }, 'caller'],
  [403, { message: 'The File q may not exist' }, 'caller'],
  [400, { code: 'API_KEY_INVALID' }, 'key'],
  [402, {}, 'quota'],
  [402, { message: 'You can only afford 12' }, undefined],
  [429, { code: 'insufficient_quota' }, 'quota'],
  [400, { message: 'Your credit balance is too low to access the API' }, 'quota'],
  [429, {}, 'rate'],
  [429, { type: 'engine_overloaded_error' }, 'server'],
  [500, {}, 'server'],
  [529, {}, 'server'],
  [302, {}, 'server'],
  [504, {}, 'timeout'],
  [400, {}, 'caller'],
  [413, {}, 'caller'],
  [422, {}, 'caller'],
] as const)('status %d with %o is of kind %s', (status, error, kind) => {
  expect(kindOf(answered(status, error))).toBe(kind)
})

test.each([
  ['timeout', 'timeout'],
  ['unreachable', 'network'],
  ['malformed', 'server'],
  ['oversized', 'server'],
  ['unfit', undefined],
] as const)('without an answer, %s is of kind %s', (kind, expected) => {
  expect(kindOf(localFailure(kind, 'x'))).toBe(expected)
})

test('a channel has not failed when another account stores the conversation', () => {
  expect(kindOf(answered(400, { code: 'previous_response_not_found' }))).toBeUndefined()
})
