import { queryOptions } from '@tanstack/react-query'
import type { Envelope } from '#contract/api/endpoint.ts'
import { getPricing, type PublicPrice } from '#contract/api/public-prices.ts'
import { readEnvelope, request } from '#web/lib/api.ts'

/** Models in default order, and each group's price ratio. */
export interface PriceList {
  rows: readonly PublicPrice[]
  ratios: Readonly<Record<string, number>>
}

/** The complete price list: filtering, sorting and paging happen in the browser. */
export const pricingQuery = queryOptions({
  queryKey: ['pricing'],
  queryFn: async ({ signal }): Promise<PriceList> => {
    const answer: Envelope<PublicPrice[]> & { group_ratio?: Record<string, number> } = await readEnvelope(
      await request(getPricing, {}, signal),
    )
    return { rows: inUsualOrder(answer.data ?? []), ratios: answer.group_ratio ?? {} }
  },
  staleTime: 60_000,
})

/** Sorts names that start with gpt first, as in compatible consoles. */
export function inUsualOrder(rows: readonly PublicPrice[]): PublicPrice[] {
  const first = (name: string) => (name.startsWith('gpt') ? 0 : 1)
  return rows.toSorted(
    ({ model_name: one }, { model_name: other }) => first(one) - first(other) || (one < other ? -1 : 1),
  )
}
