import { expect, test } from 'bun:test'
import { ApiError } from '../../platform/errors/api-error.ts'
import { mayStillArrive } from '../../platform/http/read-body.ts'
import { toRelayRequest } from './fetch-adapter.ts'

/** Builds a request whose body ends after its first part. */
function cutRequest(headers: Record<string, string> = {}) {
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(Buffer.from('{"mod'))
      controller.error()
    },
  })
  return new Request('http://a.test/v1/chat/completions', { method: 'POST', body, headers })
}

test.each([
  ['of unknown length', {}],
  ['of a known one', { 'content-length': '100' }],
])('a body %s that ends early is its caller’s matter', async (_, headers) => {
  const incoming = toRelayRequest(cutRequest(headers), undefined)
  expect(async () => incoming.body(1000)).toThrow(expect.objectContaining({ code: 'body_invalid' }))
})

test('whoever counts a body may refuse it', async () => {
  const headers = { 'content-length': '2' }
  const request = new Request('http://a.test/', { method: 'POST', body: new Blob(['{}']).stream(), headers })
  const incoming = toRelayRequest(request, undefined)
  const refuse = () => {
    throw new ApiError('large_calls_everywhere', { seconds: 5 })
  }
  expect(async () => incoming.body(1000, refuse)).toThrow(expect.objectContaining({ code: 'large_calls_everywhere' }))
  expect(mayStillArrive(request)).toBe(true)
})
