import { expect, test } from 'bun:test'
import { Failure } from '../errors/api-error.ts'
import { incomingOf } from './by-fetch.ts'

/** A request whose body is cut off behind its first part. */
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
  const incoming = incomingOf(cutRequest(headers), undefined)
  expect(async () => incoming.body(() => {})).toThrow(expect.objectContaining({ code: 'body_invalid' }))
})

test('whoever counts a body may refuse it', async () => {
  const incoming = incomingOf(
    new Request('http://a.test/', { method: 'POST', body: new Blob(['{}']).stream() }),
    undefined,
  )
  const refuse = () => {
    throw new Failure('large_calls_everywhere', { seconds: 5 })
  }
  expect(async () => incoming.body(refuse)).toThrow(expect.objectContaining({ code: 'large_calls_everywhere' }))
  expect(incoming.isCutOff).toBe(true)
})
