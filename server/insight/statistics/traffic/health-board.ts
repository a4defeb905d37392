import type { HealthCell } from '#contract/api/traffic.ts'
import type { FailureKind } from '#contract/traffic.ts'
import type { InFlight } from '../../../calls/traffic/in-flight.ts'
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
 * Lists every channel and model with attempts in a range, by channel id and model; with `whole`, every channel with
 * the sums of its models.
 */
export async function healthBoard(
  db: Queryable,
  filter: TrafficFilter,
  inFlight: InFlight,
  whole = false,
): Promise<HealthCell[]> {
  const [sums, slices, errors, charges, channels] = await Promise.all([
    sumsByCell(db, filter),
    slicesByCell(db, filter, stepOf(filter)),
    lastErrors(db, filter),
    chargesByCell(db, filter),
    db.selectFrom('channels').select(['id', 'name', 'type', 'status']).execute(),
  ])
  const byId = new Map(channels.map((channel) => [channel.id, channel]))
  const keyOf = whole ? ({ channel_id }: CellKey) => String(channel_id) : cellKey
  const slicesOf = Map.groupBy(slices, keyOf)
  const errorsOf = Map.groupBy(errors, keyOf)
  const chargesOf = Map.groupBy(charges, keyOf)
  return [...Map.groupBy(sums, keyOf).values()]
    .map((cells) => {
      const { channel_id = 0, model_name = '' } = cells[0] ?? {}
      return {
        ...cells.reduce<Sums>(addSums, {}),
        channel_id,
        model_name: whole ? '' : model_name,
      } as (typeof sums)[number]
    })
    .filter(({ channel_id }) => channel_id !== 0)
    .map((cell): HealthCell => {
      const { channel_id, model_name } = cell
      const channel = byId.get(channel_id)
      const key = keyOf(cell)
      return {
        channel_id,
        channel_name: channel?.name ?? '',
        channel_type: channel?.type ?? 0,
        channel_status: channel?.status ?? 0,
        model_name,
        ...presentSums(cell),
        in_flight: inFlight.of(channel_id),
        quota: (chargesOf.get(key) ?? []).reduce((sum, { quota }) => sum + Number(quota), 0),
        slices: [...Map.groupBy(slicesOf.get(key) ?? [], ({ at }) => at)].map(([at, parts]) => ({
          at,
          served: parts.reduce((sum, { served = 0 }) => sum + served, 0),
          failed: parts.reduce((sum, part) => sum + countFailures(part), 0),
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
