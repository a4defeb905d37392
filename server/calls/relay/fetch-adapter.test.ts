import { expect, test } from 'bun:test'
import { ApiError } from '../../platform/errors/api-error.ts'
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
  expect(async () => incoming.body(() => {})).toThrow(expect.objectContaining({ code: 'body_invalid' }))
})

test('whoever counts a body may refuse it', async () => {
  const incoming = toRelayRequest(
    new Request('http://a.test/', { method: 'POST', body: new Blob(['{}']).stream() }),
    undefined,
  )
  const refuse = () => {
    throw new ApiError('large_calls_everywhere', { seconds: 5 })
  }
  expect(async () => incoming.body(refuse)).toThrow(expect.objectContaining({ code: 'large_calls_everywhere' }))
  expect(incoming.isBodyAborted).toBe(true)
})
