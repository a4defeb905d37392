import type { Generated, Selectable } from 'kysely'

/** Attempts by the hour, channel (0 = calls that no channel served) and model; for the other sums see `server/traffic`. */
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

export interface IncidentTable {
  id: string
  created_at: number
  /** 0 = not yet. */
  resolved_at: Generated<number>
  title: string
  body: string
  /** A JSON list of names; [] = all models. */
  models: string
}

export type IncidentRow = Selectable<IncidentTable>
