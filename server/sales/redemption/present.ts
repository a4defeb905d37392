import type { Redemption } from '#contract/api/redemption.ts'
import { pick } from '../../platform/json/pick.ts'
import type { Vault } from '../../platform/store/vault.ts'
import type { RedemptionRow } from './tables.ts'

/** A redemption code in the administrators' view, including the code itself. */
export function presentRedemption(row: RedemptionRow, vault: Vault): Redemption {
  return {
    ...pick(row, 'id user_id status name quota created_time redeemed_time used_user_id'),
    key: vault.decrypt(row.key),
    count: 0,
    DeletedAt: row.deleted_at,
  }
}
