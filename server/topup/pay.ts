import { MAX_QUOTA } from '#contract/quota.ts'
import { ORDER_STATUS } from '#contract/statuses.ts'
import { findUser } from '../accounts/queries.ts'
import { ApiError } from '../errors/api-error.ts'
import { randomText } from '../http/request-id.ts'
import type { UserFacts } from '../registry/callers.ts'
import type { Services } from '../services.ts'
import type { PayForm, PayRequest } from './payments/gateway.ts'
import { openGateways } from './payments/gateways.ts'
import { countRecentPending } from './queries.ts'
import { priceInCents, quoteTopUp } from './quote.ts'

/** Seconds until the first query for a new order; later intervals are longer. */
const FIRST_QUERY_SECONDS = 15
/** Maximum number of unpaid orders of a user: each one is queried at the gateway for a day. */
const MAX_PENDING = 20
const PENDING_SECONDS = 3600

/** Creates an order and the form that starts its payment. Throws an ApiError; then there is no order. */
export async function startPayment(
  services: Services,
  user: UserFacts,
  { amount, payment_method: method }: { amount: number; payment_method: string },
): Promise<PayForm> {
  const { store, options } = services
  const quote = quoteTopUp(amount, user.group, options.values)
  const cents = priceInCents(quote)
  await checkBalanceLimit(services, user.id, quote.quota)
  const open = openGateways(options.values)
  if (open.length === 0) throw new ApiError('payment_not_configured')
  const chosen = open.find(({ gateway }) => gateway.methods.includes(method))
  if (!chosen) throw new ApiError('payment_method_unknown')
  const now = Math.floor(Date.now() / 1000)
  const recent = await countRecentPending(store.db, user.id, now - PENDING_SECONDS)
  if (recent >= MAX_PENDING) throw new ApiError('too_many_requests')

  const tradeNo = `USR${user.id}NO${randomText(6)}${now}`
  const title = `TUC${quote.units}`
  const form = makeForm(services, chosen.open, { tradeNo, title, cents, method })
  const order = {
    user_id: user.id,
    amount: quote.units,
    quota: quote.quota,
    money: cents / 100,
    currency: chosen.gateway.currency,
    gateway: chosen.gateway.name,
    method,
    trade_no: tradeNo,
    create_time: now,
    status: ORDER_STATUS.pending,
    next_query: now + FIRST_QUERY_SECONDS,
  }
  try {
    await store.db.insertInto('top_ups').values(order).execute()
  } catch (error) {
    services.log.error({ error: String(error) }, 'an order was not stored')
    throw new ApiError('order_not_created')
  }
  return form
}

/** A payment is always credited, so the balance limit is checked before it. */
async function checkBalanceLimit({ store }: Services, userId: number, units: number): Promise<void> {
  const balance = (await findUser(store.db, userId))?.shown_quota ?? 0
  if (balance + units > MAX_QUOTA) throw new ApiError('balance_too_large', { max: MAX_QUOTA })
}

function makeForm(
  { options, config, log }: Services,
  gateway: { payForm(request: PayRequest): PayForm },
  order: Omit<PayRequest, 'callbackBase' | 'siteBase'>,
): PayForm {
  const { ServerAddress, CustomCallbackAddress } = options.values
  // Without a server address only a browser on this machine can pay; the order query credits it all the same.
  const siteBase = ServerAddress || `http://localhost:${config.port}`
  try {
    return gateway.payForm({ ...order, siteBase, callbackBase: CustomCallbackAddress || siteBase })
  } catch {
    log.warn('a payment could not be started: the address of the gateway is not valid')
    throw new ApiError('payment_not_started')
  }
}
