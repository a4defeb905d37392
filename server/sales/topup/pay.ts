import type { DisplayCurrency } from '#contract/currency/display-currency.ts'
import { MAX_QUOTA } from '#contract/quota.ts'
import { ORDER_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { findUser } from '../../people/accounts/queries.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomText } from '../../platform/http/request-id.ts'
import type { Platform } from '../../platform/platform.ts'
import { amountOf, GatewayError, type NewPayment, type OpenGateway, type PaymentStart } from './payments/gateway.ts'
import { findGatewayOf, openGateways } from './payments/gateways.ts'
import { countRecentPending } from './queries.ts'
import { priceInCents, quoteTopUp, type TopUpTerms } from './quote.ts'

/** Seconds until the first query for a new order; later intervals are longer. */
const FIRST_QUERY_SECONDS = 15
/** Maximum number of unpaid orders of a user: each one is queried at the gateway for a day. */
const MAX_PENDING = 20
const PENDING_SECONDS = 3600

/**
 * Returns the terms by which an amount is priced for a payment method; by the price in yuan without one. Throws
 * payment_method_unknown.
 */
export function priceTerms(services: Platform, method?: string): TopUpTerms {
  const { values } = services.options
  if (method === undefined) return values
  const gateway = findGatewayOf(method, services)
  if (!gateway) throw new ApiError('payment_method_unknown')
  return { ...values, Price: gateway.open.price }
}

/** The currency of a payment method; undefined without one. */
export const currencyOf = (services: Platform, method?: string) =>
  method === undefined ? undefined : findGatewayOf(method, services)?.open.currency

/** A payment that was started, and what the payer is asked for. */
export interface StartedPayment {
  start: PaymentStart
  order: { trade_no: string; money: string; currency: string }
}

/** Creates an order and says where the browser goes to pay it. Throws an ApiError; then there is no order. */
export async function startPayment(
  services: Platform,
  user: UserFacts,
  wanted: { amount: number; currency?: DisplayCurrency | undefined; payment_method: string },
): Promise<StartedPayment> {
  const { store, options } = services
  const { amount, payment_method: method } = wanted
  const chosen = findGatewayOf(method, services)
  const terms = chosen ? priceTerms(services, method) : options.values
  const quote = quoteTopUp(amount, user.group, terms, wanted.currency)
  const cents = priceInCents(quote, chosen?.open.currency)
  await checkBalanceLimit(services, user.id, quote.quota)
  if (!chosen) throw new ApiError(openGateways(services).length ? 'payment_method_unknown' : 'payment_not_configured')
  const now = nowInSeconds()
  const recent = await countRecentPending(store.db, user.id, now - PENDING_SECONDS)
  if (recent >= MAX_PENDING) throw new ApiError('too_many_requests')

  const tradeNo = `USR${user.id}NO${randomText(6)}${now}`
  const title = `TUC${quote.units}`
  const { currency } = chosen.open
  const start = await createPayment(services, chosen.open, { tradeNo, title, cents, method, at: now })
  const order = {
    user_id: user.id,
    amount: quote.units,
    quota: quote.quota,
    money: cents / 100,
    currency,
    gateway: chosen.name,
    method,
    trade_no: tradeNo,
    create_time: now,
    status: ORDER_STATUS.pending,
    next_query: now + FIRST_QUERY_SECONDS,
    gateway_session: ('session' in start && start.session) || '',
  }
  try {
    await store.db.insertInto('top_ups').values(order).execute()
  } catch (error) {
    services.log.error({ error: String(error) }, 'an order could not be stored')
    throw new ApiError('order_not_created')
  }
  return { start, order: { trade_no: tradeNo, money: amountOf(cents), currency } }
}

/** A payment is always credited, so the balance limit is checked before it. */
async function checkBalanceLimit({ store }: Platform, userId: number, units: number): Promise<void> {
  const balance = (await findUser(store.db, userId))?.shown_quota ?? 0
  if (balance + units > MAX_QUOTA) throw new ApiError('balance_too_large')
}

async function createPayment(
  { options, config, log }: Platform,
  gateway: OpenGateway,
  order: Omit<NewPayment, 'callbackBase' | 'siteBase'>,
): Promise<PaymentStart> {
  const { ServerAddress, CustomCallbackAddress } = options.values
  // Without a server address only a browser on this machine can pay; the order query credits it all the same.
  const siteBase = ServerAddress || `http://localhost:${config.port}`
  try {
    return await gateway.createPayment({ ...order, siteBase, callbackBase: CustomCallbackAddress || siteBase })
  } catch (error) {
    const reason = error instanceof GatewayError ? error.message : 'the gateway address is invalid'
    log.warn({ order: order.tradeNo, reason }, 'a payment could not be started')
    throw new ApiError('payment_not_started')
  }
}
