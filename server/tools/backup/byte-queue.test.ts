import { expect, test } from 'bun:test'
import { ByteQueue } from './byte-queue.ts'

test('bytes come out in the order in which they went in, whatever the lengths', () => {
  const bytes = crypto.getRandomValues(new Uint8Array(5000))
  const queue = new ByteQueue()
  for (let at = 0, step = 0; at < bytes.length; at += step, step = (step * 7 + 3) % 211) {
    queue.push(bytes.subarray(at, at + step))
  }
  expect(queue.length).toBe(bytes.length)
  const parts: Buffer[] = []
  for (let length = 1; queue.length > 0; length = (length * 5 + 1) % 307) {
    parts.push(queue.take(Math.min(length, queue.length)))
  }
  expect(Buffer.concat(parts).equals(bytes)).toBe(true)
  expect(() => queue.take(1)).toThrow(RangeError)
})
