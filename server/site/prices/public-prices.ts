import type { Reply } from '#contract/api/endpoint.ts'
import { BILLED_BY, type PublicPrice, type ratioConfig } from '#contract/api/public-prices.ts'
import type { Calls } from '../../calls/calls.ts'
import { vendorOf } from '../../calls/models/cards.ts'
import { priceFacts } from '../../money/prices/price-facts.ts'
import { createPriceBook, type PriceBook } from '../../money/prices/prices.ts'
import type { Platform } from '../../platform/platform.ts'

/** Creates a function that returns the price list, rebuilt only when options or channels have changed. */
export function createPricing(services: Platform & Calls): () => PublicPrice[] {
  const prices = createPriceBook(services.options)
  let rows: PublicPrice[] = []
  let version = -1
  let models: ReadonlyMap<string, string[]> | undefined
  return () => {
    const current = services.channels.modelGroups()
    if (version !== services.options.version || models !== current) {
      const made = [...current].flatMap(([model, groups]) => publicPrice(model, groups, prices))
      rows = made.sort((a, b) => (a.model_name < b.model_name ? -1 : 1))
      version = services.options.version
      models = current
    }
    return rows
  }
}

/** The list as maps by model: tokens by their ratios, calls by their price. */
export function ratioMaps(services: Platform, rows: readonly PublicPrice[]): Reply<typeof ratioConfig> {
  const prices = createPriceBook(services.options)
  const maps: Reply<typeof ratioConfig> = {
    model_ratio: {},
    completion_ratio: {},
    cache_ratio: {},
    create_cache_ratio: {},
    model_price: {},
  }
  for (const { model_name, quota_type, model_ratio, completion_ratio, model_price } of rows) {
    const ratios = prices.quote(model_name, '')?.price.ratios
    if (quota_type === BILLED_BY.call) maps.model_price[model_name] = model_price
    else if (ratios) {
      maps.model_ratio[model_name] = model_ratio
      maps.completion_ratio[model_name] = completion_ratio
      maps.cache_ratio[model_name] = ratios.cacheRead
      maps.create_cache_ratio[model_name] = ratios.cacheWrite5m
    }
  }
  return maps
}

/** A model without a price is not for sale and has no row. */
function publicPrice(model: string, groups: string[], prices: PriceBook): PublicPrice[] {
  const quote = prices.quote(model, '')
  if (!quote) return []
  return [
    {
      model_name: model,
      ...priceFacts(quote.price),
      owner_by: '',
      vendor: vendorOf(model) ?? '',
      enable_groups: [...groups].sort(),
    },
  ]
}
