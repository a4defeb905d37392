import { serves } from '#contract/channel-types/all.ts'
import { ApiError } from '../../errors/api-error.ts'
import type { Channel, Channels } from '../../registry/channels.ts'
import { channelOrder, servingTiers } from '../../upstream/channel-order.ts'
import type { RelayDeps } from '../deps.ts'
import type { Call } from '../request/call.ts'
import { routingName } from '../request/read-call.ts'
import { orderRules } from './order-rules.ts'

type RoutedCall = Pick<Call, 'group' | 'model' | 'pinnedChannel' | 'endpoint'>

/**
 * Returns the channels that may serve the call, in the order in which they are tried: the same order for one
 * conversation.
 */
export function candidates(
  call: RoutedCall,
  deps: Pick<RelayDeps, 'services' | 'costs'>,
  conversation?: string,
): readonly Channel[] {
  const { channels, options } = deps.services
  if (call.pinnedChannel !== undefined) {
    const channel = channels.byId(call.pinnedChannel)
    if (!channel || channel.tasks) throw new ApiError('pinned_channel_invalid')
    if (channel.status !== 1) throw new ApiError('pinned_channel_disabled')
    if (!serves(channel.type, call.endpoint.operation)) throw operationError(call)
    return [channel]
  }
  const offered = channels.tiers(call.group, routingName(call.model))
  if (offered.length === 0) throw noChannelError(call, channels)
  const tiers = servingTiers(offered, call.endpoint.operation)
  if (tiers.length === 0) throw operationError(call)
  return channelOrder(tiers, orderRules(call, conversation, deps), options.values.RetryTimes + 1)
}

/** 404 where no channel offers the model in any group: a retry does not help. */
function noChannelError({ group, model }: RoutedCall, { hasModel }: Pick<Channels, 'hasModel'>): ApiError {
  if (!hasModel(routingName(model))) return new ApiError('model_not_found', { model })
  return new ApiError('no_channel', { group, model })
}

function operationError({ model, endpoint }: RoutedCall): ApiError {
  return new ApiError('operation_unsupported', { model, path: endpoint.upstreamPath })
}
