import type { UserAction } from '#contract/api/users.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { MAX_QUOTA } from '#contract/quota.ts'
import { ROLE } from '#contract/roles.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { Failure } from '../errors/api-error.ts'

interface Ranked {
  role: number
}

/** Lets root, and whoever stands above the other user, pass; else throws `code`. */
export function requireRank(actor: Ranked, other: Ranked, code: ErrorCode): void {
  if (actor.role !== ROLE.root && actor.role <= other.role) throw new Failure(code)
}

/** Columns that an action writes; `delete` writes the time of it and is the caller's to do. */
export type Transition = { role?: number; status?: number }

/** What an action makes of a user (contract of this API family, messages included). Throws a Failure that says why not. */
export function transition(action: UserAction, actor: Ranked, user: Ranked): Transition {
  requireRank(actor, user, 'user_not_editable')
  const isRoot = user.role === ROLE.root
  switch (action) {
    case 'enable':
      return { status: USER_STATUS.enabled }
    case 'disable':
      if (isRoot) throw new Failure('root_not_disableable')
      return { status: USER_STATUS.disabled }
    case 'delete':
      if (isRoot) throw new Failure('root_not_deletable')
      return {}
    case 'promote':
      if (actor.role !== ROLE.root) throw new Failure('promotion_root_only')
      if (user.role >= ROLE.admin) throw new Failure('already_admin')
      return { role: ROLE.admin }
    case 'demote':
      if (isRoot) throw new Failure('root_not_demotable')
      if (user.role <= ROLE.user) throw new Failure('already_ordinary')
      return { role: ROLE.user }
  }
}

/**
 * The balance that a change asks for, in quota units; undefined = it stays. A balance outside its limits, 0 and
 * MAX_QUOTA, may be sent back and brought nearer to them, but not made. Throws balance_below_zero and balance_too_large.
 */
export function wantedBalance(
  shown: number,
  change: { quota?: number | undefined; quota_change?: string | undefined },
): number | undefined {
  const wanted = change.quota_change === undefined ? change.quota : shown + Number(change.quota_change)
  if (wanted === undefined || wanted === shown) return undefined
  if (wanted < 0 && wanted < shown) throw new Failure('balance_below_zero', { balance: shown })
  if (wanted > MAX_QUOTA && wanted > shown) throw new Failure('balance_too_large', { max: MAX_QUOTA })
  return wanted
}

interface Funds {
  quota: number
  used_quota: number
}

/**
 * Throws balance_changed when somebody's balance is not the one that was seen. What calls were paid with moves from one
 * number to the other, so that their sum tells whether anything else happened.
 */
export function requireSeen({ quota, used_quota }: Funds, seen: Funds | undefined): void {
  if (!seen || seen.quota + seen.used_quota === quota + used_quota) return
  throw new Failure('balance_changed', { balance: quota }, { quota: 'balance_changed' })
}
