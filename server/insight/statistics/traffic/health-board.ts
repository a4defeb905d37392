import type { HealthCell } from '#contract/api/traffic.ts'
import type { FailureKind } from '#contract/traffic.ts'
import type { InFlight } from '../../../calls/live-calls/live-calls.ts'
import {
  chargesByCell,
  DAY,
  lastErrors,
  type Sums,
  slicesByCell,
  sumsByCell,
  type TrafficFilter,
} from '../../../calls/traffic/queries.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { addSums, countFailures, presentSums } from './present.ts'

const HOUR = 3600
/** Parts of a time range whose start and end are shown: at most about 31. */
const STEPS = [HOUR, 6 * HOUR, DAY] as const
const MAX_SLICES = 31

/** The length in seconds of the slices of a range. */
export const stepOf = ({ start, end }: TrafficFilter): number =>
  STEPS.find((step) => (end - start) / step <= MAX_SLICES) ?? DAY

/**
 * Lists every channel and model with attempts in a range, by channel id and model; with `by`, every channel with the
 * sums of its models, or every model with those of its channels.
 */
export async function healthBoard(
  db: Queryable,
  filter: TrafficFilter,
  inFlight: InFlight,
  by?: 'channel' | 'model',
): Promise<HealthCell[]> {
  const step = stepOf(filter)
  const [sums, slices, errors, charges, channels] = await Promise.all([
    sumsByCell(db, filter),
    slicesByCell(db, filter, step, by !== undefined),
    lastErrors(db, filter),
    chargesByCell(db, filter, step),
    db.selectFrom('channels').select(['id', 'name', 'type', 'status']).execute(),
  ])
  const byId = new Map(channels.map((channel) => [channel.id, channel]))
  const keyOf = ({ channel_id, model_name }: CellKey) =>
    by === 'channel' ? String(channel_id) : by === 'model' ? model_name : `${channel_id} ${model_name}`
  // What no channel served is no attempt at one.
  const served = sums.filter(({ channel_id }) => channel_id !== 0)
  const slicesOf = Map.groupBy(
    slices.filter(({ channel_id }) => channel_id !== 0),
    keyOf,
  )
  const errorsOf = Map.groupBy(errors, keyOf)
  const chargesOf = Map.groupBy(charges, keyOf)
  return [...Map.groupBy(served, keyOf)]
    .map(([key, cells]): HealthCell => {
      const { channel_id: id = 0, model_name = '' } = cells[0] ?? {}
      const channel_id = by === 'model' ? 0 : id
      const channel = byId.get(channel_id)
      const spent = chargesOf.get(key) ?? []
      return {
        channel_id,
        channel_name: channel?.name ?? '',
        channel_type: channel?.type ?? 0,
        channel_status: channel?.status ?? 0,
        model_name: by === 'channel' ? '' : model_name,
        ...presentSums(cells.reduce<Sums>(addSums, {})),
        in_flight: inFlight.of(channel_id),
        quota: sumOf(spent),
        slices: [...Map.groupBy(slicesOf.get(key) ?? [], ({ at }) => at)].map(([at, parts]) => {
          const sum = parts.reduce<Sums>(addSums, {})
          const counts = { at, served: sum.served ?? 0, failed: countFailures(sum) }
          if (!by) return counts
          const { first_byte_ms } = presentSums(sum)
          return { ...counts, first_byte_ms: first_byte_ms?.p50, quota: sumOf(spent.filter((each) => each.at === at)) }
        }),
        errors: (errorsOf.get(key) ?? []).map(({ kind, created_at, status, message, request_id }) => ({
          kind: kind as FailureKind,
          at: created_at,
          status,
          message,
          request_id,
        })),
      }
    })
    .sort((a, b) => a.channel_id - b.channel_id || (a.model_name < b.model_name ? -1 : 1))
}

const sumOf = (charges: readonly { quota: number }[]) => charges.reduce((sum, { quota }) => sum + Number(quota), 0)

interface CellKey {
  channel_id: number
  model_name: string
}
