import type { Generated } from 'kysely'

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

/** Hourly roll-up of consumption. */
export interface QuotaDataTable {
  id: Generated<number>
  user_id: number
  username: string
  model_name: string
  /** Start of the hour. */
  created_at: number
  token_id: number
  channel_id: number
  token_used: number
  /** The two parts of `token_used`. Calls counted before these columns existed are in neither. */
  prompt_tokens: Generated<number>
  completion_tokens: Generated<number>
  /** The share of `prompt_tokens` that was read from a vendor's cache; unknown for older calls, which count as fresh. */
  cached_tokens: Generated<number>
  count: number
  quota: number
  /** The share of the three sums above whose log rows were deleted or never written: sums = rows + unlisted. */
  unlisted_tokens: Generated<number>
  unlisted_count: Generated<number>
  unlisted_quota: Generated<number>
  /** The share of `quota` that was refunded because the task it paid for failed. Counters are sums − refunds. */
  refunded: Generated<number>
  /** What vendors charge, in thousandths of a unit, as far as it is known; the share without log rows. */
  cost: Generated<number>
  unlisted_cost: Generated<number>
  /** The share of `quota`, and of what was refunded of it, whose cost is known; the share without log rows. */
  costed_quota: Generated<number>
  costed_refunded: Generated<number>
  unlisted_costed_quota: Generated<number>
  /** Failed calls; they are not in `count`. Their model is "" where no channel has it. */
  failed_count: Generated<number>
}

declare module '../../platform/store/tables.ts' {
  interface Tables {
    rollup_sets: RollupSetTable
    rollup_sums: RollupSumTable
    quota_data: QuotaDataTable
  }
}
