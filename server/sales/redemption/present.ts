import type { Redemption } from '#contract/api/redemption.ts'
import type { Vault } from '../../platform/store/vault.ts'
import type { RedemptionRow } from './tables.ts'

/** A redemption code in the administrators' view, including the code itself. */
export function presentRedemption(row: RedemptionRow, vault: Vault): Redemption {
  return {
    id: row.id,
    user_id: row.user_id,
    key: vault.decrypt(row.key),
    status: row.status,
    name: row.name,
    quota: row.quota,
    created_time: row.created_time,
    redeemed_time: row.redeemed_time,
    count: 0,
    used_user_id: row.used_user_id,
    DeletedAt: row.deleted_at,
  }
}
