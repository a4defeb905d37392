import type { TaskPlatform } from '#contract/channel-types/tasks.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { channelOrder } from '../../upstream/channel-order.ts'
import { type Caller, groupServing } from '../admit/admit.ts'
import { checkModelAllowed } from '../admit/model-access.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { orderRules } from '../route/order-rules.ts'
import type { TaskOrder, TaskRequest } from './submit-and-charge.ts'

/** USD of an action without a price of its own (contract of this API family). */
const DEFAULT_USD = 0.1

/** Creates the priced order of a task. Throws the ApiError for the caller. */
export function createOrder({ id, caller, model, action, startedAt }: TaskRequest, deps: RelayDeps): TaskOrder {
  const { channels, options } = deps.services
  const group = groupServing(caller, options.values, (each) => channels.offersTask(each, model))
  checkModelAllowed(caller, model)
  const quote = deps.prices.callQuote(model, group, caller.user.userRatio, DEFAULT_USD)
  return { id, index: undefined, startedAt, caller, group, model, action, quote, attempts: [] }
}

/**
 * Returns the channels that may take an order, in the order in which they are tried. Throws an ApiError when there
 * is none.
 */
export function channelsForOrder(
  platform: TaskPlatform,
  { group, model, caller }: Pick<TaskOrder, 'group' | 'model' | 'caller'>,
  deps: RelayDeps,
): readonly [Channel, ...Channel[]] {
  const { services } = deps
  if (caller.pinnedChannel !== undefined) return [pinnedTaskChannel(platform, caller, services)]
  const tiers = services.channels.taskTiers(platform, group, model)
  const [first, ...others] = channelOrder(tiers, orderRules({ group, model }, {}, deps))
  if (!first) throw new ApiError('no_channel', { group, model })
  return [first, ...others]
}

function pinnedTaskChannel(
  platform: TaskPlatform,
  { pinnedChannel }: Caller,
  { channels }: RelayDeps['services'],
): Channel {
  const channel = pinnedChannel === undefined ? undefined : channels.byId(pinnedChannel)
  if (channel?.tasks !== platform) throw new ApiError('pinned_channel_invalid')
  if (channel.status !== 1) throw new ApiError('pinned_channel_disabled')
  return channel
}
