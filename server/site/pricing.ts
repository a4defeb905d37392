import type { PricingRow } from '#contract/api/pricing.ts'
import { vendorOf } from '../models/cards.ts'
import { priceFacts } from '../prices/price-facts.ts'
import { createPriceBook, type PriceBook } from '../prices/prices.ts'
import type { Services } from '../services.ts'

/** Creates a function that returns the price list, rebuilt only when options or channels have changed. */
export function createPricing(services: Services): () => PricingRow[] {
  const prices = createPriceBook(services.options)
  let rows: PricingRow[] = []
  let version = -1
  let models: ReadonlyMap<string, string[]> | undefined
  return () => {
    const current = services.channels.modelGroups()
    if (version !== services.options.version || models !== current) {
      const made = [...current].flatMap(([model, groups]) => pricingRow(model, groups, prices))
      rows = made.sort((a, b) => (a.model_name < b.model_name ? -1 : 1))
      version = services.options.version
      models = current
    }
    return rows
  }
}

/** A model without a price is not for sale and has no row. */
function pricingRow(model: string, groups: string[], prices: PriceBook): PricingRow[] {
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
