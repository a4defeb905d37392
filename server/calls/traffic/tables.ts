import type { Generated } from 'kysely'

/** Attempts by the hour, channel (0 = calls that no channel served) and model; for the other sums see `server/calls/traffic`. */
export interface TrafficHourTable {
  created_at: number
  channel_id: number
  model_name: string
  served: Generated<number>
}

/** The last error of each channel, model and kind. */
export interface TrafficErrorTable {
  channel_id: number
  model_name: string
  kind: string
  created_at: number
  status: number
  message: string
  request_id: string
}

declare module '../../platform/store/tables.ts' {
  interface Tables {
    traffic_hours: TrafficHourTable
    traffic_errors: TrafficErrorTable
  }
}
