import { serves } from '#contract/channel-types/all.ts'
import type { Operation } from '#contract/channel-types/channel-type.ts'
import type { Channel } from '../registry/channels.ts'
import type { Health } from './health.ts'

/** Added to each weight, so that channels of weight 0 share the traffic evenly. */
const BASE_WEIGHT = 10

type Tiers = readonly (readonly Channel[])[]

/** Removes the channels whose type does not serve an operation; nearly always there are none. */
export function servingTiers(tiers: Tiers, operation: Operation): Tiers {
  for (const tier of tiers) {
    for (const { type } of tier) if (!serves(type, operation)) return onlyServing(tiers, operation)
  }
  return tiers
}

function onlyServing(tiers: Tiers, operation: Operation): Tiers {
  const serving = tiers.map((tier) => tier.filter(({ type }) => serves(type, operation)))
  return serving.filter((tier) => tier.length > 0)
}

/**
 * Returns the order in which channels are tried: tier by tier, inside a tier at random by weight, failing channels
 * after the healthy ones. No channel occurs twice. `random` returns numbers from 0 up to 1.
 */
export function channelOrder(
  tiers: Tiers,
  health: Pick<Health, 'isHealthy'>,
  random: () => number,
): readonly Channel[] {
  if (tiers.length === 1 && tiers[0]?.length === 1) return tiers[0]
  return tiers.flatMap((tier) => {
    if (tier.length === 1) return tier
    const healthy = tier.filter((channel) => health.isHealthy(channel.id))
    const failing = tier.filter((channel) => !health.isHealthy(channel.id))
    return [...shuffle(healthy, random), ...shuffle(failing, random)]
  })
}

/** Returns the share of a tier's calls that try a channel of this weight first, from 0 to 1. */
export function firstShare(weight: number, others: readonly number[]): number {
  const ticket = (each: number) => each + BASE_WEIGHT
  return ticket(weight) / others.reduce((sum, each) => sum + ticket(each), ticket(weight))
}

function shuffle(channels: readonly Channel[], random: () => number): Channel[] {
  const left = [...channels]
  const order: Channel[] = []
  while (left.length > 0) {
    const total = left.reduce((sum, channel) => sum + channel.weight + BASE_WEIGHT, 0)
    let ticket = random() * total
    const index = left.findIndex((channel) => {
      ticket -= channel.weight + BASE_WEIGHT
      return ticket < 0
    })
    order.push(...left.splice(index < 0 ? left.length - 1 : index, 1))
  }
  return order
}
