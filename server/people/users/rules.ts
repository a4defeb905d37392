import type { UserAction } from '#contract/api/users.ts'
import type { DisplayOptions } from '#contract/currency/display-currency.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { MAX_QUOTA } from '#contract/quota.ts'
import { ROLE } from '#contract/roles.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { quotaWords } from '../../money/receipts/quota-text.ts'
import { ApiError } from '../../platform/errors/api-error.ts'

interface Ranked {
  role: number
}

/** Whether the money of a user is hidden from a reader: that of others of the same role or above, unless it is root. */
export const hidesMoney = (reader: Pick<UserFacts, 'id' | 'role'>, owner: Pick<UserFacts, 'id' | 'role'>): boolean =>
  reader.role !== ROLE.root && reader.id !== owner.id && owner.role >= reader.role

/** Passes for root, and for a role above the other user's; throws `code` otherwise. */
export function requireRank(actor: Ranked, other: Ranked, code: ErrorCode): void {
  if (actor.role !== ROLE.root && actor.role <= other.role) throw new ApiError(code)
}

/** Columns that an action writes; `delete` writes the deletion time, which is left to the caller. */
export type Transition = { role?: number; status?: number }

/**
 * Returns the effect of an action on a user (contract of this API family, including messages). Throws an ApiError
 * with the reason.
 */
export function transition(action: UserAction, actor: Ranked, user: Ranked): Transition {
  requireRank(actor, user, 'user_not_editable')
  const isRoot = user.role === ROLE.root
  switch (action) {
    case 'enable':
      return { status: USER_STATUS.enabled }
    case 'disable':
      if (isRoot) throw new ApiError('root_not_disableable')
      return { status: USER_STATUS.disabled }
    case 'delete':
      if (isRoot) throw new ApiError('root_not_deletable')
      return {}
    case 'promote':
      if (actor.role !== ROLE.root) throw new ApiError('promotion_root_only')
      if (user.role >= ROLE.admin) throw new ApiError('already_admin')
      return { role: ROLE.admin }
    case 'demote':
      if (isRoot) throw new ApiError('root_not_demotable')
      if (user.role <= ROLE.user) throw new ApiError('already_ordinary')
      return { role: ROLE.user }
  }
}

/**
 * The balance that a change requests, in quota units; undefined = unchanged. A balance outside its limits, 0 and
 * MAX_QUOTA, may be sent back and moved toward them, but not set. Throws balance_below_zero and balance_too_large.
 */
export function requestedBalance(
  shown: number,
  change: { quota?: number | undefined; quota_change?: string | undefined },
  display: Readonly<DisplayOptions>,
): number | undefined {
  const wanted = change.quota_change === undefined ? change.quota : shown + Number(change.quota_change)
  if (wanted === undefined || wanted === shown) return undefined
  if (wanted < 0 && wanted < shown) throw new ApiError('balance_below_zero', { balance: quotaWords(shown, display) })
  if (wanted > MAX_QUOTA && wanted > shown) throw new ApiError('balance_too_large')
  return wanted
}

interface Funds {
  quota: number
  used_quota: number
}

/**
 * Throws balance_changed when the balance is not the one that was displayed. Paid calls move units from one number
 * to the other, so their sum shows whether anything else happened.
 */
export function requireUnchangedBalance(
  { quota, used_quota }: Funds,
  seen: Funds | undefined,
  display: Readonly<DisplayOptions>,
): void {
  if (!seen || seen.quota + seen.used_quota === quota + used_quota) return
  throw new ApiError('balance_changed', { balance: quotaWords(quota, display) }, { quota: 'balance_changed' })
}
