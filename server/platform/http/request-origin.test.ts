import { expect, test } from 'bun:test'
import { createOriginReader, toRequestOrigin } from './request-origin.ts'

const from = (trusted: string[], peer: string, headers: Record<string, string> = {}, url = 'http://switchyard.test/') =>
  createOriginReader(trusted)(toRequestOrigin(new Request(url, { headers }), { requestIP: () => ({ address: peer }) }))

test('forwarding headers of a stranger do not count', () => {
  const headers = { 'X-Forwarded-For': '1.1.1.1', 'X-Forwarded-Proto': 'https' }
  expect(from([], '203.0.113.5', headers)).toEqual({ ip: '203.0.113.5', secure: false })
  expect(from(['10.0.0.0/8'], '203.0.113.5', headers)).toEqual({ ip: '203.0.113.5', secure: false })
})

test('behind a trusted proxy the right-most stranger is the caller', () => {
  const read = (forwarded: string) => from(['10.0.0.0/8'], '10.0.0.1', { 'X-Forwarded-For': forwarded }).ip
  expect(read('203.0.113.5')).toBe('203.0.113.5')
  expect(read('1.1.1.1, 203.0.113.5, 10.0.0.2')).toBe('203.0.113.5')
  expect(read('1.1.1.1, nonsense, 10.0.0.2')).toBe('10.0.0.2')
  expect(read('10.0.0.3')).toBe('10.0.0.3')
  expect(read('2001:db8::7')).toBe('2001:db8::7')
})

test('a proxy may name the port, and write an address in any of its forms', () => {
  const read = (forwarded: string) => from(['10.0.0.0/8'], '10.0.0.1', { 'X-Forwarded-For': forwarded }).ip
  expect(read('203.0.113.5:50123')).toBe('203.0.113.5')
  expect(read('1.1.1.1, [2001:db8::7]:443')).toBe('2001:db8::7')
  expect(read('[2001:db8::7]')).toBe('2001:db8::7')
  expect(read('::FFFF:203.0.113.5')).toBe('203.0.113.5')
  expect(read('::ffff:cb00:7105, ::ffff:a00:1')).toBe('203.0.113.5')
  expect(read('1.1.1.1, 203.0.113.5:1:2')).toBe('10.0.0.1')
  expect(read('1.1.1.1, [203.0.113.5')).toBe('10.0.0.1')
})

test('a trusted proxy without the header is the caller itself', () => {
  expect(from(['10.0.0.1'], '10.0.0.1')).toEqual({ ip: '10.0.0.1', secure: false })
})

test('an IPv4 peer on an IPv6 socket keeps its form', () => {
  expect(from([], '::ffff:192.0.2.1').ip).toBe('192.0.2.1')
  expect(from(['192.0.2.1'], '::ffff:192.0.2.1', { 'X-Forwarded-For': '203.0.113.5' }).ip).toBe('203.0.113.5')
})

test('a connection is secure by its own scheme or by the word of a trusted proxy', () => {
  expect(from([], '203.0.113.5', {}, 'https://switchyard.test/').secure).toBe(true)
  expect(from(['10.0.0.1'], '10.0.0.1', { 'X-Forwarded-Proto': 'https' }).secure).toBe(true)
  expect(from(['10.0.0.1'], '10.0.0.1', { 'X-Forwarded-Proto': 'http' }).secure).toBe(false)
})
