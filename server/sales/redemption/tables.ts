import type { Generated, Selectable } from 'kysely'

export interface RedemptionTable {
  id: Generated<number>
  user_id: number
  key: string
  key_hash: string
  status: Generated<number>
  name: string
  quota: number
  created_time: number
  redeemed_time: Generated<number>
  used_user_id: Generated<number>
  deleted_at: string | null
}

export type RedemptionRow = Selectable<RedemptionTable>

declare module '../../platform/store/tables.ts' {
  interface Tables {
    redemptions: RedemptionTable
  }
}
