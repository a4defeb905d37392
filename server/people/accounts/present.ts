import type { User } from '#contract/api/users.ts'
import { parseStoredLimits } from '#contract/limits.ts'
import { type LoginProviderId, userFields } from '#contract/login/login-providers.ts'
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
    id: row.id,
    username: row.username,
    password: '',
    display_name: row.display_name,
    role: row.role,
    status: row.status,
    email: row.email,
    ...userFields((id) => row[`shown_${id}`]),
    verification_code: '',
    access_token: null,
    quota: row.shown_quota,
    used_quota: row.used_quota,
    request_count: row.request_count,
    unpaid_quota: row.unpaid_quota,
    frozen_quota: row.frozen_quota,
    group: row.group,
    user_ratio: row.user_ratio,
    aff_code: row.aff_code ?? '',
    aff_count: row.aff_count,
    aff_quota: row.aff_quota,
    aff_history_quota: row.aff_history,
    inviter_id: row.inviter_id,
    DeletedAt: row.deleted_at,
    language: row.language,
    expiry_mails: row.expiry_mails !== 0,
    limits: parseStoredLimits(row.limits) ?? null,
  }
}
