import { queryOptions } from '@tanstack/react-query'
import type { Envelope } from '#contract/api/endpoint.ts'
import { type Incident, type ModelStatus, siteStatus } from '#contract/api/traffic.ts'
import { readEnvelope, request } from '#web/lib/api.ts'

/** The state of all models, and incidents, latest first. */
export interface SiteStatus {
  models: readonly ModelStatus[]
  incidents: readonly Incident[]
}

/** What the status page shows; refused while it is not public. */
export const siteStatusQuery = queryOptions({
  queryKey: ['site-status'],
  queryFn: async ({ signal }): Promise<SiteStatus> => {
    const reply: Envelope<ModelStatus[]> & { incidents?: Incident[] } = await readEnvelope(
      await request(siteStatus, {}, signal),
    )
    return { models: reply.data ?? [], incidents: reply.incidents ?? [] }
  },
  staleTime: 30_000,
})
