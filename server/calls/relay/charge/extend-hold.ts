import type { Hold } from '../../../money/accounting/hold.ts'
import type { ApiError } from '../../../platform/errors/api-error.ts'
import type { CallTrace } from '../../../platform/telemetry/telemetry.ts'
import { waitFor } from '../../../platform/telemetry/wait-for.ts'
import type { CallBudgets } from '../../limits/budget-windows.ts'
import { budgetError } from '../admit/count-in-limits.ts'
import type { RelayDeps } from '../deps/deps.ts'

type CallId = { readonly id: string; readonly trace?: CallTrace | undefined }
type Logging = { services: Pick<RelayDeps['services'], 'log'> }

/**
 * Extends a hold until it covers `cost` (thousandths of a unit), in steps of `step` units while that many are left.
 * Returns whether it does. An unreachable wallet grants nothing, and must not prevent the call from ending.
 */
export async function extendHold(
  call: CallId,
  hold: Hold,
  cost: number,
  step: number,
  deps: Logging,
): Promise<boolean> {
  try {
    const extending = hold.extend(cost, step)
    return extending instanceof Promise ? await waitFor('lease', extending, call.trace) : extending
  } catch (error) {
    deps.services.log.warn({ request_id: call.id, error: String(error) }, 'a hold could not be extended')
    return false
  }
}

/**
 * Returns the part of a cost that its owner can pay, the overdraft of one slice included: what was delivered is
 * charged as far as the balance goes. In thousandths of a unit.
 */
export async function payableCost(call: CallId, hold: Hold, cost: number, deps: Logging): Promise<number> {
  if (hold.covers(cost) || (await extendHold(call, hold, cost, 0, deps))) return cost
  await hold.extendToLimit(cost)
  return hold.payable(cost)
}

/** Returns the error for a caller whose budget refused an extension of the hold; undefined = no budget did. */
export function shortBudgetError(
  { budgets: { budgets, owners } }: { budgets: CallBudgets },
  hold: Hold,
  { services }: { services: Parameters<typeof budgetError>[1] },
): ApiError | undefined {
  const budget = budgets[owners.findIndex(({ id }) => id === hold.shortBudget)]
  return budget && budgetError(budget, services)
}
