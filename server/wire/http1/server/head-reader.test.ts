import { expect, test } from 'bun:test'
import { type FastPathCall, readFastPathCall } from './fast-path-call.ts'
import { HeadReader } from './head-reader.ts'

const LINES = [
  'POST /v1/chat/completions?key=a HTTP/1.1',
  'Host: api.example.com',
  'Authorization: Bearer sk-abc',
  'X-Some:  a b ',
]
const headOf = (length: string | number, lines = LINES, last = 'accept: */*') =>
  `${[...lines, `Content-Length: ${length}`, last].join('\r\n')}\r\n\r\n`
const bytes = (text: string) => Buffer.from(text, 'latin1')
const NAMES = ['host', 'authorization', 'x-some', 'accept', 'expect', 'none']

/** Returns the fields of a call without the reader of its headers. */
function saidBy(call: FastPathCall | string) {
  if (typeof call === 'string') return call
  const { header, ...rest } = call
  return { ...rest, headers: NAMES.map(header) }
}

test('a head that comes again is read as it was, with the length of its own body', () => {
  const reader = new HeadReader()
  for (const length of ['2', '2', '17', '0', '004', '999999999999999', '3']) {
    const text = headOf(length)
    const call = reader.read(bytes(`${text}{}behind`))
    expect(saidBy(call)).toEqual(saidBy(readFastPathCall(bytes(text))))
    expect(call).toMatchObject({ length: Number(length), start: text.length })
  }
})

test('the length is not told by the headers, neither the first time nor again', () => {
  const reader = new HeadReader()
  for (let turn = 0; turn < 3; turn++) {
    const call = reader.read(bytes(headOf(turn))) as FastPathCall
    expect(call.header('content-length')).toBeUndefined()
  }
})

test('another head is read for itself, wherever it differs', () => {
  const reader = new HeadReader()
  const changes: [string, string][] = [
    ['/v1/chat', '/v1/chap'],
    ['Bearer sk-abc', 'Bearer sk-abd'],
    ['a b ', 'a b'],
    ['accept: */*', 'accept: a/b'],
    ['accept: */*', 'expect: 100-continue'],
    ['accept: */*', 'connection: close'],
    ['accept: */*', 'accept: */*\r\nContent-Length: 3'],
    ['accept: */*', 'transfer-encoding: chunked'],
    ['Content-Length: 3', 'Content-Length: '],
    ['Content-Length: 3', 'Content-Length: 3x'],
    ['Content-Length: 3', 'Content-Length: -3'],
    ['Content-Length: 3', 'Content-Length: 3 '],
    ['Content-Length: 3', 'Content-Length: 3, 3'],
    ['Content-Length: 3', 'Content-Length: 1234567890123456'],
    ['Content-Length: 3', 'X-Length: 3'],
  ]
  for (const [from, to] of changes) {
    reader.read(bytes(headOf(3)))
    const changed = bytes(headOf(3).replace(from, to))
    expect([to, saidBy(reader.read(changed))]).toEqual([to, saidBy(readFastPathCall(changed))])
    expect(saidBy(reader.read(bytes(headOf(4))))).toEqual(saidBy(readFastPathCall(bytes(headOf(4)))))
  }
})

test('bytes that change anywhere are seen', () => {
  const text = headOf(12)
  for (let at = 0; at < text.length; at++) {
    for (const byte of [0x00, 0x0a, 0x0d, 0x20, 0x30, 0x3a, 0x61, 0xff]) {
      const reader = new HeadReader()
      reader.read(bytes(text))
      const changed = bytes(`${text}{}`)
      changed[at] = byte
      expect([at, byte, saidBy(reader.read(changed))]).toEqual([at, byte, saidBy(readFastPathCall(changed))])
    }
  }
})

test('a known head that is not complete is waited for', () => {
  const reader = new HeadReader()
  const text = headOf(12)
  reader.read(bytes(text))
  for (let length = 1; length < text.length; length++) {
    expect([length, reader.read(bytes(text.slice(0, length)))]).toEqual([length, 'incomplete'])
  }
  expect(saidBy(reader.read(bytes(text)))).toEqual(saidBy(readFastPathCall(bytes(text))))
})

test('long heads and forgotten ones are read again', () => {
  const reader = new HeadReader()
  for (const last of ['accept: */*', `x-long: ${'a'.repeat(4000)}`]) {
    for (let length = 0; length < 3; length++) {
      const text = bytes(headOf(length, LINES, last))
      expect(saidBy(reader.read(text))).toEqual(saidBy(readFastPathCall(text)))
      reader.forget()
    }
  }
})
