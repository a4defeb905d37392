import { expect, test } from 'bun:test'
import { isHeaderValue, readHeaders } from './header-text.ts'

const headOf = (...fields: string[]) => readHeaders(`${['POST / HTTP/1.1', ...fields].join('\r\n')}\r\n`)

test('a header is found by its name, however it is written', () => {
  const header = headOf('Content-Type: text/plain', 'x-A:b', 'LAST: c')
  expect([header('content-type'), header('x-a'), header('last'), header('none')]).toEqual([
    'text/plain',
    'b',
    'c',
    undefined,
  ])
})

test('a name within another name or a value is none', () => {
  const header = headOf('x-host: a', 'x: host: b', 'hosts: c')
  expect(header('host')).toBeUndefined()
  expect(header('post / http/1.1')).toBeUndefined()
})

test('repeated headers are joined, in their order', () => {
  expect(headOf('a: 1', 'b: x', 'A: 2', 'a:', 'a: 3')('a')).toBe('1, 2, , 3')
})

test('lines without a colon are no headers, and hide none', () => {
  const header = headOf('a', 'b: 1', 'c', 'd: 2', '', 'e: 3')
  expect(['a', 'b', 'c', 'd', 'e'].map(header)).toEqual([undefined, '1', undefined, '2', '3'])
})

test('letters alone have two cases', () => {
  const header = headOf('x\rtype: 1', 'x@y: 2', 'x^y: 3')
  expect(['x-type', 'x`y', 'x~y', 'x@y', 'x^y'].map(header)).toEqual([undefined, undefined, undefined, '2', '3'])
})

test('blanks around a value do not belong to it', () => {
  const header = headOf('a: \t x y\t ', 'b:', 'c:   ', 'd: \xe9')
  expect(['a', 'b', 'c', 'd'].map(header)).toEqual(['x y', '', '', '\xe9'])
})

test('lines that end in a bare line feed are read, too', () => {
  const header = readHeaders('HTTP/1.1 200 OK\na: 1\nb: 2\n\n')
  expect([header('a'), header('b')]).toEqual(['1', '2'])
})

test('nothing may be sent in a value that would end it', () => {
  for (const value of ['', 'a b', '\t', '~!"', '\xe9\xff', 'a: b']) expect(isHeaderValue(value)).toBe(true)
  for (const value of ['a\r\nb: c', '\n', '\r', '\0', '\x7f', '\x1b', 'a\u010ab', '\u2028', '€']) {
    expect(isHeaderValue(value)).toBe(false)
  }
})
