import { describe, expect, test } from 'bun:test'
import { crc32 } from 'node:zlib'
import { chunkFrame, exceptionFrame, frame } from '#test/fake-upstream/event-frames.ts'
import { EventStreamDecoder } from './event-stream.ts'

/** A message with hand-written bytes: `{"type":"message_stop"}` in a chunk. */
const BY_HAND =
  '000000870000004b87ea2bf30b3a6576656e742d747970650700056368756e6b0d3a636f6e74656e742d747970650700106170706c69636174696f6e2f6a736f6e0d3a6d6573736167652d747970650700056576656e747b226279746573223a2265794a306558426c496a6f696257567a6332466e5a56397a64473977496e303d227dba48ab22'
const SMALLEST = '000000100000000005c248eb7d98c8ff'

const decode = (bytes: Buffer) => new EventStreamDecoder().push(bytes)

test('a message is its headers and its payload', () => {
  const [message] = decode(Buffer.from(BY_HAND, 'hex'))
  expect(message?.headers).toEqual({
    ':event-type': 'chunk',
    ':content-type': 'application/json',
    ':message-type': 'event',
  })
  expect(message?.payload.toString()).toBe('{"bytes":"eyJ0eXBlIjoibWVzc2FnZV9zdG9wIn0="}')
})

test('the smallest message holds nothing', () => {
  expect(decode(Buffer.from(SMALLEST, 'hex'))).toEqual([{ headers: {}, payload: Buffer.alloc(0) }])
})

test.each([1, 5, 13, 64, 1000])('messages are the same in pieces of %d bytes', (size) => {
  const messages = [chunkFrame('{"a":"grüße"}'), frame({}, ''), exceptionFrame('throttlingException', 'slow down')]
  const bytes = Buffer.concat(messages)
  const decoder = new EventStreamDecoder()
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  const read = pieces.flatMap((piece) => decoder.push(piece))
  expect(read).toEqual(decode(bytes))
  expect(read).toHaveLength(3)
  expect(decoder.isOpen).toBe(false)
})

test('a message that is not whole is told', () => {
  const decoder = new EventStreamDecoder()
  expect(decoder.push(chunkFrame('{}').subarray(0, -1))).toEqual([])
  expect(decoder.isOpen).toBe(true)
})

test('headers of all types are passed over but texts', () => {
  const others = [0, 1, 2, 3, 4, 5, 8, 9].flatMap((type) => [
    1,
    97 + type,
    type,
    ...Array.from({ length: [0, 0, 1, 2, 4, 8, 0, 0, 8, 16][type] ?? 0 }, () => 7),
  ])
  const bytes = [1, 98, 6, 0, 2, 1, 2]
  const text = [1, 116, 7, 0, 2, 104, 105]
  const head = Buffer.from([...others, ...bytes, ...text])
  expect(decode(withHeaders(head))[0]?.headers).toEqual({ t: 'hi' })
})

describe('what is broken is refused', () => {
  const whole = chunkFrame('{"type":"ping"}')
  const changed = (at: number, by = 1) => {
    const bytes = Buffer.from(whole)
    bytes.writeUInt8((bytes.readUInt8(at) + by) & 255, at)
    return bytes
  }
  test.each([
    ['a length', changed(3), 'prelude checksum'],
    ['the length of the headers', changed(7), 'prelude checksum'],
    ['a header', changed(14), 'wrong checksum'],
    ['the payload', changed(whole.length - 10), 'wrong checksum'],
    ['the checksum', changed(whole.length - 1), 'wrong checksum'],
    ['a header of an unknown type', withHeaders(Buffer.from([1, 97, 12])), 'unknown type'],
    ['a header that is too long', withHeaders(Buffer.from([1, 97, 7, 9, 9, 1])), 'longer than all'],
  ])('%s', (_, bytes, reason) => expect(() => decode(bytes)).toThrow(reason))
})

/** Returns a message without payload, with these bytes as headers. */
function withHeaders(head: Buffer): Buffer {
  const bytes = Buffer.alloc(head.length + 16)
  bytes.writeUInt32BE(bytes.length, 0)
  bytes.writeUInt32BE(head.length, 4)
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8)
  head.copy(bytes, 12)
  bytes.writeUInt32BE(crc32(bytes.subarray(0, -4)), bytes.length - 4)
  return bytes
}
