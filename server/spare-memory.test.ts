import { expect, test } from 'bun:test'
import { until } from '#test/harness/until.ts'
import { collectSpareMemory, spareRule } from './spare-memory.ts'

const MB = 1_000_000
/** Whether each look finds much to collect: bytes in the heap, and outside of it. */
const looks = (...memories: [heap: number, outside: number][]) => {
  const isDue = spareRule()
  return memories.map(([heap, outside]) => isDue({ heapUsed: heap * MB, external: outside * MB }))
}

test('a heap that is what it was, or a little more, is left alone', () => {
  expect(looks([20, 5], [25, 5], [22, 5], [27, 5])).toEqual([false, false, false, false])
})

test('what a busy time left behind is due', () => {
  expect(looks([20, 5], [40, 5], [20, 5], [21, 5])).toEqual([false, true, false, false])
})

test('what large bodies left behind is due', () => {
  expect(looks([20, 5], [20, 60], [20, 5])).toEqual([false, true, false])
})

test('a heap that has grown for good is due once', () => {
  expect(looks([20, 5], [60, 5], [60, 5], [60, 5], [90, 5])).toEqual([false, true, false, false, true])
})

test('memory is looked at from time to time, and collected when that is due', async () => {
  let heapUsed = 20 * MB
  let looked = 0
  let collections = 0
  const memory = () => {
    looked += 1
    return { heapUsed, external: 0 }
  }
  const collect = () => {
    collections += 1
  }
  const stop = collectSpareMemory(memory, collect, 1)
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
  const much = () => ({ heapUsed: 0, external: Number.POSITIVE_INFINITY })
  const collect = () => {
    Bun.gc(false)
    collected = true
  }
  const stop = collectSpareMemory(much, collect, 1)
  await until(() => collected && process.memoryUsage().external < before + 16 * MB)
  stop()
})
