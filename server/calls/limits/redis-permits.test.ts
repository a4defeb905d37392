import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { hasRedis, startRedis, type TestRedis } from '#test/harness/redis.ts'
import { until } from '#test/harness/until.ts'
import { Meter } from '../../platform/meters/meter.ts'
import type { Sharing } from '../../platform/meters/permit-source.ts'
import { openRedisPermits } from '../../platform/meters/redis-permits.ts'
import { Slots } from '../../platform/meters/slots.ts'
import { redisClient } from '../../platform/store/redis-client.ts'
import { createCalendar } from './calendar.ts'
import { sharedDayEnd } from './counters.ts'

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
    await until(() => redis.status === 'ready')
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

  test('nodes whose clocks are 5 seconds off serve no more and no less', async () => {
    const skews = [0, 5000, -5000]
    const clocks = skews.map((skew) => () => Date.now() + skew)
    const sharings = await nodes()
    const meters = clocks.map((clock, index) => new Meter('skew', endOfMinute, sharings[index]!, clock))
    const sums = await Promise.all(meters.map((meter, index) => count(300, () => meter.take(1, 600, clocks[index]!()))))
    const sum = sums.reduce((a, b) => a + b)
    expect(sum).toBeLessThanOrEqual(600)
    expect(sum).toBeGreaterThanOrEqual(570)
  })

  test('a day that ends for the others 5 seconds before it ends for a node begins for it, too', async () => {
    const [right, behind] = (await nodes()).map((sharing) => ({ ...sharing, share: 0 }))
    const calendar = createCalendar('UTC')
    const { end } = calendar.windowAt('day', Date.now())
    // One second before midnight by the right clock.
    const offset = end - 1000 - Date.now()
    const clock = () => Date.now() + offset
    const late = () => clock() - 5000
    const first = new Meter('day', sharedDayEnd(calendar), right!, clock)
    // A window that began before the last ten seconds ends at midnight.
    expect(await first.take(1, 40, end - 60_000)).toBe(true)
    const use = async () => (await right!.source?.readUse([{ key: 'day', kind: 'permits' }]))?.[0]
    const second = new Meter('day', sharedDayEnd(calendar), behind!, late)
    await until(async () => (await use()) === 0)
    expect(await count(50, () => second.take(1, 40, late()))).toBe(40)
    expect(second.read(late()).endsAt - late()).toBeGreaterThan(12 * 3_600_000)
    expect(await count(50, () => first.take(1, 40, clock() + 5000))).toBe(0)
  })

  test('windows that end under load are each served up to the limit, and no further', async () => {
    const totals = new Map<string, number>()
    const watched = ({ source, ...sharing }: Sharing): Sharing => ({
      ...sharing,
      source: source && {
        ...source,
        isUp: true,
        async takePermits(key, request) {
          const grant = await source.takePermits(key, request)
          totals.set(grant.window, Math.max(totals.get(grant.window) ?? 0, grant.total))
          return grant
        },
      },
    })
    const shortly = (now: number) => now + 250
    const meters = (await nodes()).map((sharing) => new Meter('change', shortly, watched(sharing)))
    let served = 0
    await until(async () => {
      for (const meter of meters) served += await count(20, () => meter.take(1, 50, Date.now()))
      return totals.size >= 6
    })
    for (const total of totals.values()) expect(total).toBeLessThanOrEqual(50)
    expect(served).toBeLessThanOrEqual(totals.size * 50)
    expect(served).toBeGreaterThan(totals.size)
  })

  test('so many calls run at the same time as the limit allows, and a place is free again when one ends', async () => {
    const slots = (await nodes()).map((sharing) => new Slots('s1', sharing))
    const sums = await Promise.all(slots.map((one) => count(50, () => one.take(10))))
    expect(sums.reduce((a, b) => a + b)).toBe(10)
    const [busy] = slots.filter((_, index) => (sums[index] ?? 0) > 0)
    busy?.give(10)
    // The place is free as soon as Redis has heard of it; until then all refuse.
    const again = await until(async () => {
      const taken = (await Promise.all(slots.map((one) => one.take(10)))).filter(Boolean)
      return taken.length > 0 && taken
    })
    expect(again).toHaveLength(1)
  })

  test('the places of a node that stops are free', async () => {
    const [one, other] = await Promise.all([node('d'), node('e')])
    expect(await count(5, () => new Slots('s2', one).take(5))).toBeGreaterThan(0)
    await one.close()
    expect(await count(5, () => new Slots('s2', other).take(5))).toBe(5)
  })

  test('when Redis returns, empty or not, calls that began without it and those after it are no more than the limit', async () => {
    const sharings = await Promise.all([node('g', 2), node('h', 2)])
    const slots = sharings.map((sharing) => new Slots('s3', { ...sharing, source: sharing.source, nodes: 2, share: 0 }))
    await server.stop()
    const away = await Promise.all(slots.map((one) => count(30, () => one.take(20))))
    await server.start()
    await until(() => sharings.every(({ source }) => source?.isUp))
    const after = await Promise.all(slots.map((one) => count(30, () => one.take(20))))
    const running = [...away, ...after].reduce((a, b) => a + b)
    expect(running).toBeWithin(1, 21)
    // All places are told, so that a node that was not there meets a full limit.
    for (const one of slots) one.returnUnused()
    const late = new Slots('s3', await node('i', 3))
    await until(async () => (await sharings[0]?.source?.readUse([{ key: 's3', kind: 'slots' }]))?.[0] === running)
    expect(await count(30, () => late.take(20))).toBe(20 - running)
  })

  test('while Redis is away a node serves its part, and afterwards they count together again', async () => {
    const sharing = await node('f', 2)
    const meter = new Meter('m3', endOfMinute, sharing)
    expect(await meter.take(1, 40, Date.now())).toBe(true)
    await server.stop()
    expect(await count(100, () => meter.take(1, 40, Date.now()))).toBe(19)
    expect(sharing.source?.isUp).toBe(false)
    await server.start()
    // The first request of the renewed connection may still fail.
    await until(async () => {
      const { source } = sharing
      return source?.isUp && (await source.readUse([{ key: 'm3', kind: 'permits' }]).catch(() => undefined))
    })
    expect(await count(100, () => meter.take(1, 40, Date.now()))).toBe(0)
    await until(async () => (await sharing.source?.readUse([{ key: 'm3', kind: 'permits' }]))?.[0] === 20)
    const other = new Meter('m3', endOfMinute, await node('g', 2))
    expect(await count(100, () => other.take(1, 40, Date.now()))).toBeLessThanOrEqual(20)
  })
})
