import type { UnpricedModel } from '#contract/api/options.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from '../calls/calls.ts'
import { isPriced } from '../money/prices/prices.ts'
import type { Platform } from '../platform/platform.ts'
import { countFailedCalls } from './logs/queries.ts'

const WEEK_SECONDS = 7 * 86_400

/**
 * Models that enabled channels offer without a price, with the number of these channels. Tasks have a default
 * price.
 */
export function listUnpriced({ channels, options }: Pick<Platform, 'options'> & Pick<Calls, 'channels'>) {
  return [...channels.modelGroups()].flatMap(([model, groups]) => {
    if (isPriced(options.values, model)) return []
    const serving = groups.flatMap((group) => channels.tiers(group, model)).flat()
    const count = new Set(serving.map(({ id }) => id)).size
    return count > 0 ? [{ model, channels: count }] : []
  })
}

/** The same, with the models of the most failed calls first. */
export async function unpricedModels(services: Platform & Calls): Promise<UnpricedModel[]> {
  const offered = listUnpriced(services)
  const since = nowInSeconds() - WEEK_SECONDS
  const failed = await countFailedCalls(
    services.store.reads,
    offered.map(({ model }) => model),
    since,
  )
  const all = offered.map((one) => ({ ...one, failed_calls: failed.get(one.model) ?? 0 }))
  return all.sort((a, b) => b.failed_calls - a.failed_calls || (a.model < b.model ? -1 : 1))
}
