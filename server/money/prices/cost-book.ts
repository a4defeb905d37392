import { type BuyPrice, buyPriceOf, NO_BUY_PRICE } from '#contract/prices/buy-price.ts'
import { costOf, ratesOf, type Usage } from '#contract/prices/price.ts'
import { appliesAt, nextChange } from '#contract/prices/price-rules.ts'
import type { Options } from '../../platform/options/open-options.ts'
import { listedOf } from './listed.ts'
import { listPrice, priceName } from './prices.ts'
import { createQuote, type Quote, quoteForUsage } from './quote.ts'

/** What a call used, as far as its vendor bills it. */
export interface BoughtUsage {
  usage: Usage
  /** The service tier that the answer names, also where the caller does not pay for it. */
  tier?: string | undefined
  /** USD that the vendor itself says the call costs. */
  told?: number | undefined
  /** How many times the price of a single image is billed; undefined = the call has no images, or they are unknown. */
  images?: number | undefined
  /** The call asks for images, so that a price per call is one per image. */
  isImages?: boolean
  /** The usage is an estimate. */
  isEstimated?: boolean
}

/** Computes what calls cost the operator. */
export interface CostBook {
  /**
   * Returns thousandths of a unit; undefined = the price is unknown. `buy`: the buy price of the channel, the same
   * object for all of its calls. `model`: the name that was sent to the upstream.
   */
  costOf(buy: BuyPrice | undefined, model: string, bought: BoughtUsage): number | undefined
}

const MAX_CACHED = 10_000
/** The caller's group has no part in what a vendor charges. */
const NO_GROUP = ''

interface Cached {
  quote: Quote | undefined
  /** Milliseconds since the epoch: from then on other rules may apply. */
  until: number
}

/** The only options that a cost depends on. */
type UnitOptions = { readonly values: Pick<Options['values'], 'QuotaPerUnit' | 'SyncedPrices'> }

/** Creates a cost book over the vendors' list prices: what the operator charges has no part in what they cost. */
export function createCostBook(options: UnitOptions, now: () => number = Date.now): CostBook {
  let byPrice = new WeakMap<BuyPrice, Map<string, Cached>>()
  let cached = 0
  let unit = options.values.QuotaPerUnit
  let synced = options.values.SyncedPrices

  function quoteOf(buy: BuyPrice, model: string): Quote | undefined {
    const { QuotaPerUnit, SyncedPrices } = options.values
    if (unit !== QuotaPerUnit || synced !== SyncedPrices || cached > MAX_CACHED) {
      unit = QuotaPerUnit
      synced = SyncedPrices
      byPrice = new WeakMap()
      cached = 0
    }
    const quotes = byPrice.get(buy) ?? new Map<string, Cached>()
    const known = quotes.get(model)
    const at = now()
    if (known && at < known.until) return known.quote
    const listed = listedOf(synced, model)
    const { rules } = listed
    const price = buyPriceOf(listPrice(model, listed, unit), buy, model, unit)
    const applied = rules.filter((rule) => appliesAt(rule, { at, group: NO_GROUP }))
    const quote = price && createQuote(price, applied, { group: NO_GROUP, version: '' })
    byPrice.set(buy, quotes.set(model, { quote, until: nextChange(rules, at) }))
    if (!known) cached += 1
    return quote
  }

  return {
    costOf(buy = NO_BUY_PRICE, model, bought) {
      // What the operator has agreed with the vendor stands over what the vendor lists.
      if (bought.told !== undefined && buy === NO_BUY_PRICE)
        return Math.round(bought.told * options.values.QuotaPerUnit * 1000)
      const quote = quoteOf(buy, priceName(model))
      if (!quote) return undefined
      const { usage, tier = usage.tier, isImages, images, isEstimated } = bought
      const used = tier === usage.tier ? usage : { ...usage, tier }
      const { price, rates } = quote.forSize ? quoteForUsage(quote, used) : quote
      if (!isImages || quote.free) return costOf(rates, used)
      // A price per call is that of one image; tokens of images cannot be estimated.
      if (price.modelPrice === null) return isEstimated ? undefined : costOf(rates, used)
      if (images === undefined) return undefined
      return costOf(ratesOf({ ...price, modelPrice: Number((price.modelPrice * images).toFixed(9)) }), used)
    },
  }
}
