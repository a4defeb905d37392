import { MAX_QUOTA } from '#contract/quota.ts'
import { ORDER_STATUS } from '#contract/statuses.ts'
import { findUser } from '../accounts/queries.ts'
import { Failure } from '../errors/api-error.ts'
import { randomText } from '../http/request-id.ts'
import type { UserFacts } from '../registry/callers.ts'
import type { Services } from '../services.ts'
import type { PayForm, PayRequest } from './payments/gateway.ts'
import { openGateways } from './payments/gateways.ts'
import { countRecentPending } from './queries.ts'
import { askedCents, quoteTopUp } from './quote.ts'

/** Seconds until the gateway is first asked about a new order; later pauses are longer. */
const FIRST_QUERY = 15
/** Orders that a user may leave unpaid: each one makes us ask the gateway for a day. */
const MOST_PENDING = 20
const PENDING_SECONDS = 3600

/** Creates an order and the form that starts its payment. Throws a Failure; then there is no order. */
export async function startPayment(
  services: Services,
  user: UserFacts,
  { amount, payment_method: method }: { amount: number; payment_method: string },
): Promise<PayForm> {
  const { store, options } = services
  const quote = quoteTopUp(amount, user.group, options.values)
  const cents = askedCents(quote)
  await checkRoom(services, user.id, quote.quota)
  const open = openGateways(options.values)
  if (open.length === 0) throw new Failure('payment_not_configured')
  const chosen = open.find(({ gateway }) => gateway.methods.includes(method))
  if (!chosen) throw new Failure('payment_method_unknown')
  const now = Math.floor(Date.now() / 1000)
  const recent = await countRecentPending(store.db, user.id, now - PENDING_SECONDS)
  if (recent >= MOST_PENDING) throw new Failure('too_many_requests')

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
    next_query: now + FIRST_QUERY,
  }
  try {
    await store.db.insertInto('top_ups').values(order).execute()
  } catch (error) {
    services.log.error({ error: String(error) }, 'an order was not stored')
    throw new Failure('order_not_created')
  }
  return form
}

/** What is paid for is credited in any case, so it is before the payment that there must be room for it. */
async function checkRoom({ store }: Services, userId: number, units: number): Promise<void> {
  const balance = (await findUser(store.db, userId))?.shown_quota ?? 0
  if (balance + units > MAX_QUOTA) throw new Failure('balance_too_large', { max: MAX_QUOTA })
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
    throw new Failure('payment_not_started')
  }
}
