import { serves } from '#contract/channel-types/all.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Channel, Channels } from '../../registry/channels.ts'
import { routeOrder, servingTiers } from '../../upstream/channel-order.ts'
import type { RelayDeps } from '../deps.ts'
import type { Call } from '../request/call.ts'
import { routingName } from '../request/read-call.ts'
import { randomFrom } from './affinity.ts'

type Wanted = Pick<Call, 'group' | 'model' | 'pinnedChannel' | 'endpoint'>

/** The channels that may serve the call, in the order in which they are tried: the same for one conversation. */
export function candidates(call: Wanted, { services, health }: RelayDeps, conversation?: string): readonly Channel[] {
  const { channels, options } = services
  if (call.pinnedChannel !== undefined) {
    const channel = channels.byId(call.pinnedChannel)
    if (!channel || channel.tasks) throw new Failure('pinned_channel_invalid')
    if (channel.status !== 1) throw new Failure('pinned_channel_disabled')
    if (!serves(channel.type, call.endpoint.operation)) throw unserved(call)
    return [channel]
  }
  const offered = channels.tiers(call.group, routingName(call.model))
  if (offered.length === 0) throw unoffered(call, channels)
  const tiers = servingTiers(offered, call.endpoint.operation)
  if (tiers.length === 0) throw unserved(call)
  const order = routeOrder(tiers, health, conversation === undefined ? Math.random : randomFrom(conversation))
  const most = options.values.RetryTimes + 1
  return order.length > most ? order.slice(0, most) : order
}

/** 404 where no channel has the model, in whatever group and use: asking again does not help. */
function unoffered({ group, model }: Wanted, { hasModel }: Pick<Channels, 'hasModel'>): Failure {
  if (!hasModel(routingName(model))) return new Failure('model_not_found', { model })
  return new Failure('no_channel', { group, model })
}

function unserved({ model, endpoint }: Wanted): Failure {
  return new Failure('operation_unsupported', { model, path: endpoint.upstreamPath })
}
