import type { Input } from '#contract/api/endpoint.ts'
import type { refundOrder as endpoint } from '#contract/api/topup.ts'
import { priceStep } from '#contract/currency/currencies.ts'
import { isPaidStatus } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { lockUser } from '../../people/users/queries.ts'
import { requireRank } from '../../people/users/rules.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomText } from '../../platform/http/request-id.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { applyClaimsIn } from './claims/apply.ts'
import { adoptOrder, lockOrder } from './claims/ledger.ts'
import { centsOfOrder } from './claims/outcome.ts'
import { REFUND_VERSIONS, type ReportedClaim } from './claims/reported-claim.ts'
import { requestRefund } from './claims/request-refund.ts'
import { amountOf, centsOf, GatewayError, GatewayRefusal } from './payments/gateway.ts'
import { openGateway } from './payments/gateways.ts'
import { findOrder } from './queries.ts'
import type { TopUpRow } from './tables.ts'

/** Seconds until the gateway is asked again about a refund that it has not confirmed. */
const FIRST_QUERY_SECONDS = 15

/**
 * Refunds a paid order of a user of a lower role, in full or in part. Its quota is taken back first; then the gateway
 * is asked to return the money, if it can: until it confirms, the order is `refunding`, and if it refuses, the quota is
 * given back. Throws user_not_editable, order_not_refundable, refund_exceeds_payment, refund_exceeds_balance when the
 * quota has been spent, and refund_refused.
 */
export async function refundOrder(
  services: Platform,
  actor: UserFacts,
  by: Author,
  id: number,
  { reason, amount }: Input<typeof endpoint>['body'],
): Promise<void> {
  const { store, bus } = services
  const { order, claim } = await store.db.transaction().execute(async (trx) => {
    const locked = await lockRefundable(trx, services, actor, id)
    const cents = refundedCents(locked, amount)
    const state = openGateway(locked.gateway, services)?.refund ? 'requested' : 'done'
    const reference = `${locked.trade_no}R${randomText(8)}`
    const claim: ReportedClaim = { kind: 'refund', reference, cents, state, version: REFUND_VERSIONS[state] }
    await applyClaimsIn(trx, services, locked, [claim], { debt: false, reason })
    const next_query = nowInSeconds() + FIRST_QUERY_SECONDS
    await trx.updateTable('top_ups').set({ query_count: 0, next_query }).where('id', '=', id).execute()
    const order = await findOrder(trx, id)
    if (!order) throw new ApiError('record_not_found')
    await writeAudit(trx, by, {
      action: 'order.update',
      target: { kind: 'order', id },
      before: { status: locked.status, quota: locked.quota - locked.returned_quota - locked.frozen_quota },
      after: { status: order.status, refunded: amountOf(cents), currency: order.currency, reason },
    })
    return { order, claim }
  })
  bus.publish({ kind: 'user', id: order.user_id })
  if (claim.state !== 'requested') return
  try {
    await requestRefund(services, order, claim)
  } catch (error) {
    if (error instanceof GatewayRefusal) throw new ApiError('refund_refused', { reason: error.message })
    if (!(error instanceof GatewayError)) throw error
    // The job asks again; the order shows that the refund is under way.
    services.log.warn({ order: order.trade_no, error: error.message }, 'a refund was not confirmed')
  }
}

async function lockRefundable(trx: Queryable, { store }: Platform, actor: UserFacts, id: number): Promise<TopUpRow> {
  const found = await findOrder(trx, id)
  const order = found && (await lockOrder(trx, found.trade_no))
  if (!order) throw new ApiError('record_not_found')
  const owner = await lockUser(trx, store, order.user_id)
  if (!owner) throw new ApiError('record_not_found')
  requireRank(actor, owner, 'user_not_editable')
  if (!isPaidStatus(order.status)) throw new ApiError('order_not_refundable')
  return adoptOrder(trx, order)
}

function refundedCents(order: TopUpRow, amount: string | undefined): number {
  const left = centsOfOrder(order) - order.returned_cents - order.frozen_cents
  if (left <= 0) throw new ApiError('order_not_refundable')
  const cents = amount === undefined ? left : (centsOf(amount) ?? 0)
  if (cents <= 0 || cents > left || cents % priceStep(order.currency) !== 0) {
    throw new ApiError('refund_exceeds_payment', { left: `${amountOf(left)} ${order.currency}` })
  }
  return cents
}
