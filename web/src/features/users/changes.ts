import type { User } from '#contract/api/users.ts'
import { changedEntries } from '#web/lib/changed-entries.ts'
import type { QuotaDisplay } from '#web/lib/format.ts'
import { readBalanceChange, signed } from './balance-change.ts'
import type { UserFormValues } from './form-values.ts'

/** The displayed balance that an administrator changes. */
export interface SeenBalance extends Pick<User, 'quota' | 'used_quota'> {
  /** Whether an earlier change got no response, and may have been applied. */
  uncertain: boolean
}

/**
 * Returns the fields that an edit sends: those that the administrator changed, and the difference of the
 * balance. Other fields keep their server values, above all what calls spent while the form was open. A new
 * balance, or a change that may already have been applied, is sent with the displayed balance, so that the
 * server rejects it if the balance differs.
 */
export function changesOf(former: User, edited: UserFormValues, balance: SeenBalance, display: QuotaDisplay) {
  const { password, reason, username, display_name, group, user_ratio, limits } = edited
  const { quota, used_quota, uncertain } = balance
  const change = readBalanceChange(edited.balance, quota, display)
  const names = changedEntries(former, { username, display_name, group, user_ratio: Number(user_ratio), limits })
  const rest = { ...names, ...(password && { password }) }
  if (change.kind !== 'change') return rest
  const seen = (change.absolute || uncertain) && { seen: { quota, used_quota } }
  return { ...rest, quota_change: signed(change.units), ...seen, ...(reason && { reason }) }
}
