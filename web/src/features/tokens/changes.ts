import type { Token } from '#contract/api/tokens.ts'
import { changedEntries } from '#web/lib/changed-entries.ts'
import type { TokenFormOutput } from './form-schema.ts'
import { statusAfterEdit } from './status-after-edit.ts'

/**
 * Returns the fields that an edit sends: those that the user changed, and the resulting status. Other fields
 * keep their server values, above all a quota that was spent from meanwhile. `now` in Unix seconds.
 */
export function changesOf(former: Token, { count: _, ...edited }: TokenFormOutput, now: number) {
  const status = statusAfterEdit(former, edited, now)
  return { ...changedEntries(former, edited), ...(status === undefined ? {} : { status }) }
}
