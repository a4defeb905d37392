import { ORDER_STATUS, type OrderStatus } from '#contract/statuses.ts'
import type { ClaimState, PaymentClaimRow, TopUpRow } from '../tables.ts'

/** What the refunds and disputes of a paid order leave of it. */
export interface Outcome {
  status: OrderStatus
  /** Hundredths and quota units that were taken back for good, and that are frozen. */
  returned_cents: number
  returned_quota: number
  frozen_cents: number
  frozen_quota: number
}

const RETURNED: readonly ClaimState[] = ['requested', 'pending', 'done', 'lost']
const UNCONFIRMED: readonly ClaimState[] = ['requested', 'pending']

/** Hundredths of an order's currency. */
export const centsOfOrder = ({ money }: Pick<TopUpRow, 'money'>): number => Math.round(money * 100)

/**
 * Computes what is left of a paid order. The result depends on the claims alone, not on their order of arrival. Claims
 * together take no more than the payment, and a full refund takes exactly what was credited.
 */
export function outcomeOf(
  order: Pick<TopUpRow, 'money' | 'quota'>,
  claims: readonly Pick<PaymentClaimRow, 'kind' | 'cents' | 'state'>[],
): Outcome {
  const total = centsOfOrder(order)
  const sum = (counts: (state: ClaimState) => boolean) =>
    claims.reduce((cents, claim) => cents + (counts(claim.state) ? claim.cents : 0), 0)
  const returned = Math.min(total, sum(isReturned))
  const held = Math.min(total, returned + sum((state) => state === 'open'))
  const returnedUnits = unitsFor(order.quota, returned, total)
  return {
    status: statusOf(claims, { total, returned, frozen: held - returned }),
    returned_cents: returned,
    returned_quota: returnedUnits,
    frozen_cents: held - returned,
    frozen_quota: unitsFor(order.quota, held, total) - returnedUnits,
  }
}

const isReturned = (state: ClaimState) => RETURNED.includes(state)

/** The share of an order's units that a part of its money bought, rounded down unless it is all of it. */
function unitsFor(quota: number, cents: number, total: number): number {
  return total === 0 ? 0 : Number((BigInt(quota) * BigInt(cents)) / BigInt(total))
}

function statusOf(
  claims: readonly Pick<PaymentClaimRow, 'state'>[],
  { total, returned, frozen }: { total: number; returned: number; frozen: number },
): OrderStatus {
  const some = (...states: ClaimState[]) => claims.some(({ state }) => states.includes(state))
  if (frozen > 0) return ORDER_STATUS.disputed
  if (some(...UNCONFIRMED)) return ORDER_STATUS.refunding
  if (some('lost')) return ORDER_STATUS.chargedBack
  if (returned === 0) return ORDER_STATUS.success
  return returned === total ? ORDER_STATUS.refunded : ORDER_STATUS.partlyRefunded
}
