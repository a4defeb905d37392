import type { PublicPrice } from '#contract/api/public-prices.ts'
import { BILLED_BY } from '#contract/api/public-prices.ts'
import type { Price } from '#contract/prices/price.ts'

type PriceFacts = Pick<PublicPrice, 'quota_type' | 'model_ratio' | 'model_price' | 'completion_ratio'>

/** A price as the price list and the catalogue state it. */
export function priceFacts({ modelPrice, modelRatio, ratios }: Price): PriceFacts {
  const perCall = modelPrice !== null
  return {
    quota_type: perCall ? BILLED_BY.call : BILLED_BY.tokens,
    model_ratio: perCall ? 0 : modelRatio,
    model_price: modelPrice ?? 0,
    completion_ratio: perCall ? 0 : ratios.output,
  }
}
