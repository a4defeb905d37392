import { isPaidStatus, LOG_TYPE } from '#contract/statuses.ts'
import type { Words } from '#contract/words.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { shownBalance } from '../../../money/accounting/balances.ts'
import { writeLog } from '../../../money/receipts/write-log.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { issueCreditNotes } from '../payment-receipts/issue.ts'
import type { TopUpRow } from '../tables.ts'
import { addLedgerLine, adoptOrder, lockOrder } from './ledger.ts'
import { outcomeOf } from './outcome.ts'
import type { ReportedClaim } from './reported-claim.ts'
import { claimWords } from './words.ts'

interface ApplyOptions {
  /** The balance may fall below zero: the money has been returned already, and its quota is owed. */
  debt: boolean
  /** Why, for the user's log; absent = the gateway reported it. */
  reason?: string
}

/**
 * Applies refunds and disputes that a gateway reports of a paid order: all in one transaction, each state once, in
 * whatever order and however often they are reported.
 */
export async function applyClaims(
  services: Platform,
  tradeNo: string,
  claims: readonly ReportedClaim[],
): Promise<void> {
  if (claims.length === 0) return
  const { store, bus } = services
  const userId = await store.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, tradeNo)
    if (!order || !isPaidStatus(order.status)) return undefined
    return (await applyClaimsIn(trx, services, order, claims, { debt: true })) ? order.user_id : undefined
  })
  if (userId !== undefined) bus.publish({ kind: 'user', id: userId })
}

/** The same in a transaction in which the order is locked. Returns whether anything changed. */
export async function applyClaimsIn(
  trx: Queryable,
  services: Platform,
  locked: TopUpRow,
  claims: readonly ReportedClaim[],
  options: ApplyOptions,
): Promise<boolean> {
  let order = await adoptOrder(trx, locked)
  let changed = false
  for (const claim of claims) {
    if (!(await storeClaim(trx, order.id, claim))) continue
    order = await updateOrder(trx, services, order, claim, options)
    changed = true
  }
  if (changed) await issueCreditNotes(trx, services.options.values, order)
  return changed
}

/** Stores a claim unless a report as new as this one is stored. Returns whether it was stored. */
async function storeClaim(trx: Queryable, orderId: number, { kind, reference, cents, state, version }: ReportedClaim) {
  const newer = await trx
    .updateTable('payment_claims')
    .set({ cents, state, version })
    .where(({ and }) => and({ order_id: orderId, kind, reference }))
    .where('version', '<', version)
    .executeTakeFirst()
  if (newer.numUpdatedRows > 0n) return true
  const created_at = nowInSeconds()
  const inserted = await trx
    .insertInto('payment_claims')
    .values({ order_id: orderId, kind, reference, cents, state, version, created_at })
    .onConflict((conflict) => conflict.columns(['order_id', 'kind', 'reference']).doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Moves units between wallet, frozen amount and what was taken back, with a line of the ledger and a log row. */
async function updateOrder(
  trx: Queryable,
  services: Platform,
  order: TopUpRow,
  claim: ReportedClaim,
  { debt, reason }: ApplyOptions,
): Promise<TopUpRow> {
  const claims = await trx.selectFrom('payment_claims').selectAll().where('order_id', '=', order.id).execute()
  const outcome = outcomeOf(order, claims)
  const { status } = outcome
  const frozen = outcome.frozen_quota - order.frozen_quota
  const quota = order.returned_quota - outcome.returned_quota - frozen
  const cents = order.returned_cents + order.frozen_cents - outcome.returned_cents - outcome.frozen_cents
  const complete_time = status === order.status ? order.complete_time : nowInSeconds()
  await trx
    .updateTable('top_ups')
    .set({ ...outcome, complete_time })
    .where('id', '=', order.id)
    .execute()
  const after = { ...order, ...outcome, complete_time }
  if (quota === 0 && cents === 0 && frozen === 0) return after
  const { kind, state, reference, version } = claim
  await addLedgerLine(trx, order, { kind: `${kind}_${state}`, reference, version, cents, quota, frozen })
  const content = claimWords(order, claim, { quota, frozen, reason }, services.options.values)
  await changeWallet(trx, order.user_id, quota, content, debt)
  return after
}

/** The stored wallet may fall below zero for a moment: nodes that hold leases return them when they hear of it. */
async function changeWallet(trx: Queryable, userId: number, units: number, content: Words, debt: boolean) {
  const user = await trx
    .updateTable('users')
    .set((set) => ({ quota: set('quota', '+', units) }))
    .where('id', '=', userId)
    .returning(['id', 'username'])
    .executeTakeFirst()
  if (!user) throw new ApiError('record_not_found')
  if (!debt && units < 0) {
    const left = await trx
      .selectFrom('users')
      .select(shownBalance('user').as('balance'))
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (left.balance < 0) throw new ApiError('refund_exceeds_balance')
  }
  await writeLog(trx, { type: LOG_TYPE.manage, user, content, quota: units })
}
