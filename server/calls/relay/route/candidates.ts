import { serves } from '#contract/channel-types/all.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { type Channels, servingTiers, type Tiers } from '../../registry/channels.ts'
import type { ResponsePlace } from '../../stored-responses/response-places.ts'
import { channelOrder } from '../../upstream/channel-order.ts'
import type { Call } from '../call/call.ts'
import { maxTries } from '../call/call-run.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { routingName } from '../read/read-call.ts'
import { type Draw, orderRules } from './order-rules.ts'

type RoutedCall = Pick<Call, 'group' | 'model' | 'pinnedChannel' | 'endpoint'> & { history?: History | undefined }

/** The response that a call goes on from, which one channel has. */
export type History = Pick<ResponsePlace, 'id' | 'channel'>

/**
 * Returns the channels that may serve the call, in the order in which they are tried: the same order for one
 * conversation. Where limits or resting keys may leave a channel out, those that would take its place follow.
 */
export function candidates(
  call: RoutedCall,
  deps: Pick<RelayDeps, 'services' | 'costs'>,
  draw: Draw = {},
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
  const tiers = withHistory(servingTiers(offered, call.endpoint.operation), call.history)
  if (tiers.length === 0) throw operationError(call)
  const [only] = tiers
  if (tiers.length === 1 && only?.length === 1) return only
  const rules = orderRules(call, draw, deps)
  const order = channelOrder(tiers, rules, draw.most ?? maxTries(options.values))
  const mayBeFull = ({ id, limits }: Channel) => limits !== undefined || deps.services.keyPools.of(id) !== undefined
  return order.some(mayBeFull) ? [...order, ...channelOrder(tiersWithout(tiers, order), rules)] : order
}

function tiersWithout(tiers: Tiers, channels: readonly Channel[]): Tiers {
  const known = new Set(channels)
  return tiers.map((tier) => tier.filter((channel) => !known.has(channel)))
}

/** Leaves the channel that has the response; with another one the vendor would not find it. */
function withHistory(tiers: Tiers, history: History | undefined): Tiers {
  if (!history) return tiers
  const left = tiers.map((tier) => tier.filter(({ id }) => id === history.channel)).filter(({ length }) => length > 0)
  if (left.length === 0) throw new ApiError('previous_response_not_found', { id: history.id })
  return left
}

/** 404 where no channel offers the model in any group: a retry does not help. */
function noChannelError({ group, model }: RoutedCall, { hasModel }: Pick<Channels, 'hasModel'>): ApiError {
  if (!hasModel(routingName(model))) return new ApiError('model_not_found', { model })
  return new ApiError('no_channel', { group, model })
}

function operationError({ model, endpoint }: RoutedCall): ApiError {
  return new ApiError('operation_unsupported', { model, path: endpoint.upstreamPath })
}
