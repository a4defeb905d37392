import type { CatalogueRow } from '#contract/api/models.ts'
import { BILLED_BY, type PublicPrice } from '#contract/api/public-prices.ts'
import { hasOutputPrice } from '#contract/models.ts'
import { costOf, NO_USAGE, type Price, ratesOf, tokensUsed, USD_PER_RATIO } from '#contract/prices/price.ts'

/** Returns whether a model has a fixed price per call, independent of tokens. */
export const isPerCall = ({ quota_type }: Pick<PublicPrice, 'quota_type'>) => quota_type === BILLED_BY.call

/** The facts that the prices of a model follow from. */
export type PricedRow = Pick<CatalogueRow, 'kind' | 'quota_type' | 'model_ratio' | 'model_price' | 'completion_ratio'>

/** Token counts of a hypothetical call. */
export interface Tokens {
  input: number
  output: number
}

/** Returns USD per million tokens of a model that is billed by tokens. */
export function usdPerMillion(
  { model_ratio, completion_ratio }: Pick<PublicPrice, 'model_ratio' | 'completion_ratio'>,
  groupRatio: number,
): Tokens {
  const input = model_ratio * USD_PER_RATIO * groupRatio
  return { input, output: input * completion_ratio }
}

/** Returns USD per call of a model that is billed per call. */
export const usdPerCall = ({ model_price }: Pick<PublicPrice, 'model_price'>, groupRatio: number) =>
  model_price * groupRatio

/** Returns the USD cost of one call, computed like the ledger; models without output are charged by their input alone. */
export function usdOfCall(row: PricedRow, groupRatio: number, quotaPerUnit: number, { input, output }: Tokens): number {
  const price: Price = {
    modelPrice: isPerCall(row) ? row.model_price : null,
    modelRatio: row.model_ratio,
    ratios: { ...NO_USAGE, output: row.completion_ratio },
    groupRatio,
    quotaPerUnit,
  }
  return costOf(ratesOf(price), tokensUsed(input, hasOutputPrice(row.kind) ? output : 0)) / 1000 / quotaPerUnit
}
