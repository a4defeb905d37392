import type { TaskPlatform } from '#contract/channel-types/tasks.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Channel } from '../../registry/channels.ts'
import { routeOrder } from '../../upstream/channel-order.ts'
import type { RelayDeps } from '../deps.ts'
import { type Caller, groupOf } from '../entry/admit.ts'
import type { Order, Wanted } from './order.ts'

/** USD of an action that has no price of its own (contract of this API family). */
const USUAL_USD = 0.1

/** Prices an order. Throws the Failure that the caller is told. */
export function orderOf({ id, caller, model, action, startedAt }: Wanted, deps: RelayDeps): Order {
  const group = groupOf(caller.user, caller.token, deps.services.options.values)
  if (caller.pinnedChannel === undefined && caller.token?.models && !caller.token.models.has(model)) {
    throw new Failure('model_not_allowed', { model })
  }
  const quote = deps.prices.callQuote(model, group, USUAL_USD)
  return { id, place: undefined, startedAt, caller, group, model, action, quote, attempts: [] }
}

/** The channels that may take an order, in the order in which they are asked. Throws a Failure when there is none. */
export function takersOf(
  platform: TaskPlatform,
  { group, model, caller }: Pick<Order, 'group' | 'model' | 'caller'>,
  { services, health }: RelayDeps,
): readonly [Channel, ...Channel[]] {
  if (caller.pinnedChannel !== undefined) return [pinned(platform, caller, services)]
  const [first, ...others] = routeOrder(services.channels.taskTiers(platform, group, model), health, Math.random)
  if (!first) throw new Failure('no_channel', { group, model })
  return [first, ...others]
}

function pinned(platform: TaskPlatform, { pinnedChannel }: Caller, { channels }: RelayDeps['services']): Channel {
  const channel = pinnedChannel === undefined ? undefined : channels.byId(pinnedChannel)
  if (channel?.tasks !== platform) throw new Failure('pinned_channel_invalid')
  if (channel.status !== 1) throw new Failure('pinned_channel_disabled')
  return channel
}
