import type { Hold } from '../../money/hold.ts'
import type { RelayDeps } from '../deps.ts'

type Named = { readonly id: string }
type Logging = { services: Pick<RelayDeps['services'], 'log'> }

/**
 * Grows a hold until it covers `cost` (thousandths of a unit), by `step` units at a time if there are that many. Answers
 * whether it does. A wallet that cannot be asked grants nothing, and must not keep the call from its end.
 */
export async function grow(call: Named, hold: Hold, cost: number, step: number, deps: Logging): Promise<boolean> {
  try {
    return await hold.extend(cost, step)
  } catch (error) {
    deps.services.log.warn({ request_id: call.id, error: String(error) }, 'a hold could not grow')
    return false
  }
}

/**
 * The part of a cost that its owner can pay, the overdraft of one slice included: what was delivered is owed, as far as
 * the money goes. In thousandths of a unit.
 */
export async function payableOf(call: Named, hold: Hold, cost: number, deps: Logging): Promise<number> {
  if (hold.covers(cost) || (await grow(call, hold, cost, 0, deps))) return cost
  await hold.extendToLimit(cost)
  return hold.payable(cost)
}
