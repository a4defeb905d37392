import { queryOptions } from '@tanstack/react-query'
import type { Envelope } from '#contract/api/endpoint.ts'
import { type ModelMeasure, modelMeasures, type SiteMeasure } from '#contract/api/traffic.ts'
import { readEnvelope, request } from '#web/lib/api.ts'

/** Measurements of the last seven days by model; `site`: of all calls, if public. */
export interface Measures {
  models: ReadonlyMap<string, ModelMeasure>
  site: SiteMeasure | null
}

export const measuresQuery = queryOptions({
  queryKey: ['catalogue', 'measures'],
  queryFn: async ({ signal }): Promise<Measures> => {
    const reply: Envelope<ModelMeasure[]> & { site?: SiteMeasure | null } = await readEnvelope(
      await request(modelMeasures, {}, signal),
    )
    return { models: new Map(reply.data?.map((each) => [each.name, each])), site: reply.site ?? null }
  },
  staleTime: 60_000,
})
