import { expect, test } from 'bun:test'
import { ReadQueue } from './read-queue.ts'

test('owners take turns, however many items one of them has', () => {
  const queue = new ReadQueue<string>()
  for (const item of ['a1', 'a2', 'a3']) queue.add('a', item)
  queue.add('b', 'b1')
  queue.add('c', 'c1')
  const order: (string | undefined)[] = []
  for (let turn = 0; turn < 5; turn++) {
    const item = queue.take()
    order.push(item)
    queue.end(item?.[0] ?? '')
  }
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
})

test('an owner has one item running at a time, and others pass it', () => {
  const queue = new ReadQueue<string>()
  queue.add('a', 'a1')
  queue.add('a', 'a2')
  expect(queue.take()).toBe('a1')
  expect(queue.take()).toBeUndefined()
  queue.add('b', 'b1')
  expect(queue.take()).toBe('b1')
  expect(queue.take()).toBeUndefined()
  queue.end('a')
  expect(queue.take()).toBe('a2')
})

test('everything that waits can be taken away', () => {
  const queue = new ReadQueue<string>()
  for (const item of ['a1', 'a2', 'b1']) queue.add(item[0] ?? '', item)
  expect(queue.takeAll().sort()).toEqual(['a1', 'a2', 'b1'])
  expect(queue.take()).toBeUndefined()
})
