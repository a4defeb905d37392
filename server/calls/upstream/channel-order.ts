import type { Channel } from '../../formats/providers/channel.ts'

/** Added to each weight, so that channels of weight 0 share the traffic evenly. */
const BASE_WEIGHT = 10

type Tier = readonly Channel[]
type Tiers = readonly Tier[]

/** Gives each number one from 0 up to 1, always the same for one conversation. */
export type Ranks = (of: number) => number

/** What the order inside a tier follows from. */
export interface OrderRules {
  isHealthy(channel: Channel): boolean
  /** Returns numbers from 0 up to 1. */
  random(): number
  /** Returns the ranks of the call's conversation, which keeps its channel; asked only where several are equal. */
  ranks?: (() => Ranks | undefined) | undefined
  /** Channels of a lower score come first, of an equal one at random by weight; absent = all are equal. */
  score?: ((channel: Channel) => number) | undefined
}

/**
 * Returns the first `most` channels in the order in which they are tried: the healthy ones tier by tier, inside a tier
 * by score and at random by weight; then the failing ones in the same way. No channel occurs twice.
 */
export function channelOrder(tiers: Tiers, rules: OrderRules, most = Number.POSITIVE_INFINITY): readonly Channel[] {
  const [only] = tiers
  if (tiers.length === 1 && only?.length === 1) return only
  const order: Channel[] = []
  const failing: Channel[] = []
  for (const tier of tiers) {
    if (order.length >= most) break
    const ordered = tierOrder(tier, rules, most - order.length)
    order.push(...ordered.healthy)
    failing.push(...ordered.failing)
  }
  return failing.length === 0 ? order : [...order, ...failing].slice(0, most)
}

/** Returns the share of a tier's calls that try a channel of this weight first, from 0 to 1. */
export function firstShare(weight: number, others: readonly number[]): number {
  return ticketsOf(weight) / others.reduce((sum, each) => sum + ticketsOf(each), ticketsOf(weight))
}

/** Returns the tickets of a channel in the draw of its tier. */
export const ticketsOf = (weight: number) => weight + BASE_WEIGHT

/** Channels in their order; of the healthy ones the first `most`, of the failing ones maybe not all where these suffice. */
interface OrderedTier {
  healthy: readonly Channel[]
  failing: readonly Channel[]
}

function tierOrder(tier: Tier, rules: OrderRules, most: number): OrderedTier {
  const { isHealthy, score } = rules
  const [only] = tier
  if (only && tier.length === 1)
    return isHealthy(only) ? { healthy: tier, failing: NONE } : { healthy: NONE, failing: tier }
  if (!score) return equalOrder(tier, rules, Math.min(most, tier.length))
  const { healthy, failing } = equalOrder(tier, rules, tier.length)
  const scores = new Map(healthy.map((channel) => [channel, score(channel)]))
  const byScore = (a: Channel, b: Channel) => (scores.get(a) ?? Infinity) - (scores.get(b) ?? Infinity)
  return { healthy: healthy.toSorted(byScore).slice(0, most), failing }
}

const NONE: Tier = []

/** Sums of the tickets of a tier up to each of its channels. A tier never changes, so that they are computed once. */
const sumsOfTier = new WeakMap<Tier, Float64Array>()

function ticketSums(tier: Tier): Float64Array {
  const known = sumsOfTier.get(tier)
  if (known) return known
  let sum = 0
  const sums = Float64Array.from(tier, ({ weight }) => {
    sum += ticketsOf(weight)
    return sum
  })
  sumsOfTier.set(tier, sums)
  return sums
}

/** Ranking takes time for each channel; the order of a larger tier is drawn by the conversation's own numbers. */
const MAX_RANKED = 256

/** Orders channels as if they were equally good: those of a conversation always in the same way. */
function equalOrder(tier: Tier, rules: OrderRules, most: number): OrderedTier {
  const ranks = rules.ranks?.()
  if (!ranks) return drawnOrder(tier, rules, most)
  if (tier.length > MAX_RANKED) {
    let drawn = 0
    return drawnOrder(tier, { ...rules, random: () => ranks(--drawn) }, most)
  }
  const ranked = rankedBy(ranks, tier)
  const healthy = ranked.filter((channel) => rules.isHealthy(channel))
  if (healthy.length === ranked.length) return { healthy: healthy.slice(0, most), failing: NONE }
  return { healthy: healthy.slice(0, most), failing: ranked.filter((channel) => !rules.isHealthy(channel)) }
}

/**
 * Ranks channels for a conversation by weighted rendezvous hashing: each gets a share by its weight, on all nodes the
 * same, and a channel that comes or goes moves no conversation but its own. https://doi.org/10.1109/90.663936
 */
function rankedBy(ranks: Ranks, tier: Tier): Tier {
  const timed = tier.map((channel) => ({ channel, time: -Math.log(ranks(channel.id)) / ticketsOf(channel.weight) }))
  return timed.sort((a, b) => a.time - b.time).map(({ channel }) => channel)
}

/** Draws that find nothing new before the rest of a tier is ordered as a whole. */
const VAIN_DRAWS = 8

/**
 * Draws channels by weight, each at most once, until `most` healthy ones are drawn. Takes time for the channels that are
 * drawn, not for those of the tier, unless many of them fail.
 */
function drawnOrder(tier: Tier, { isHealthy, random }: OrderRules, most: number): OrderedTier {
  const sums = ticketSums(tier)
  const total = sums[sums.length - 1] ?? 0
  const drawn = new Set<number>()
  const order: Channel[] = []
  const failing: Channel[] = []
  for (let vain = 0; vain < VAIN_DRAWS && order.length < most && drawn.size < tier.length; ) {
    const index = indexOfTicket(sums, random() * total)
    const channel = tier[index]
    if (!channel || drawn.has(index)) {
      vain++
      continue
    }
    drawn.add(index)
    if (isHealthy(channel)) order.push(channel)
    else failing.push(channel)
  }
  if (order.length >= most) return { healthy: order, failing }
  const rest = shuffle(
    tier.filter((_, index) => !drawn.has(index)),
    random,
  )
  order.push(...rest.filter((channel) => isHealthy(channel)))
  failing.push(...rest.filter((channel) => !isHealthy(channel)))
  return { healthy: order.slice(0, most), failing }
}

/** Returns the first index whose sum is above the ticket. */
function indexOfTicket(sums: Float64Array, ticket: number): number {
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) > ticket) high = middle
    else low = middle + 1
  }
  return low
}

/** Orders channels by weight without replacement: each gets an exponential time, and the shortest comes first. */
function shuffle(channels: readonly Channel[], random: () => number): Channel[] {
  const timed = channels.map((channel) => ({ channel, time: -Math.log(1 - random()) / ticketsOf(channel.weight) }))
  return timed.sort((a, b) => a.time - b.time).map(({ channel }) => channel)
}
