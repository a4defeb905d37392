import { expect, test } from 'bun:test'
import { IncompleteBody } from './incomplete-body.ts'

const MEGABYTE = 1024 * 1024
const pattern = (length: number) => Buffer.alloc(length, '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTU')

test.each([
  [1, 1],
  [5, 2],
  [1000, 7],
  [MEGABYTE - 1, 65_536],
  [MEGABYTE, MEGABYTE],
  [MEGABYTE + 1, MEGABYTE],
  [2 * MEGABYTE + 1, 500_000],
  [7 * MEGABYTE + 13, 123_457],
  [7 * MEGABYTE, 7 * MEGABYTE],
])('a body of %d bytes in parts of %d is put together', (length, size) => {
  const sent = pattern(length)
  const body = new IncompleteBody(length)
  for (let at = 0; at < length; at += size) {
    expect(body.complete()).toBeUndefined()
    const part = Buffer.from(sent.subarray(at, at + size))
    expect(body.add(part)).toBe(part.length)
    // A chunk belongs to the socket.
    part.fill(0)
  }
  expect(body.complete()?.equals(sent)).toBe(true)
})

test('what comes behind the body is left over', () => {
  const body = new IncompleteBody(4)
  expect(body.add(Buffer.from('ab'))).toBe(2)
  expect(body.add(Buffer.from('cdefg'))).toBe(2)
  expect(body.complete()?.toString()).toBe('abcd')
  expect(body.add(Buffer.from('hi'))).toBe(0)
  expect(body.complete()?.toString()).toBe('abcd')
})

test('an announced length alone costs little', () => {
  const before = process.memoryUsage().external
  const bodies = Array.from({ length: 100 }, () => new IncompleteBody(64 * MEGABYTE))
  for (const body of bodies) body.add(pattern(100))
  expect(process.memoryUsage().external - before).toBeLessThan(200 * MEGABYTE)
})
