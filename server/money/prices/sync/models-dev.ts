import { isRecord } from '#contract/is-record.ts'
import type { LengthTier, ListTokenPrices } from '#contract/prices/sync/synced-prices.ts'
import { compact, type Json, listPriceOf, type PriceList, readAmount, readEntries } from './price-list.ts'

/** The `api.json` of models.dev: an object of sellers with their models, in USD per million tokens. */

const FIELDS = {
  input: 'input',
  output: 'output',
  reasoning: 'reasoning',
  cache_read: 'cache_read',
  cache_write_5m: 'cache_write',
  audio_input: 'input_audio',
  audio_output: 'output_audio',
} as const satisfies Partial<Record<keyof ListTokenPrices, string>>

/** Whether a document is such a list. */
export const isModelsDev = (document: unknown): document is Json =>
  isRecord(document) && Object.values(document).some((seller) => isRecord(seller) && isRecord(seller.models))

export function readModelsDev(document: Json): PriceList {
  const models = Object.entries(document).flatMap(([seller, entry]) =>
    Object.entries(isRecord(entry) && isRecord(entry.models) ? entry.models : {}).flatMap(([id, model]) =>
      isRecord(model) && isRecord(model.cost)
        ? [{ name: `${seller}/${id}`, seller, id, price: priceOf(model.cost, model) }]
        : [],
    ),
  )
  return readEntries('models.dev', models)
}

function priceOf(cost: Json, model: Json) {
  const { output } = isRecord(model.modalities) ? model.modalities : ({} as Json)
  const withoutOutput = Array.isArray(output) && output.length === 0
  return listPriceOf(tokensOf(cost), { lengths: lengthsOf(cost), withoutOutput })
}

const tokensOf = (cost: Json): ListTokenPrices =>
  compact<ListTokenPrices>(
    Object.fromEntries(Object.entries(FIELDS).map(([component, field]) => [component, readAmount(cost[field])])),
  )

const LEGACY_LENGTH = 200_000

/** `tiers` says the lengths; the older `context_over_200k` repeats the dearest of them under a fixed name. */
function lengthsOf(cost: Json): LengthTier[] {
  const tiers = Array.isArray(cost.tiers) ? cost.tiers.filter(isRecord) : []
  const stated = tiers.flatMap((tier) => {
    const { size, type = 'context' } = isRecord(tier.tier) ? tier.tier : ({} as Json)
    const isLength = type === 'context' && Number.isSafeInteger(size) && Number(size) > 0
    return isLength ? [{ above: Number(size), ...tokensOf(tier) }] : []
  })
  if (stated.length > 0) return stated
  return isRecord(cost.context_over_200k) ? [{ above: LEGACY_LENGTH, ...tokensOf(cost.context_over_200k) }] : []
}
