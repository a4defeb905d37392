import { queryOptions } from '@tanstack/react-query'
import type { Envelope } from '#contract/api/endpoint.ts'
import { getPricing, type PricingRow } from '#contract/api/pricing.ts'
import { readEnvelope, request } from '#web/lib/api.ts'

/** Models in their usual order, and what each group's prices are multiplied by. */
export interface PriceList {
  rows: readonly PricingRow[]
  ratios: Readonly<Record<string, number>>
}

/** The whole price list: it is filtered, sorted and paged here. */
export const pricingQuery = queryOptions({
  queryKey: ['pricing'],
  queryFn: async ({ signal }): Promise<PriceList> => {
    const answer: Envelope<PricingRow[]> & { group_ratio?: Record<string, number> } = await readEnvelope(
      await request(getPricing, {}, signal),
    )
    return { rows: inUsualOrder(answer.data ?? []), ratios: answer.group_ratio ?? {} }
  },
  staleTime: 60_000,
})

/** As in other consoles of this family: names that start with gpt first. */
export function inUsualOrder(rows: readonly PricingRow[]): PricingRow[] {
  const first = (name: string) => (name.startsWith('gpt') ? 0 : 1)
  return rows.toSorted(
    ({ model_name: one }, { model_name: other }) => first(one) - first(other) || (one < other ? -1 : 1),
  )
}
