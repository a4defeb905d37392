import { describe, expect, test } from 'bun:test'
import { Meter } from './meter.ts'
import type { PermitRequest, PermitSource, Sharing } from './permit-source.ts'

const MINUTE = 60_000
const endOfMinute = (now: number) => now + MINUTE
const ALONE: Sharing = { source: undefined, nodes: 1, share: 0.05 }

/** The clock of all nodes and of their source, in milliseconds. */
let now = 1_000_000

/** A source in memory, as Redis is one, for all nodes of a test. */
function sharedSource() {
  let total = 0
  let endsAt = 0
  const state = { isUp: true, requests: [] as PermitRequest[] }
  const source: PermitSource = {
    get isUp() {
      return state.isUp
    },
    async takePermits(_key, request) {
      await Bun.sleep(1)
      state.requests.push(request)
      if (now >= endsAt) {
        total = 0
        endsAt = now + request.windowMs
      }
      total += request.debt
      const left = request.limit - total
      const granted = request.least <= left ? Math.max(0, Math.min(request.want, left)) : 0
      total += granted
      return { granted, msLeft: endsAt - now, total, window: String(endsAt) }
    },
    takeSlots: async () => 0,
    returnSlots: async () => {},
    readUse: async () => [],
    close: async () => {},
  }
  const node = (nodes: number, windowEnd = endOfMinute) =>
    new Meter('k', windowEnd, { source, nodes, share: 0.05 }, () => now)
  return { state, node }
}

const served = async (meter: Meter, calls: number, limit: number, amount = 1) =>
  (await Promise.all(Array.from({ length: calls }, () => meter.take(amount, limit, now)))).filter(Boolean).length

describe('a node on its own', () => {
  test('serves as many as the limit in a window, at once', () => {
    const meter = new Meter('k', endOfMinute, ALONE)
    const taken = Array.from({ length: 8 }, (_, n) => meter.take(1, 5, n))
    expect(taken).toEqual([true, true, true, true, true, false, false, false])
    expect(meter.read(0)).toEqual({ used: 5, spare: 0, endsAt: MINUTE })
    expect(meter.take(1, 5, MINUTE)).toBe(true)
  })

  test('a refused call does not count, and a larger limit counts at once', () => {
    const meter = new Meter('k', endOfMinute, ALONE)
    expect([meter.take(1, 1, 0), meter.take(1, 1, 0), meter.take(1, 2, 0), meter.take(1, 2, 0)]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  test('nothing passes a limit of 0', () => expect(new Meter('k', endOfMinute, ALONE).take(1, 0, 0)).toBe(false))

  test('an amount above the limit passes once, when nothing else was counted', () => {
    const meter = new Meter('k', endOfMinute, ALONE)
    expect(meter.take(500, 100, 0)).toBe(true)
    expect(meter.take(1, 100, 0)).toBe(false)
    expect(meter.take(1, 100, MINUTE)).toBe(true)
    expect(meter.take(500, 100, MINUTE)).toBe(false)
  })

  test('the real amount takes the place of the estimate, in its own window only', () => {
    const now = Date.now()
    const meter = new Meter('k', endOfMinute, ALONE)
    meter.take(80, 100, now)
    const { window } = meter
    meter.correct(-70, window, 100)
    expect(meter.read(now).used).toBe(10)
    meter.take(10, 100, now + MINUTE)
    meter.correct(500, window, 100)
    expect(meter.read(now + MINUTE).used).toBe(10)
  })

  test('several nodes without a source have an equal part each', async () => {
    const nodes = Array.from({ length: 3 }, () => new Meter('k', endOfMinute, { ...ALONE, nodes: 3 }))
    const counts = await Promise.all(nodes.map((node) => served(node, 50, 30)))
    expect(counts).toEqual([10, 10, 10])
  })
})

describe('several nodes with a source', () => {
  test('serve exactly the limit when one has all calls', async () => {
    const { node } = sharedSource()
    expect(await served(node(1), 500, 100)).toBe(100)
  })

  test('serve at most the limit, and all but what is taken in advance', async () => {
    const { node } = sharedSource()
    const nodes = [node(3), node(3), node(3)]
    const counts = await Promise.all(nodes.map((one) => served(one, 500, 300)))
    const sum = counts.reduce((a, b) => a + b)
    expect(sum).toBeLessThanOrEqual(300)
    expect(sum).toBeGreaterThanOrEqual(285)
  })

  test('a call for which permits are there makes no request', async () => {
    const { state, node } = sharedSource()
    const meter = node(1)
    await meter.take(1, 1000, Date.now())
    expect(meter.take(1, 1000, Date.now())).toBe(true)
    expect(state.requests).toHaveLength(1)
  })

  test('once the window is used up, calls are refused without a request', async () => {
    const { state, node } = sharedSource()
    const meter = node(1)
    await served(meter, 60, 50)
    const before = state.requests.length
    expect(await served(meter, 100, 50)).toBe(0)
    expect(state.requests).toHaveLength(before)
    expect(await served(meter, 100, 60)).toBe(10)
  })

  test('what was used beyond the grant counts for the others', async () => {
    const { node } = sharedSource()
    const [one, other] = [node(2), node(2)]
    await one.take(10, 100, now)
    one.correct(85, one.window, 100)
    await Bun.sleep(20)
    expect(await served(other, 20, 100)).toBeLessThanOrEqual(5)
  })

  test('while the source is down each node has its part, and later tells what it used', async () => {
    const { state, node } = sharedSource()
    const [one, other] = [node(2), node(2)]
    state.isUp = false
    expect(await served(one, 100, 40)).toBe(20)
    state.isUp = true
    // The other one may have served its part without a word.
    expect(await served(one, 100, 40)).toBe(0)
    expect(await served(other, 100, 40)).toBe(20)
  })

  test.each([0, 10, 20])('all serve at most the limit when the source returns, after %p calls alone', async (calls) => {
    const { state, node } = sharedSource()
    const [one, other] = [node(2), node(2)]
    const before = await served(one, 4, 40)
    state.isUp = false
    const alone = (await served(one, calls, 40)) + (await served(other, calls, 40))
    state.isUp = true
    const after = (await served(one, 100, 40)) + (await served(other, 100, 40))
    expect(before + alone + after).toBeWithin(36, 41)
  })

  test('a window of the source ends for all nodes', async () => {
    const { node } = sharedSource()
    const [one, other] = [node(2, (now) => now + 200), node(2, (now) => now + 200)]
    expect(await served(one, 10, 5)).toBe(5)
    expect(await served(other, 10, 5)).toBe(0)
    now += 250
    const sum = (await served(one, 5, 10)) + (await served(other, 5, 10))
    // One permit may be with the other node.
    expect(sum).toBeWithin(9, 11)
  })
})
