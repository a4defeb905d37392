import type { Hold } from '../../../money/accounting/hold.ts'
import { andThen, type MaybePromise } from '../../../platform/async/and-then.ts'
import { waitFor } from '../../../platform/telemetry/wait-for.ts'
import { countInLimits } from '../admit/count-in-limits.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { Progress } from '../read/progress.ts'
import { expectedTokens, reserve } from './reserve.ts'

/**
 * Counts a call in its limits and holds its cost, before any channel is asked. Throws the ApiError for the caller; what
 * was counted by then is in the progress.
 */
export function coverCall(
  progress: Progress,
  deps: Pick<RelayDeps, 'services' | 'accounting' | 'undeliverable'>,
): MaybePromise<Hold> {
  const { call } = progress
  const counting = countInLimits(call, () => expectedTokens(call), deps.services)
  const counted = counting instanceof Promise ? waitFor('limits', counting, call.trace) : counting
  return andThen(counted, ({ admission, budgets }) => {
    progress.admissions.push(admission)
    progress.budgets = budgets
    return andThen(deps.undeliverable.minimumFor(call), (least) => reserve(call, least, budgets, deps))
  })
}
