import { ORDER_STATUS, type OrderStatus } from '#contract/statuses.ts'
import type { Calls } from '#server/calls/calls.ts'
import type { UserFacts } from '#server/calls/registry/callers.ts'
import type { Money } from '#server/money/money.ts'
import type { Author } from '#server/platform/audits/write.ts'
import type { Platform } from '#server/platform/platform.ts'
import { redeem } from '#server/sales/redemption/redeem.ts'
import { createRedemptions } from '#server/sales/redemption/write.ts'
import { applyClaims } from '#server/sales/topup/claims/apply.ts'
import { REFUND_VERSIONS, type ReportedClaim } from '#server/sales/topup/claims/reported-claim.ts'
import { storeBilling } from '#server/sales/topup/payment-receipts/billing.ts'
import { creditPayment } from '#server/sales/topup/payments/credit.ts'
import { findOrder } from '#server/sales/topup/queries.ts'
import { refundOrder } from '#server/sales/topup/refund.ts'
import { saveOption } from '#server/site/settings/save.ts'
import type { DemoTexts } from './texts.ts'

const HOUR = 3600

/** Orders in every state, and codes of which some are spent, through the same doors as real ones. */
export async function seedPayments(
  services: Platform & Money & Calls,
  by: Author,
  [root, alice, bob]: UserFacts[],
  { company, customer, refund, codes }: DemoTexts,
): Promise<void> {
  if (!root || !alice || !bob) throw new Error('the demo lacks users')
  await saveOption(services, by, 'ReceiptCompany', company.name)
  await saveOption(services, by, 'ReceiptAddress', company.address)
  await saveOption(services, by, 'ReceiptTaxId', company.taxId)
  await saveOption(services, by, 'ReceiptEmail', 'billing@example.com')
  await saveOption(services, by, 'ReceiptTaxName', company.taxName)
  await saveOption(services, by, 'ReceiptTaxRate', company.taxRate)
  await storeBilling(services.store.db, alice.id, customer)
  await order(services, alice, { dollars: 10, method: 'zfb', hoursAgo: 20 })
  await order(services, bob, { dollars: 50, method: 'wx', hoursAgo: 9 })
  await order(services, bob, { dollars: 1, method: 'wx', hoursAgo: 5, paid: false, status: ORDER_STATUS.expired })
  const back = await order(services, alice, { dollars: 5, method: 'zfb', hoursAgo: 4 })
  await refundOrder(services, root, by, back, { reason: refund })
  await order(services, alice, { dollars: 20, method: 'zfb', hoursAgo: 0, paid: false })
  await seedStripe(services, bob)
  await saveOption(services, by, 'TransferAccount', company.account)
  const transfer = { method: 'transfer', gateway: 'transfer', currency: 'USD', reference: 'K7QMW3TA' }
  await order(services, alice, { ...transfer, dollars: 100, hoursAgo: 6, paid: false })

  for (const [index, [name, count, dollars]] of codes.entries()) {
    const [first = ''] = await createRedemptions(services, by, { name, quota: dollars * 500_000, count })
    const user = [alice, bob][index]
    if (user) await redeem(services, user, by, first)
  }
}

/** Payments by card: one partly refunded, one disputed, one that a lost dispute took back. */
async function seedStripe(services: Platform & Money & Calls, user: UserFacts): Promise<void> {
  const card = { method: 'stripe', gateway: 'stripe', currency: 'USD' }
  const claimed = async (dollars: number, hoursAgo: number, claim: Omit<ReportedClaim, 'reference'>) => {
    const id = await order(services, user, { ...card, dollars, hoursAgo })
    const { trade_no } = (await findOrder(services.store.db, id)) ?? {}
    await applyClaims(services, trade_no ?? '', [{ ...claim, reference: `demo-${id}` }])
  }
  await order(services, user, { ...card, dollars: 25, hoursAgo: 30 })
  await claimed(20, 28, { kind: 'refund', cents: 500, state: 'done', version: REFUND_VERSIONS.done })
  await claimed(10, 26, { kind: 'dispute', cents: 1000, state: 'open', version: 11 })
  await claimed(5, 50, { kind: 'dispute', cents: 500, state: 'lost', version: 12 })
}

interface Wanted {
  dollars: number
  method: string
  hoursAgo: number
  paid?: boolean
  status?: OrderStatus
  gateway?: string
  currency?: string
  /** Of a bank transfer. */
  reference?: string
}

async function order(services: Platform & Money & Calls, user: UserFacts, wanted: Wanted): Promise<number> {
  const { dollars, method, hoursAgo, paid = true, status = ORDER_STATUS.pending } = wanted
  const { gateway = 'epay', currency = 'CNY', reference = '' } = wanted
  const { Price, QuotaPerUnit } = services.options.values
  const create_time = Math.floor(Date.now() / 1000) - hoursAgo * HOUR
  const trade_no = `USR${user.id}NOdemo${dollars}${create_time}`
  const cents = Math.round(dollars * (currency === 'CNY' ? Price : 1) * 100)
  const columns = {
    gateway,
    gateway_session: reference,
    currency,
    user_id: user.id,
    amount: dollars,
    quota: dollars * QuotaPerUnit,
    money: cents / 100,
    method,
    trade_no,
    create_time,
    status,
    // Nobody is to be asked about it.
    next_query: create_time + 10 * 365 * 24 * HOUR,
  }
  const { id } = await services.store.db.insertInto('top_ups').values(columns).returning('id').executeTakeFirstOrThrow()
  if (paid) {
    const payment = { tradeNo: trade_no, gatewayTradeNo: `demo-${id}`, cents, currency }
    await creditPayment(services, { gateway, payment, conclusive: false })
  }
  return id
}
