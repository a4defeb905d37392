import type { User } from '#contract/api/users.ts'
import { changedEntries } from '#web/lib/changes.ts'
import type { QuotaDisplay } from '#web/lib/format.ts'
import { readBalanceChange, signed } from './balance-change.ts'
import type { UserFormValues } from './form-values.ts'

/** A balance that a person changes, as they see it. */
export interface SeenBalance extends Pick<User, 'quota' | 'used_quota'> {
  /** Whether an earlier change of it got no answer, and may have been made. */
  uncertain: boolean
}

/**
 * What an edit sends: the fields that the person changed, and of the balance the difference. The rest stays as it is on
 * the server, above all what calls spent while the form was open. A new balance, and a change that may have been made
 * already, go with the balance that was seen, so that the server refuses them when it is another one.
 */
export function changesOf(former: User, edited: UserFormValues, balance: SeenBalance, display: QuotaDisplay) {
  const { password, reason, username, display_name, group } = edited
  const { quota, used_quota, uncertain } = balance
  const change = readBalanceChange(edited.balance, quota, display)
  const names = changedEntries(former, { username, display_name, group })
  const rest = { ...names, ...(password && { password }) }
  if (change.kind !== 'change') return rest
  const seen = (change.absolute || uncertain) && { seen: { quota, used_quota } }
  return { ...rest, quota_change: signed(change.units), ...seen, ...(reason && { reason }) }
}
