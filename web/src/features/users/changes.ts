import type { User } from '#contract/api/users.ts'
import { changedEntries } from '#web/lib/changes.ts'
import type { QuotaDisplay } from '#web/lib/format.ts'
import { readBalanceChange, signed } from './balance-change.ts'
import type { UserFormValues } from './form-values.ts'

/**
 * What an edit sends: the fields that the person changed, and of the balance the difference. The rest stays as it is on
 * the server, above all what calls spent while the form was open.
 */
export function changesOf(former: User, edited: UserFormValues, display: QuotaDisplay) {
  const { password, balance, reason, username, display_name, group } = edited
  const change = readBalanceChange(balance, former.quota, display)
  return {
    ...changedEntries(former, { username, display_name, group }),
    ...(password && { password }),
    ...(change.kind === 'change' && { quota_change: signed(change.units), ...(reason && { reason }) }),
  }
}
