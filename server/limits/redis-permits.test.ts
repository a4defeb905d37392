import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { hasRedis, startRedis, type TestRedis } from '#test/harness/redis.ts'
import { redisClient } from '../store/redis-transport.ts'
import { Meter } from './meter.ts'
import type { Sharing } from './permit-source.ts'
import { openRedisPermits } from './redis-permits.ts'
import { Slots } from './slots.ts'

const WAIT_MS = 10_000

describe.skipIf(!hasRedis)('permits of several nodes through Redis', () => {
  let server: TestRedis
  const closers: (() => Promise<void>)[] = []
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(async () => {
    for (const close of closers) await close()
    await server.stop()
  })

  async function node(name: string, nodes = 3): Promise<Sharing & { close(): Promise<void> }> {
    const redis = redisClient(server.url, () => {})
    const source = openRedisPermits(redis, name, () => {})
    for (const end = Date.now() + WAIT_MS; redis.status !== 'ready' && Date.now() < end; ) await Bun.sleep(5)
    const close = async () => {
      await source.close()
      redis.disconnect()
    }
    closers.push(close)
    return { source, nodes, share: 0.05, close }
  }
  const nodes = () => Promise.all(['a', 'b', 'c'].map((name) => node(name)))
  const endOfMinute = (now: number) => now + 60_000

  const count = (calls: number, take: () => boolean | Promise<boolean>) =>
    Promise.all(Array.from({ length: calls }, take)).then((taken) => taken.filter(Boolean).length)

  test('three nodes serve the limit, less at most the share, and never more', async () => {
    const meters = (await nodes()).map((sharing) => new Meter('m1', endOfMinute, sharing))
    const sums = await Promise.all(meters.map((meter) => count(500, () => meter.take(1, 600, Date.now()))))
    const sum = sums.reduce((a, b) => a + b)
    expect(sum).toBeLessThanOrEqual(600)
    expect(sum).toBeGreaterThanOrEqual(570)
  })

  test('without an advance they serve exactly the limit', async () => {
    const meters = (await nodes()).map((sharing) => new Meter('m2', endOfMinute, { ...sharing, share: 0 }))
    const sums = await Promise.all(meters.map((meter) => count(100, () => meter.take(1, 77, Date.now()))))
    expect(sums.reduce((a, b) => a + b)).toBe(77)
  })

  test('so many calls run at the same time as the limit allows, and a place is free again when one ends', async () => {
    const slots = (await nodes()).map((sharing) => new Slots('s1', sharing))
    const sums = await Promise.all(slots.map((one) => count(50, () => one.take(10))))
    expect(sums.reduce((a, b) => a + b)).toBe(10)
    const [busy] = slots.filter((_, index) => (sums[index] ?? 0) > 0)
    busy?.give(10)
    await Bun.sleep(20)
    const again = await Promise.all(slots.map((one) => one.take(10)))
    expect(again.filter(Boolean)).toHaveLength(1)
  })

  test('the places of a node that stops are free', async () => {
    const [one, other] = await Promise.all([node('d'), node('e')])
    expect(await count(5, () => new Slots('s2', one).take(5))).toBeGreaterThan(0)
    await one.close()
    expect(await count(5, () => new Slots('s2', other).take(5))).toBe(5)
  })

  test('while Redis is away a node serves its part, and afterwards they count together again', async () => {
    const sharing = await node('f', 2)
    const meter = new Meter('m3', endOfMinute, sharing)
    expect(await meter.take(1, 40, Date.now())).toBe(true)
    await server.stop()
    expect(await count(100, () => meter.take(1, 40, Date.now()))).toBe(19)
    expect(sharing.source?.isUp).toBe(false)
    await server.start()
    for (const end = Date.now() + WAIT_MS; Date.now() < end; await Bun.sleep(50)) {
      if (!sharing.source?.isUp) continue
      // The first request of the renewed connection may still fail.
      if ((await sharing.source.readUse([{ key: 'm3', kind: 'permits' }]).catch(() => undefined)) !== undefined) break
    }
    expect(await count(100, () => meter.take(1, 40, Date.now()))).toBe(20)
    const other = new Meter('m3', endOfMinute, await node('g', 2))
    expect(await count(10, () => other.take(1, 40, Date.now()))).toBe(0)
  })
})
