import type { DraftChannel, ReplayReport, ReplaySums } from '#contract/api/routing.ts'
import type { Usage } from '#contract/prices/price.ts'
import type { RoutingOrder } from '#contract/routing.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { type Channels, indexChannels } from '../../calls/registry/channels.ts'
import { maxTries } from '../../calls/relay/call/call-run.ts'
import type { RelayDeps } from '../../calls/relay/deps/deps.ts'
import { candidates } from '../../calls/relay/route/candidates.ts'
import { upstreamModel } from '../../calls/upstream/upstream-model.ts'
import { OPENAI_CHAT, type Operation } from '../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { ApiError } from '../../platform/errors/api-error.ts'

/** A call that was made. */
export interface PastCall {
  /** Unix seconds. */
  at: number
  requestId: string
  group: string
  model: string
  usage: Usage
}

/** What was measured of a model at a channel in the period. */
export interface Measured {
  /** The share of attempts that failed, from 0 to 1. */
  failed: number
  /** Milliseconds to the first byte; undefined = none was measured. */
  latency: number | undefined
}
export type MeasuredOf = (channel: number, model: string) => Measured

/** A set of channels and the order of their groups. */
interface Scene {
  channels: readonly Channel[]
  orders: Readonly<Record<string, RoutingOrder>>
}

/** Operations that a row may have been; the log does not say which. */
const OPERATIONS: readonly Operation[] = ['chat', 'embeddings', 'images', 'rerank', 'speech', 'transcriptions']
const MILLI = 1000
const PERCENT = 100

/**
 * Replays calls with the channels as they are and as a draft has them. Both are expectations by the same figures: a
 * channel fails with the share of attempts that failed there, and then the next one is tried.
 */
export function replay(
  calls: readonly PastCall[],
  draft: { channels: readonly DraftChannel[]; orders: Readonly<Record<string, RoutingOrder>> },
  measured: MeasuredOf,
  deps: RelayDeps,
): ReplayReport {
  const now = [...deps.services.channels.all()]
  const { GroupRouting } = deps.services.options.values
  const today = play(calls, { channels: now, orders: GroupRouting }, measured, deps)
  const drafted = { channels: withDraft(now, draft.channels), orders: { ...GroupRouting, ...draft.orders } }
  const planned = play(calls, drafted, measured, deps)
  const share = (served: ReadonlyMap<number, number>, id: number) =>
    calls.length === 0 ? 0 : round(((served.get(id) ?? 0) / calls.length) * PERCENT)
  return {
    calls: calls.length,
    since: calls.reduce((oldest, { at }) => Math.min(oldest, at), calls[0]?.at ?? 0),
    today: today.sums,
    draft: planned.sums,
    channels: now
      .map(({ id, name }) => ({ id, name, today: share(today.served, id), draft: share(planned.served, id) }))
      .filter((each) => each.today > 0 || each.draft > 0)
      .sort((a, b) => Math.max(b.today, b.draft) - Math.max(a.today, a.draft)),
  }
}

/** Returns the channels with the changes of a draft. */
function withDraft(channels: readonly Channel[], drafts: readonly DraftChannel[]): Channel[] {
  const byId = new Map(drafts.map((draft) => [draft.id, draft]))
  return channels.map((channel) => {
    const { priority = channel.priority, weight = channel.weight, enabled } = byId.get(channel.id) ?? {}
    const { enabled: on, disabled: off } = CHANNEL_STATUS
    const status = enabled === undefined ? channel.status : enabled ? on : off
    return { ...channel, priority, weight, status }
  })
}

interface Played {
  sums: ReplaySums
  /** Calls by channel that would have served them, as expectations. */
  served: Map<number, number>
}

function play(calls: readonly PastCall[], scene: Scene, measured: MeasuredOf, deps: RelayDeps): Played {
  const sceneDeps = depsOf(scene, deps)
  const operations = new Map<string, Operation>()
  const served = new Map<number, number>()
  let [failed, cost, costed, latency, timed] = [0, 0, 0, 0, 0]
  for (const call of calls) {
    const { model } = call
    let left = 1
    for (const channel of orderOf(call, operations, sceneDeps)) {
      const { failed: share, latency: ms } = measured(channel.id, model)
      const here = left * (1 - share)
      served.set(channel.id, (served.get(channel.id) ?? 0) + here)
      const price = deps.costs.costOf(channel.buyPrice, upstreamModel(channel, model), { usage: call.usage })
      if (price !== undefined) {
        cost += here * price
        costed += here
      }
      if (ms !== undefined) {
        latency += left * ms
        timed += here
      }
      left *= share
      if (left === 0) break
    }
    failed += left
  }
  const share = (part: number) => (calls.length === 0 ? 0 : round((part / calls.length) * PERCENT))
  const latency_ms = timed > 0 ? Math.round(latency / timed) : null
  return { sums: { failed: share(failed), cost: round(cost / MILLI), costed: share(costed), latency_ms }, served }
}

/** The parts that routing reads, with the scene in place of what is there; every channel is healthy. */
function depsOf({ channels, orders }: Scene, { services, ...deps }: RelayDeps): RelayDeps {
  const index: Channels = { ...services.channels, ...indexChannels(channels) }
  const options = { ...services.options, values: { ...services.options.values, GroupRouting: orders } }
  const circuits = { ...services.circuits, isHealthy: () => true }
  return { ...deps, services: { ...services, channels: index, options, circuits } }
}

/** Returns the channels in the order in which the call would have tried them; none where nothing offers its model. */
function orderOf(
  { group, model, requestId }: PastCall,
  known: Map<string, Operation>,
  deps: RelayDeps,
): readonly Channel[] {
  const operation = known.get(model)
  for (const each of operation ? [operation] : OPERATIONS) {
    try {
      const endpoint = { ...OPENAI_CHAT, operation: each }
      const order = candidates({ group, model, pinnedChannel: undefined, endpoint }, deps, {
        conversation: () => requestId,
      })
      known.set(model, each)
      return order.slice(0, maxTries(deps.services.options.values))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  return []
}

const round = (value: number) => Math.round(value * PERCENT) / PERCENT
