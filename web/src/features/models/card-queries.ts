import { queryOptions } from '@tanstack/react-query'
import { getModelCard } from '#contract/api/models.ts'
import { modelPerformance } from '#contract/api/traffic.ts'
import { call } from '#web/lib/api.ts'

/** One model of the catalogue. */
export const cardQuery = (name: string) =>
  queryOptions({
    queryKey: ['catalogue', 'card', name],
    queryFn: ({ signal }) => call(getModelCard, { query: { name } }, signal),
    staleTime: 60_000,
  })

/** What this site measured of a model on the last 30 days. */
export const performanceQuery = (name: string) =>
  queryOptions({
    queryKey: ['catalogue', 'performance', name],
    queryFn: ({ signal }) => call(modelPerformance, { query: { name } }, signal),
    staleTime: 5 * 60_000,
  })
