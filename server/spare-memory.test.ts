import { expect, test } from 'bun:test'
import { until } from '#test/harness/until.ts'
import { collectSpareMemory } from './spare-memory.ts'

test('memory is collected when large bodies have left much behind, and only then', async () => {
  let bytes = 10_000_000
  let looks = 0
  let collections = 0
  const external = () => {
    looks += 1
    return bytes
  }
  const collect = () => {
    collections += 1
  }
  const stop = collectSpareMemory(external, collect, 1)
  await until(() => looks > 3)
  expect(collections).toBe(0)
  bytes = 60_000_000
  await until(() => collections > 0)
  stop()
})

test('what nobody holds any more is given back', async () => {
  const before = process.memoryUsage().external
  for (let i = 0; i < 64; i++) Buffer.alloc(1_000_000)
  let collected = false
  const stop = collectSpareMemory(
    () => Number.POSITIVE_INFINITY,
    () => {
      Bun.gc(false)
      collected = true
    },
    1,
  )
  await until(() => collected && process.memoryUsage().external < before + 16_000_000)
  stop()
})
