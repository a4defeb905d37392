import { NO_USAGE } from '#contract/prices/price.ts'
import { DEFAULT_ROUTING_ORDER, type RoutingOrder } from '#contract/routing.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { type OrderRules, type Ranks, ticketsOf } from '../../upstream/channel-order.ts'
import { upstreamModel } from '../../upstream/upstream-model.ts'
import type { RelayDeps } from '../deps/deps.ts'

type Deps = Pick<RelayDeps, 'services' | 'costs'>

/** What the order of equal channels follows from: the conversation, if any, else random numbers from 0 up to 1. */
export interface Draw {
  conversation?: (() => string | undefined) | undefined
  random?: () => number
  /** As many channels as a call without full channels tries; default: by the option. */
  most?: number
}

/** Latencies of one step are equal: the next one is a quarter longer. */
const LATENCY_STEP = Math.log(1.25)
/** What costs are compared by: input and output in the proportion of common calls. */
export const COMPARED_USAGE = { ...NO_USAGE, input: 3000, output: 1000 }

/** Returns how the channels of one priority are ordered for calls of a group. */
export const orderOf = (group: string, { services }: Pick<Deps, 'services'>): RoutingOrder => {
  const { GroupRouting } = services.options.values
  return (Object.hasOwn(GroupRouting, group) && GroupRouting[group]) || DEFAULT_ROUTING_ORDER
}

/**
 * Returns the rules by which the channels of a call are ordered. Calls of one `conversation` get the same order while
 * the channels are equally good: their prompt is cached where the last one was.
 */
export function orderRules(
  { group, model }: { group: string; model: string },
  { conversation, random = Math.random }: Pick<Draw, 'conversation' | 'random'>,
  deps: Deps,
): OrderRules {
  const { circuits } = deps.services
  return {
    isHealthy: ({ id }) => circuits.isHealthy(id, model),
    random,
    ranks:
      conversation && deps.services.options.values.ConversationAffinityEnabled
        ? () => ranksOf(conversation())
        : undefined,
    score: scoreBy(orderOf(group, deps), model, deps),
  }
}

const HASHES = 2 ** 32

/** Returns the ranks of a conversation: the same on all nodes. */
export function ranksOf(conversation: string | undefined): Ranks | undefined {
  if (conversation === undefined) return undefined
  const seed = Bun.hash.xxHash32(conversation)
  return (of) => (Bun.hash.xxHash32(String(of), seed) + 0.5) / HASHES
}

function scoreBy(order: RoutingOrder, model: string, deps: Deps): OrderRules['score'] {
  if (order === 'latency') return (channel) => latencyStep(channel, model, deps)
  if (order === 'cost') return (channel) => costOfCall(channel, model, deps) ?? Number.POSITIVE_INFINITY
  if (order === 'busy') return (channel) => busyness(channel, deps)
  return undefined
}

/** A channel that was not measured lately is as good as the fastest, so that it gets calls and is measured. */
function latencyStep({ id }: Channel, model: string, { services }: Deps): number {
  const ms = services.circuits.latency(id, model)
  return ms === undefined ? 0 : Math.floor(Math.log(Math.max(1, ms)) / LATENCY_STEP)
}

/** Returns what a common call costs at a channel, in thousandths of a unit; undefined = the price is unknown. */
export function costOfCall(channel: Channel, model: string, { costs }: Pick<Deps, 'costs'>) {
  return costs.costOf(channel.buyPrice, upstreamModel(channel, model), { usage: COMPARED_USAGE })
}

/** Returns the calls in progress at a channel, relative to its weight. */
const busyness = ({ id, weight }: Channel, { services }: Deps) => services.inFlight.of(id) / ticketsOf(weight)
