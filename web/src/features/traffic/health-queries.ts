import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Envelope } from '#contract/api/endpoint.ts'
import { channelHealth, type HealthCell } from '#contract/api/traffic.ts'
import { readEnvelope, request } from '#web/lib/api.ts'
import { allSlices } from './health.ts'
import { PERIOD_SECONDS, type Period } from './health-search.ts'

const HOUR = 3600
const REFRESH_MS = 30_000

/** What channels did in a period that ends now. Times in Unix seconds, `step` = seconds of a slice. */
export interface Health {
  cells: readonly HealthCell[]
  step: number
  start: number
  end: number
}

/** The health of all channels in a period, read again every half minute while the page is visible. */
export const healthQuery = (period: Period) =>
  queryOptions({
    queryKey: ['health', period],
    queryFn: ({ signal }) => readHealth(period, {}, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

/** What each channel did in the last 24 hours with all of its models, by its id; or each model at all of its channels, by its name. */
export const sumsQuery = (by: 'channel' | 'model') =>
  queryOptions({
    queryKey: ['health', 'sums', by],
    queryFn: async ({ signal }) => {
      const health = await readHealth('24h', { by }, signal)
      const keyOf = (cell: HealthCell) => (by === 'channel' ? cell.channel_id : cell.model_name)
      return new Map(health.cells.map((cell) => [keyOf(cell), { cell, slices: allSlices(cell, health) }]))
    },
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  })

async function readHealth(period: Period, more: { by?: 'channel' | 'model' }, signal: AbortSignal): Promise<Health> {
  const end = Math.floor(Date.now() / 1000)
  const start = end - PERIOD_SECONDS[period]
  // Sums are by the hour: the hour in which the period begins belongs to it.
  const query = { start_timestamp: start - (start % HOUR), end_timestamp: end, ...more }
  const answer: Envelope<HealthCell[]> & { step?: number } = await readEnvelope(
    await request(channelHealth, { query }, signal),
  )
  return { cells: answer.data ?? [], step: answer.step ?? HOUR, start: query.start_timestamp, end }
}
