import { describe, expect, test } from 'bun:test'
import { Meter } from './meter.ts'
import { partOf, type Sharing } from './permit-source.ts'
import { createSharedPermits } from './shared-permits.ts'
import { Slots } from './slots.ts'

const endOfMinute = (now: number) => now + 60_000

/** What each of several processes counts with. */
function processes(count: number, machines = 1) {
  const permits = createSharedPermits()
  const sharings = Array.from(
    { length: count },
    (_, index): Sharing => ({ source: partOf(permits.of(index + 1), () => machines), nodes: count, share: 0.05 }),
  )
  return { permits, sharings }
}

const served = (takes: (boolean | Promise<boolean>)[]) =>
  Promise.all(takes).then((taken) => taken.filter(Boolean).length)

describe('a limit that processes of one server share', () => {
  test('allows exactly its number of calls, wherever they arrive', async () => {
    for (const limit of [1, 2, 10, 37]) {
      const meters = processes(3).sharings.map((sharing) => new Meter('m', endOfMinute, sharing))
      const takes = Array.from({ length: 60 }, (_, n) => meters[n % 3]!.take(1, limit, Date.now()))
      expect(await served(takes)).toBe(limit)
    }
  })

  test('allows all of it to one process, when the others have no calls', async () => {
    const meters = processes(4).sharings.map((sharing) => new Meter('m', endOfMinute, sharing))
    const takes = Array.from({ length: 30 }, () => meters[2]!.take(1, 10, Date.now()))
    expect(await served(takes)).toBe(10)
  })

  test('counts what was counted before the server started, once', async () => {
    const { sharings } = processes(2)
    const meters = sharings.map((sharing) => new Meter('day', endOfMinute, sharing))
    for (const meter of meters) meter.add(7, Date.now())
    const takes = Array.from({ length: 20 }, (_, n) => meters[n % 2]!.take(1, 10, Date.now()))
    expect(await served(takes)).toBe(3)
  })

  test('is divided among machines that cannot ask each other', async () => {
    const meters = processes(2, 2).sharings.map((sharing) => new Meter('m', endOfMinute, sharing))
    const takes = Array.from({ length: 30 }, (_, n) => meters[n % 2]!.take(1, 10, Date.now()))
    expect(await served(takes)).toBe(5)
  })
})

describe('places for calls at the same time', () => {
  test('are as many as the limit, and free for other processes when they are given back', async () => {
    const [one, other] = processes(2).sharings.map((sharing) => new Slots('s', sharing))
    expect(await served(Array.from({ length: 5 }, () => one!.take(3)))).toBe(3)
    expect(await other!.take(3)).toBe(false)
    one!.give(3)
    expect(await other!.take(3)).toBe(true)
  })

  test('of a process that is gone are free again', async () => {
    const { permits, sharings } = processes(2)
    const [one, other] = sharings.map((sharing) => new Slots('s', sharing))
    expect(await served(Array.from({ length: 3 }, () => one!.take(3)))).toBe(3)
    expect(await other!.take(3)).toBe(false)
    permits.forget(1)
    expect(await other!.take(3)).toBe(true)
  })
})

test('windows that are over are forgotten, and count nothing', async () => {
  let now = 0
  const source = createSharedPermits(() => now).of(1)
  const request = { least: 1, want: 2, limit: 2, debt: 0, windowMs: 10 }
  const first = await source.takePermits('k', request)
  expect(first).toMatchObject({ granted: 2, total: 2 })
  expect(await source.takePermits('k', request)).toMatchObject({ granted: 0, window: first.window })
  expect(await source.readUse([{ key: 'k', kind: 'permits' }])).toEqual([2])
  now = 10
  expect(await source.readUse([{ key: 'k', kind: 'permits' }])).toEqual([0])
  expect(await source.takePermits('k', request)).toMatchObject({ granted: 2 })
})
