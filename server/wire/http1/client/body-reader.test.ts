import { expect, test } from 'bun:test'
import type { Framing } from './answer-head.ts'
import { type BodyReader, createBodyReader } from './body-reader.ts'

/** Pushes bytes in pieces of the given sizes, repeating the last size. */
function feed(body: BodyReader, bytes: Buffer, ...sizes: number[]): string {
  let text = ''
  for (let at = 0; at < bytes.length && !body.isDone; ) {
    const size = sizes.length > 1 ? (sizes.shift() ?? 1) : (sizes[0] ?? 1)
    text += body
      .push(bytes.subarray(at, at + size))
      .map((part) => part.toString())
      .join('')
    at += size
  }
  return text
}

const CHUNKED: Framing = { kind: 'chunked' }
const SAMPLE = Buffer.from('5\r\nhello\r\n1;name="a;b"\r\n \r\nB \r\nworld\r\n\r\n??\r\n0\r\nx-trailer: 1\r\n\r\n')
const SAMPLE_TEXT = 'hello world\r\n\r\n??'

test('a chunked body is the same however it is cut', () => {
  for (let first = 1; first < SAMPLE.length; first++) {
    for (const size of [1, 2, 3, 7, SAMPLE.length]) {
      const body = createBodyReader(CHUNKED)
      expect(feed(body, SAMPLE, first, size)).toBe(SAMPLE_TEXT)
      expect([body.isDone, body.surplus]).toEqual([true, 0])
    }
  }
})

test('a chunked body that is incomplete says so at every byte', () => {
  for (let length = 0; length < SAMPLE.length; length++) {
    const body = createBodyReader(CHUNKED)
    feed(body, SAMPLE.subarray(0, length), SAMPLE.length)
    expect([body.isDone, body.endsWithConnection]).toEqual([false, false])
  }
})

test('bare line feeds are tolerated, and what follows the body is counted', () => {
  const body = createBodyReader(CHUNKED)
  expect(feed(body, Buffer.from('3\nabc\n0\n\nHTTP'), 100)).toBe('abc')
  expect([body.isDone, body.surplus]).toEqual([true, 4])
})

test('broken chunks are refused', () => {
  const texts = ['x\r\n', '\r\n', '-1\r\n', '3\r\nabcd\r\n', '5 5\r\n', 'fffffffffffff\r\n', `1;${'e'.repeat(9000)}`]
  for (const text of texts) expect(() => createBodyReader(CHUNKED).push(Buffer.from(text))).toThrow()
})

test('many bytes are views of what arrived', () => {
  const bytes = Buffer.from(`fa0\r\n${'abcd'.repeat(1000)}\r\n`)
  const [part] = createBodyReader(CHUNKED).push(bytes)
  expect(part?.buffer).toBe(bytes.buffer)
})

test('a body of known length ends there', () => {
  const body = createBodyReader({ kind: 'length', bytes: 5 })
  expect(feed(body, Buffer.from('helloHTTP'), 3)).toBe('hello')
  expect([body.isDone, body.surplus, body.endsWithConnection]).toEqual([true, 1, false])
  expect(createBodyReader({ kind: 'length', bytes: 0 }).isDone).toBe(true)
})

test('a body without length ends with its connection', () => {
  const body = createBodyReader({ kind: 'close' })
  expect(feed(body, Buffer.from('hello'), 2)).toBe('hello')
  expect([body.isDone, body.endsWithConnection]).toEqual([false, true])
})
