import { describe, expect, test } from 'bun:test'
import type { Channel } from '../../formats/providers/channel.ts'
import { servingTiers } from '../registry/channels.ts'
import { channelOrder, firstShare, type OrderRules } from './channel-order.ts'

const channel = (id: number, weight = 0) => ({ id, weight }) as Channel
const ids = (channels: readonly Channel[]) => channels.map(({ id }) => id)
const healthy = (random: () => number = Math.random): OrderRules => ({ isHealthy: () => true, random })

/** Counts how often each channel is first in many orders. */
function firsts(tier: Channel[]): Map<number, number> {
  const counts = new Map<number, number>()
  let turn = 0
  // Evenly spread numbers instead of random ones: the shares are exact.
  const random = () => (turn++ * 0.618033988749895) % 1
  for (let call = 0; call < 3000; call++) {
    turn = call
    const id = channelOrder([tier], healthy(random))[0]?.id ?? 0
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

describe('the order of channels', () => {
  test('goes tier by tier', () => {
    const tiers = [[channel(1), channel(2)], [channel(3)], [channel(4), channel(5)]]
    for (let call = 0; call < 50; call++) {
      const order = ids(channelOrder(tiers, healthy()))
      expect(order.slice(0, 2).sort()).toEqual([1, 2])
      expect(order[2]).toBe(3)
      expect(order.slice(3).sort()).toEqual([4, 5])
    }
  })

  test('names each channel once, whatever the random numbers', () => {
    const tier = Array.from({ length: 9 }, (_, i) => channel(i, i * 7))
    for (const random of [() => 0, () => 0.999999999, () => 1, Math.random]) {
      expect(ids(channelOrder([tier], healthy(random))).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    }
  })

  test('is empty without channels', () => {
    expect(channelOrder([], healthy())).toEqual([])
    expect(channelOrder([[]], healthy())).toEqual([])
  })

  test('leaves the tiers as they are', () => {
    const tier = [channel(1), channel(2), channel(3)]
    channelOrder([tier], healthy())
    expect(ids(tier)).toEqual([1, 2, 3])
  })
})

describe('inside a tier', () => {
  test('channels of weight 0 share the calls', () => {
    for (const count of firsts([channel(1), channel(2), channel(3)]).values()) expect(count).toBeWithin(980, 1021)
  })

  test('a channel gets its weight plus ten', () => {
    const counts = firsts([channel(1, 0), channel(2, 10), channel(3, 30)])
    expect(counts.get(1)).toBeWithin(408, 450)
    expect(counts.get(2)).toBeWithin(836, 878)
    expect(counts.get(3)).toBeWithin(1693, 1735)
  })

  test('failing channels come behind the healthy ones of all tiers', () => {
    const rules = { ...healthy(), isHealthy: ({ id }: Channel) => id !== 1 }
    for (let call = 0; call < 50; call++) {
      const order = ids(channelOrder([[channel(1, 1000), channel(2), channel(3)], [channel(4)]], rules))
      expect(order.slice(2)).toEqual([4, 1])
    }
  })

  test('a failing main channel is tried after its backup, even where only one may be tried', () => {
    const rules = { ...healthy(), isHealthy: ({ id }: Channel) => id !== 1 }
    const tiers = [[channel(1)], [channel(2)], [channel(3)]]
    expect(ids(channelOrder(tiers, rules))).toEqual([2, 3, 1])
    expect(ids(channelOrder(tiers, rules, 1))).toEqual([2])
    expect(ids(channelOrder(tiers, { ...rules, isHealthy: ({ id }) => id === 3 }))).toEqual([3, 1, 2])
  })

  test('channels that all fail are tried all the same', () => {
    const rules = { ...healthy(), isHealthy: () => false }
    expect(ids(channelOrder([[channel(1), channel(2)]], rules)).sort()).toEqual([1, 2])
  })
})

describe('a score', () => {
  const scores: Record<number, number> = { 1: 3, 2: 1, 3: 2, 4: 1 }
  const scored = { ...healthy(), score: ({ id }: Channel) => scores[id] ?? 0 }

  test('comes before the weight, and equal scores share by weight', () => {
    const tier = [channel(1, 1000), channel(2), channel(3, 500), channel(4)]
    const first = new Set<number>()
    for (let call = 0; call < 60; call++) {
      const order = ids(channelOrder([tier], scored))
      expect(order.slice(2)).toEqual([3, 1])
      first.add(order[0] ?? 0)
    }
    expect([...first].sort()).toEqual([2, 4])
  })

  test('does not bring a failing channel forward, nor a channel of a lower tier', () => {
    const rules = { ...scored, isHealthy: ({ id }: Channel) => id !== 2 }
    expect(ids(channelOrder([[channel(1), channel(2)], [channel(4)]], rules))).toEqual([1, 4, 2])
  })
})

describe('only the first channels that may be tried', () => {
  test('are drawn, the healthy ones first', () => {
    const tier = Array.from({ length: 50 }, (_, id) => channel(id))
    const rules = { ...healthy(), isHealthy: ({ id }: Channel) => id >= 48 }
    for (let call = 0; call < 50; call++) {
      const order = ids(channelOrder([tier, [channel(99)]], rules, 4))
      expect(order.slice(0, 2).sort()).toEqual([48, 49])
      expect(new Set(order).size).toBe(4)
    }
    expect(ids(channelOrder([[channel(1)], [channel(2)]], healthy(), 1))).toEqual([1])
  })

  test('are a few out of five thousand without a look at the others', () => {
    const tier = Array.from({ length: 5000 }, (_, id) => channel(id, id % 7))
    channelOrder([tier], healthy(), 4)
    let looks = 0
    const rules = { ...healthy(), isHealthy: () => ++looks > 0 }
    for (let call = 0; call < 100; call++) channelOrder([tier], rules, 4)
    expect(looks).toBeLessThanOrEqual(400)
  })
})

test('channels whose type does not serve the call are left out, and the tiers that they leave empty', () => {
  const of = (id: number, type: number) => ({ id, type }) as Channel
  const tiers = [[of(1, 38)], [of(2, 1), of(3, 38)], [of(4, 42)]]
  expect(servingTiers(tiers, 'chat').map(ids)).toEqual([[2], [4]])
  expect(servingTiers(tiers, 'completions').map(ids)).toEqual([[2]])
  expect(servingTiers(tiers, 'embeddings')).toBe(tiers)
  expect(servingTiers([[of(5, 38)]], 'chat')).toEqual([])
})

test('the share that is told is how often a channel comes first', () => {
  for (const [weight, other] of [
    [0, 0],
    [20, 0],
    [5, 40],
  ] as const) {
    const first = firsts([channel(1, weight), channel(2, other)]).get(1) ?? 0
    expect(firstShare(weight, [other])).toBeCloseTo(first / 3000, 1)
  }
  expect(firstShare(20, [0])).toBe(0.75)
  expect(firstShare(7, [])).toBe(1)
})
