import { expect, test } from 'bun:test'
import { framingOf, headEnd, parseHead } from './answer-head.ts'

const head = (...lines: string[]) => parseHead(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`))

test('a head ends behind its blank line, with either line ending', () => {
  expect(headEnd(Buffer.from('HTTP/1.1 200 OK\r\na: b\r\n\r\nbody'))).toBe(25)
  expect(headEnd(Buffer.from('HTTP/1.1 200 OK\na: b\n\nbody'))).toBe(22)
  for (const part of ['', 'HTTP/1.1 200 OK', 'HTTP/1.1 200 OK\r\na: b\r\n', 'HTTP/1.1 200 OK\r\na: b\r\n\r']) {
    expect(headEnd(Buffer.from(part))).toBe(-1)
  }
})

test('status and headers are found whatever their case, trimmed, repeated ones joined', () => {
  const { status, header } = head('HTTP/1.1 429 Too Many', 'Retry-After:  7 ', 'X-A: 1', 'x-a: 2', 'empty:')
  expect(status).toBe(429)
  expect([header('retry-after'), header('x-a'), header('empty'), header('after')]).toEqual(['7', '1, 2', '', undefined])
})

test('a folded line belongs to the header before it', () => {
  expect(head('HTTP/1.1 200 OK', 'x-long: one', '   two', 'x-b: c').header('x-long')).toBe('one two')
})

test('what is no answer is refused', () => {
  for (const line of ['', 'SSH-2.0-OpenSSH', 'HTTP/2 200', 'HTTP/1.1 20', 'x HTTP/1.1 200 OK']) {
    expect(() => head(line)).toThrow('does not speak HTTP/1.1')
  }
})

test('connections are kept unless one side or the old version says otherwise', () => {
  expect(head('HTTP/1.1 200 OK').keepAlive).toBe(true)
  expect(head('HTTP/1.1 200 OK', 'Connection: Close').keepAlive).toBe(false)
  expect(head('HTTP/1.0 200 OK').keepAlive).toBe(false)
  expect(head('HTTP/1.0 200 OK', 'connection: Keep-Alive').keepAlive).toBe(true)
})

test('the framing is read as the standard says', () => {
  expect(framingOf(head('HTTP/1.1 200 OK', 'content-length: 12'))).toEqual({ kind: 'length', bytes: 12 })
  expect(framingOf(head('HTTP/1.1 200 OK', 'content-length: 12', 'content-length: 12')).kind).toBe('length')
  expect(framingOf(head('HTTP/1.1 200 OK', 'content-length: 5', 'Transfer-Encoding: Chunked'))).toEqual({
    kind: 'chunked',
  })
  expect(framingOf(head('HTTP/1.1 200 OK'))).toEqual({ kind: 'close' })
  expect(framingOf(head('HTTP/1.1 204 No Content'))).toEqual({ kind: 'length', bytes: 0 })
})

test('a head that contradicts itself is refused', () => {
  for (const length of ['-1', '1e3', '0x10', 'five', '', '1, 2', '99999999999999999999']) {
    expect(() => framingOf(head('HTTP/1.1 200 OK', `content-length: ${length}`))).toThrow('content-length')
  }
  expect(() => framingOf(head('HTTP/1.1 200 OK', 'transfer-encoding: gzip, chunked'))).toThrow('gzip, chunked')
})
