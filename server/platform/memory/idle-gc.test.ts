import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { until } from '#test/harness/until.ts'
import { collectIdleGarbage, createGcRule, createMemorySampler } from './idle-gc.ts'

const MB = 1_000_000
/** Whether each sample finds much to collect: megabytes of the heap and of buffers, and whether the server was busy. */
const dueIn = (...memories: [heap: number, buffers: number, busy?: 'busy'][]) => {
  const isDue = createGcRule()
  return memories.map(([heap, buffers, busy]) =>
    isDue({ heapUsed: heap * MB, buffers: buffers * MB, busy: busy === 'busy' }),
  )
}

test('a heap that is what it was, or a little more, is left alone', () => {
  expect(dueIn([20, 5], [23, 5], [22, 5], [24, 5])).toEqual([false, false, false, false])
})

test('what a busy time left behind is due', () => {
  expect(dueIn([20, 5], [40, 5], [20, 5], [21, 5])).toEqual([false, true, false, false])
})

test('what large bodies left behind is due', () => {
  expect(dueIn([20, 5], [20, 60], [20, 5])).toEqual([false, true, false])
})

test('a heap that has grown for good is due once', () => {
  expect(dueIn([20, 5], [60, 5], [60, 5], [60, 5], [90, 5])).toEqual([false, true, false, false, true])
})

test('what large bodies left behind is due after half a minute in which a server was busy', () => {
  const busy: [number, number, 'busy'][] = Array.from({ length: 12 }, () => [60, 60, 'busy'])
  const due = dueIn([20, 5], ...busy)
  expect(due.flatMap((is, index) => (is ? [index] : []))).toEqual([6, 12])
  expect(dueIn(...busy.slice(0, 5), [60, 5, 'busy'], ...busy.slice(0, 5))).not.toContain(true)
})

test('a grown heap is not due while a server is busy', () => {
  expect(dueIn([20, 5], ...Array.from({ length: 12 }, (): [number, number, 'busy'] => [90, 5, 'busy']))).not.toContain(
    true,
  )
})

test('nothing is due while a server is busy for a moment', () => {
  expect(dueIn([20, 5], [60, 60, 'busy'], [20, 5])).toEqual([false, false, false])
})

test('what a server holds while it is busy is not taken for what it needs', () => {
  expect(dueIn([60, 5, 'busy'], [20, 5], [40, 5], [60, 5, 'busy'], [60, 5])).toEqual([false, false, true, false, true])
})

test('a process is busy from a quarter of a core on', () => {
  const times = { at: 1000, worked: 500 }
  const look = createMemorySampler(() => ({ ...times }))
  const afterWork = (worked: number) => {
    times.at += 100
    times.worked += worked
    return look().busy
  }
  expect([0, 24, 26, 100, 0].map(afterWork)).toEqual([false, false, true, true, false])
})

test('a process is seen to work', async () => {
  const look = createMemorySampler()
  const work = Buffer.alloc(4 * MB)
  // Beside other work, a loop may get less than its share in some samples.
  await until(() => {
    createHash('sha256').update(work).digest()
    return look().busy
  })
})

test('memory is looked at from time to time, and collected when that is due', async () => {
  let heapUsed = 20 * MB
  let looked = 0
  let collections = 0
  const look = () => {
    looked += 1
    return { heapUsed, buffers: 0, busy: false }
  }
  const collect = () => {
    collections += 1
  }
  const stop = collectIdleGarbage(look, collect, 1)
  await until(() => looked > 3)
  expect(collections).toBe(0)
  heapUsed = 60 * MB
  await until(() => collections === 1)
  stop()
})

test('what nobody holds any more is given back', async () => {
  const before = process.memoryUsage().external
  for (let i = 0; i < 64; i++) Buffer.alloc(MB)
  let collected = false
  const much = () => ({ heapUsed: 0, buffers: Number.POSITIVE_INFINITY, busy: false })
  const collect = () => {
    Bun.gc(false)
    collected = true
  }
  const stop = collectIdleGarbage(much, collect, 1)
  await until(() => collected && process.memoryUsage().external < before + 16 * MB)
  stop()
})
