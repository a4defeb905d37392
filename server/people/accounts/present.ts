import type { User } from '#contract/api/users.ts'
import { parseStoredLimits } from '#contract/limits.ts'
import { type LoginProviderId, userFields } from '#contract/login/login-providers.ts'
import { pick } from '../../platform/json/pick.ts'
import type { UserRow } from '../../platform/store/tables.ts'

/** A stored user with the shown balance and the shown ids at login providers. */
export type UserWithBalance = UserRow & { shown_quota: number; unpaid_quota: number; frozen_quota: number } & ShownIds
export type ShownIds = Record<`shown_${LoginProviderId}`, string>

/** The same for a reader who must not see how much money the user has. */
export const presentWithoutMoney = (row: UserWithBalance): User => ({
  ...presentUser(row),
  ...{ quota: 0, unpaid_quota: 0, frozen_quota: 0, aff_quota: 0, aff_history_quota: 0 },
  money_hidden: true,
})

/** The fields of a user that leave the server. */
export function presentUser(row: UserWithBalance): User {
  return {
    ...pick(row, 'id username display_name role status email used_quota request_count unpaid_quota frozen_quota'),
    ...pick(row, 'group user_ratio aff_count aff_quota inviter_id language'),
    password: '',
    ...userFields((id) => row[`shown_${id}`]),
    verification_code: '',
    access_token: null,
    quota: row.shown_quota,
    aff_code: row.aff_code ?? '',
    aff_history_quota: row.aff_history,
    DeletedAt: row.deleted_at,
    expiry_mails: row.expiry_mails !== 0,
    limits: parseStoredLimits(row.limits) ?? null,
  }
}
