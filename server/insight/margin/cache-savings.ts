import type { CacheSavings } from '#contract/api/margin.ts'
import { NO_USAGE } from '#contract/prices/price.ts'
import type { Calls } from '../../calls/calls.ts'
import { firstShare } from '../../calls/upstream/channel-order.ts'
import { upstreamModel } from '../../calls/upstream/upstream-model.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { type CostBook, createCostBook } from '../../money/prices/cost-book.ts'
import type { Platform } from '../../platform/platform.ts'
import { cachedTokens, type MarginFilter } from './queries.ts'

type Services = Platform & Pick<Calls, 'channels'>

/**
 * Returns what vendors' caches saved by their own counts of tokens read: their price as fresh input minus the price of
 * reading. Without affinity a call would have met the cache of its conversation as often as its channel is drawn: the rest
 * is what affinity saved, at today's prices, weights and priorities.
 */
export async function readCacheSavings(services: Services, filter: MarginFilter): Promise<CacheSavings> {
  const rows = await cachedTokens(services.store.reads, filter)
  const costs = createCostBook(services.options)
  const { ConversationAffinityEnabled } = services.options.values
  const sums = { tokens: 0, saved: 0, affinity: 0 }
  for (const { channel_id, model_name, tokens } of rows) {
    const channel = services.channels.byId(channel_id)
    const saved = channel && savedBy(channel, model_name, Number(tokens), costs)
    sums.tokens += Number(tokens)
    if (!channel || saved === undefined) continue
    sums.saved += saved
    if (ConversationAffinityEnabled) sums.affinity += saved * (1 - drawnShare(channel, model_name, services))
  }
  return { tokens: sums.tokens, saved: Math.round(sums.saved / MILLI), affinity: Math.round(sums.affinity / MILLI) }
}

const MILLI = 1000

/** Thousandths of a unit; undefined = the channel's price is unknown. */
function savedBy(channel: Channel, model: string, tokens: number, costs: CostBook): number | undefined {
  const costAs = (kind: 'input' | 'cacheRead') =>
    costs.costOf(channel.buyPrice, upstreamModel(channel, model), { usage: { ...NO_USAGE, [kind]: tokens } })
  const [fresh, read] = [costAs('input'), costAs('cacheRead')]
  return fresh === undefined || read === undefined ? undefined : fresh - read
}

/** The share of a model's calls that the channel would get by its weight, as a mean of its groups. */
function drawnShare(channel: Channel, model: string, { channels }: Services): number {
  const shares = channel.groups.flatMap((group) => {
    const tier = channels.tiers(group, model).find((each) => each.some(({ id }) => id === channel.id))
    return tier
      ? [
          firstShare(
            channel.weight,
            tier.filter(({ id }) => id !== channel.id).map(({ weight }) => weight),
          ),
        ]
      : []
  })
  return shares.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length
}
