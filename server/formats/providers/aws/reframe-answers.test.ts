import { describe, expect, test } from 'bun:test'
import { chunkFrame, exceptionFrame, frame } from '#test/fake-upstream/event-frames.ts'
import { readErrorText } from '../../../wire/egress/upstream.ts'
import type { UpstreamAnswer } from '../../../wire/http1/client/upstream-answer.ts'
import { reframeAwsAnswer } from './reframe-answers.ts'

/** An answer that arrives in parts. */
function arriving(status: number, headers: Record<string, string>, ...parts: (Buffer | string)[]): UpstreamAnswer {
  const waiting = parts.map((part) => Buffer.from(part))
  const read = () => waiting.shift()
  return {
    status,
    header: (name) => headers[name],
    read,
    async each(take) {
      for (let part = read(); part; part = read()) await take(part)
    },
    bytes: () => Buffer.concat(waiting.splice(0)),
  }
}
const stream = (...parts: Buffer[]) =>
  reframeAwsAnswer(arriving(200, { 'content-type': 'application/vnd.amazon.eventstream', other: 'kept' }, ...parts))

async function eachOf(answer: UpstreamAnswer): Promise<string> {
  const taken: Buffer[] = []
  await answer.each(async (part) => taken.push(part))
  return Buffer.concat(taken).toString()
}

describe('a stream of events', () => {
  const frames = Buffer.concat([chunkFrame('{"type":"ping"}'), chunkFrame('{"text":"grüße"}')])
  const events = 'data: {"type":"ping"}\n\ndata: {"text":"grüße"}\n\n'
  const halves = () => stream(frames.subarray(0, 40), frames.subarray(40))

  test('is one of server-sent events, however it is read', async () => {
    const { status, header } = halves()
    expect([status, header('content-type'), header('other')]).toEqual([200, 'text/event-stream', 'kept'])
    expect(await eachOf(halves())).toBe(events)
    expect((await halves().bytes()).toString()).toBe(events)
    expect(await readErrorText(halves(), 1000)).toBe(events)
  })

  test('keeps events in one line', async () => {
    expect(await eachOf(stream(chunkFrame('{\n"a":\r\n1}')))).toBe('data: { "a": 1}\n\n')
  })

  test('tells an exception as an error', async () => {
    const error = { message: 'slow down', type: 'rate_limit_error', param: null, code: 'ThrottlingException' }
    expect(await eachOf(stream(exceptionFrame('throttlingException', 'slow down')))).toBe(
      `event: error\ndata: ${JSON.stringify({ error })}\n\n`,
    )
    const headers = { ':message-type': 'error', ':error-code': 'InternalFailure', ':error-message': 'broken' }
    expect(await eachOf(stream(frame(headers, '')))).toContain('"message":"broken","type":"InternalFailure"')
  })

  test('says nothing of messages that it does not know', async () => {
    expect(await eachOf(stream(frame({ ':event-type': 'new', ':message-type': 'event' }, '{"x":1}')))).toBe('')
  })

  test('that ends in the middle of a message, or is garbled, is broken off', async () => {
    expect(eachOf(stream(frames.subarray(0, -3)))).rejects.toThrow('in the middle')
    expect(readErrorText(stream(frames.subarray(0, -3)), 1000)).resolves.toContain('ping')
    const garbled = Buffer.from(frames)
    garbled.writeUInt8(0, 50)
    expect(eachOf(stream(garbled))).rejects.toThrow('checksum')
  })
})

test('an answer that is no stream stays as it is', () => {
  const answer = arriving(200, { 'content-type': 'application/json' }, '{}')
  expect(reframeAwsAnswer(answer)).toBe(answer)
})

describe('an error', () => {
  const read = async (status: number, name: string, body: object | string) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = reframeAwsAnswer(arriving(status, name ? { 'x-amzn-errortype': `${name}:http://x/` } : {}, text))
    return { status: answer.status, body: await readErrorText(answer, 10_000) }
  }
  const message = 'm'
  test.each([
    [403, 'UnrecognizedClientException', 'authentication_error'],
    [403, 'InvalidSignatureException', 'authentication_error'],
    [403, 'ExpiredTokenException', 'authentication_error'],
    [403, 'AccessDeniedException', 'permission_error'],
    [429, 'ThrottlingException', 'rate_limit_error'],
    [400, 'ValidationException', 'invalid_request_error'],
    [424, 'ModelErrorException', 'ModelErrorException'],
  ])('%d %s is of type %s', async (status, name, type) => {
    const read_ = await read(status, name, { message })
    expect(read_.status).toBe(status)
    expect(JSON.parse(read_.body)).toEqual({ error: { message, type, param: null, code: name } })
  })

  test('of a key of Bedrock has its message in capitals', async () => {
    const { body } = await read(403, 'AccessDeniedException', { Message: 'Authentication failed' })
    expect(JSON.parse(body).error).toMatchObject({ message: 'Authentication failed', type: 'permission_error' })
  })

  test.each([
    ['InvalidSignatureException', 'Signature expired: 20261120T120000Z is now earlier than 20261120T130000Z'],
    ['AccessDeniedException', "You don't have access to the model with the specified model ID."],
  ])('%s is not always about the credential', async (name, text) => {
    expect(JSON.parse((await read(403, name, { message: text })).body).error.type).toBe(name)
  })

  test('of a full quota may be over elsewhere, or later', async () => {
    expect((await read(400, 'ServiceQuotaExceededException', { message })).status).toBe(429)
  })

  test('of a proxy stays as it is', async () => {
    expect((await read(502, '', '<html>')).body).toBe('<html>')
    expect((await read(500, '', { error: { message: 'nested' } })).body).toBe('{"error":{"message":"nested"}}')
  })
})
