import type { ModelOutlook, RouteOutlook } from '#contract/api/channel-outlook.ts'
import { channelType } from '#contract/channel-types/all.ts'
import { taskPlatform } from '#contract/channel-types/tasks.ts'
import type { Calls } from '../calls/calls.ts'
import type { Tiers } from '../calls/registry/channels.ts'
import { servingTiers } from '../calls/registry/channels.ts'
import { firstShare } from '../calls/upstream/channel-order.ts'
import { isPriced } from '../money/prices/prices.ts'
import type { Platform } from '../platform/platform.ts'
import { channelOperation } from './checks/test-request.ts'

/** A channel as its form describes it, stored or not. */
export interface PlannedChannel {
  id?: number | undefined
  type: number
  models: readonly string[]
  group: readonly string[]
  priority: number
  weight: number
}

const MAX_MODELS_LISTED = 3

/**
 * Previews how calls would be routed if this channel were enabled as it is, by the rules of the relay, with all
 * channels healthy.
 */
export function routingPreview(
  { channels, options }: Pick<Platform, 'options'> & Pick<Calls, 'channels'>,
  planned: PlannedChannel,
) {
  const platform = taskPlatform(channelType(planned.type)?.provider)
  const tiersOf = (group: string, model: string): Tiers => {
    const tiers = platform ? channels.taskTiers(platform, group, model) : channels.tiers(group, model)
    const others = tiers.map((tier) => tier.filter(({ id }) => id !== planned.id)).filter((tier) => tier.length > 0)
    const operation = platform ? undefined : channelOperation({ type: planned.type, modelMapping: {} }, model)
    return operation ? servingTiers(others, operation) : others
  }
  const groupsOf = channels.modelGroups()
  const models = planned.models.map((model): ModelOutlook => {
    const others = (groupsOf.get(model) ?? []).flatMap((group) => tiersOf(group, model).flat())
    // Tasks have a default price.
    const priced = platform !== undefined || isPriced(options.values, model)
    return { model, priced, elsewhere: new Set(others.map(({ id }) => id)).size }
  })
  const routes = planned.group.flatMap((group) =>
    planned.models.map((model) => ({ model, group, ...positionAmong(tiersOf(group, model), planned) })),
  )
  return { models, routes: groupByPosition(routes), attempts: options.values.RetryTimes + 1 }
}

type RoutePosition = Pick<RouteOutlook, 'before' | 'beside' | 'after' | 'percent'>

function positionAmong(tiers: Tiers, { priority, weight }: PlannedChannel): RoutePosition {
  const others = tiers.flat()
  const beside = others.filter((other) => other.priority === priority)
  const share = firstShare(
    weight,
    beside.map((other) => other.weight),
  )
  return {
    before: others.filter((other) => other.priority > priority).length,
    beside: beside.length,
    after: others.filter((other) => other.priority < priority).length,
    percent: Math.round(share * 100),
  }
}

/** Groups the models of a group with the same position into one entry, the largest entries first. */
function groupByPosition(places: readonly (RoutePosition & { model: string; group: string })[]): RouteOutlook[] {
  const found = new Map<string, RouteOutlook>()
  for (const { model, ...place } of places) {
    const key = JSON.stringify(place)
    const same = found.get(key)
    if (!same) found.set(key, { ...place, models: [model], count: 1 })
    else {
      same.count++
      if (same.models.length < MAX_MODELS_LISTED) same.models.push(model)
    }
  }
  return [...found.values()].sort((one, other) => other.count - one.count)
}
