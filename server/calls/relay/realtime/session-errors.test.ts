import { describe, expect, test } from 'bun:test'
import type { Channel } from '../../../formats/providers/channel.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { closeCodeOf, errorEvent, forwardedClose, readRefusal, redactErrorFrame } from './session-errors.ts'

const channel = { baseUrl: 'https://secret.example', key: 'sk-very-secret-key' } as Channel

test('an error event is as this API family writes it', () => {
  expect(JSON.parse(errorEvent(new ApiError('insufficient_user_quota', { need: '$0.000006' }), 'zh', 'id1'))).toEqual({
    event_id: 'evt_id1',
    type: 'error',
    error: {
      type: 'new_api_error',
      code: 'insufficient_user_quota',
      param: '',
      message: '用户额度不足，本次至少需要 $0.000006 (request id: id1)',
    },
  })
})

test('codes say who is to blame', () => {
  const codes = [
    'insufficient_user_quota',
    'frame_too_large',
    'shutting_down',
    'session_too_long',
    'upstream_cut',
  ] as const
  expect(codes.map((code) => closeCodeOf(new ApiError(code)))).toEqual([1008, 1009, 1012, 1000, 1011])
})

describe('the end of the upstream', () => {
  test.each([
    [1000, 1000],
    [1001, 1001],
    [3000, 3000],
    [4999, 4999],
    [1005, 1000],
    [1006, 1011],
    [1015, 1011],
    [0, 1011],
    [5000, 1011],
  ])('with code %d is told as %d', (code, told) => expect(forwardedClose(code, '', channel).code).toBe(told))
  test('names no host and no key, and fits into a frame', () => {
    const { reason } = forwardedClose(4000, `sk-very-secret-key at secret.example ${'长'.repeat(100)}`, channel)
    expect(reason).not.toMatch(/secret/)
    expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123)
  })
})

test('an error of the upstream passes as it is, unless it names a key or a place', () => {
  const plain = '{"type":"error",  "error":{"message":"Invalid value"}}'
  expect(redactErrorFrame(plain, channel)).toBe(plain)
  const telling = '{"type":"error","event_id":"e","error":{"message":"Wrong key sk-very-secret-key","code":"c"}}'
  expect(JSON.parse(redactErrorFrame(telling, channel))).toEqual({
    type: 'error',
    event_id: 'e',
    error: { message: 'Wrong key ***', code: 'c' },
  })
})

test('a first event that is an error has the status that its refusal would have had', () => {
  const error = (code: string, type = 'invalid_request_error') =>
    readRefusal(JSON.stringify({ type: 'error', error: { type, code, message: 'no' } }))?.status
  expect(error('invalid_api_key')).toBe(401)
  expect([error('insufficient_quota'), error('rate_limit_exceeded')]).toEqual([429, 429])
  expect(error('model_not_found')).toBe(404)
  expect(error('x', 'server_error')).toBe(500)
  expect(error('unknown')).toBe(400)
  expect(readRefusal('{"type":"session.created"}')).toBeUndefined()
  expect(readRefusal('no json')).toBeUndefined()
})
