import type { HealthCell } from '#contract/api/traffic.ts'
import type { FailureKind } from '#contract/traffic.ts'
import type { InFlight } from '../../../calls/traffic/in-flight.ts'
import {
  chargesByCell,
  DAY,
  lastErrors,
  slicesByCell,
  sumsByCell,
  type TrafficFilter,
} from '../../../calls/traffic/queries.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { countFailures, presentSums } from './present.ts'

const HOUR = 3600
/** Parts of a time range whose start and end are shown: at most about 31. */
const STEPS = [HOUR, 6 * HOUR, DAY] as const
const MAX_SLICES = 31

/** The length in seconds of the slices of a range. */
export const stepOf = ({ start, end }: TrafficFilter): number =>
  STEPS.find((step) => (end - start) / step <= MAX_SLICES) ?? DAY

/** Lists every channel and model with attempts in a range, by channel id and model. */
export async function healthBoard(db: Queryable, filter: TrafficFilter, inFlight: InFlight): Promise<HealthCell[]> {
  const [sums, slices, errors, charges, channels] = await Promise.all([
    sumsByCell(db, filter),
    slicesByCell(db, filter, stepOf(filter)),
    lastErrors(db, filter),
    chargesByCell(db, filter),
    db.selectFrom('channels').select(['id', 'name', 'type', 'status']).execute(),
  ])
  const byId = new Map(channels.map((channel) => [channel.id, channel]))
  const [slicesOf, errorsOf, chargesOf] = [groupByCell(slices), groupByCell(errors), groupByCell(charges)]
  return sums
    .filter(({ channel_id }) => channel_id !== 0)
    .map((cell): HealthCell => {
      const { channel_id, model_name } = cell
      const channel = byId.get(channel_id)
      const key = cellKey(cell)
      return {
        channel_id,
        channel_name: channel?.name ?? '',
        channel_type: channel?.type ?? 0,
        channel_status: channel?.status ?? 0,
        model_name,
        ...presentSums(cell),
        in_flight: inFlight.of(channel_id),
        quota: chargesOf.get(key)?.[0]?.quota ?? 0,
        slices: (slicesOf.get(key) ?? []).map((slice) => ({
          at: slice.at,
          served: slice.served ?? 0,
          failed: countFailures(slice),
        })),
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

interface CellKey {
  channel_id: number
  model_name: string
}

const cellKey = ({ channel_id, model_name }: CellKey) => `${channel_id} ${model_name}`

function groupByCell<Row extends CellKey>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, cellKey)
}
