import type { Generated, Selectable } from 'kysely'

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

/** A finished or begun set of sums over one period of the roll-ups. */
export interface RollupSetTable {
  id: Generated<number>
  level: string
  /** Start of the period. */
  created_at: number
  /** 1 = all of its rows are written. */
  ready: Generated<number>
  /** Since when a roll-up of the period differs; 0 = none does. */
  stale_at: Generated<number>
}

/** A row of a set. Columns that its level does not tell apart are 0 or "". */
export interface RollupSumTable {
  set_id: number
  /** That of the set. */
  created_at: number
  model_name: string
  channel_id: number
  user_id: number
  token_id: number
  token_used: number
  prompt_tokens: number
  completion_tokens: number
  cached_tokens: number
  count: number
  quota: number
  refunded: number
  failed_count: number
  unlisted_count: number
  unlisted_quota: number
  cost: number
  costed_quota: number
  costed_refunded: number
}
