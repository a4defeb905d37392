import { queryOptions } from '@tanstack/react-query'
import type { Envelope } from '#contract/api/endpoint.ts'
import { type CatalogueRow, listModelCards } from '#contract/api/models.ts'
import { readEnvelope, request } from '#web/lib/api.ts'

/** The models that some group can use, with what is known of them, and each group's price ratio. */
export interface Catalogue {
  rows: readonly CatalogueRow[]
  ratios: Readonly<Record<string, number>>
}

export const catalogueQuery = queryOptions({
  queryKey: ['models', 'cards'],
  queryFn: async ({ signal }): Promise<Catalogue> => {
    const answer: Envelope<CatalogueRow[]> & { group_ratio?: Record<string, number> } = await readEnvelope(
      await request(listModelCards, {}, signal),
    )
    return { rows: answer.data ?? [], ratios: answer.group_ratio ?? {} }
  },
  staleTime: 60_000,
})
