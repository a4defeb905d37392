import { queryOptions } from '@tanstack/react-query'
import type { Envelope } from '#contract/api/endpoint.ts'
import { type CatalogueRow, listModelCards } from '#contract/api/models.ts'
import { readEnvelope, request } from '#web/lib/api.ts'

/** Models by name, and each group's price ratio. */
export interface Catalogue {
  rows: readonly CatalogueRow[]
  ratios: Readonly<Record<string, number>>
}

/** The complete catalogue: filtering, sorting and paging happen in the browser. */
export const catalogueQuery = queryOptions({
  queryKey: ['catalogue', 'all'],
  queryFn: async ({ signal }): Promise<Catalogue> => {
    const reply: Envelope<CatalogueRow[]> & { group_ratio?: Record<string, number> } = await readEnvelope(
      await request(listModelCards, {}, signal),
    )
    return { rows: reply.data ?? [], ratios: reply.group_ratio ?? {} }
  },
  staleTime: 60_000,
})
