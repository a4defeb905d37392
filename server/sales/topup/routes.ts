import {
  confirmOrder as confirmEndpoint,
  getOrder,
  listOrders as listEndpoint,
  listOwnOrders,
  pay,
  paymentNotice,
  paymentNoticePost,
  paymentReturn,
  queryOrder,
  refundOrder as refundEndpoint,
  rejectOrder as rejectEndpoint,
  sumOrders as sumEndpoint,
  topUpAmount,
  walletHistory,
} from '#contract/api/topup.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { requireReader } from '../../people/users/require-reader.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context } from '../../platform/http/context.ts'
import { readArrivingBody } from '../../platform/http/read-body.ts'
import { MAX_CALL_BYTES } from '../../platform/http/read-input.ts'
import type { Platform } from '../../platform/platform.ts'
import { processCallback } from './callback.ts'
import { confirmOrder, rejectOrder } from './confirm.ts'
import { currencyOf, priceTerms, startPayment } from './pay.ts'
import { checkOrder } from './payments/check-order.ts'
import { type Callback, GatewayError } from './payments/gateway.ts'
import { type OrderWithUser, presentMovement, presentOrder } from './present.ts'
import { findOrder, listMovements, listOrders, type OrderFilter, sumOrders } from './queries.ts'
import { quoteTopUp, shownPrice } from './quote.ts'
import { refundOrder } from './refund.ts'

/** Online top-up: prices, orders, gateway callbacks, and the history of a wallet. */
export function topUpRoutes(routes: Routes): void {
  payingRoutes(routes)
  orderRoutes(routes)
}

function payingRoutes(routes: Routes) {
  routes.guarded(topUpAmount, ({ services, actor, body }) => ({
    data: shownPrice(
      quoteTopUp(body.amount, actor.group, priceTerms(services, body.payment_method), body.currency),
      currencyOf(services, body.payment_method),
    ),
  }))
  routes.guarded(pay, async ({ services, actor, body }) => {
    const { start, order } = await startPayment(services, actor, body)
    return start.kind === 'form'
      ? { data: start.fields, url: start.url }
      : { data: {}, url: start.url, redirect: order }
  })
  for (const endpoint of [paymentNotice, paymentNoticePost]) {
    routes.open(endpoint, async ({ services, context, params }) => {
      const { receipt, status } = await processCallback(
        services,
        params.gateway,
        await readCallback(context),
        context.var.origin.ip,
      )
      return context.text(receipt, status)
    })
  }
  routes.open(paymentReturn, async ({ services, context, params }) => {
    const { order } = await processCallback(
      services,
      params.gateway,
      await readCallback(context),
      context.var.origin.ip,
    )
    return context.redirect(order ? `/topup?${new URLSearchParams({ order })}` : '/topup')
  })
}

/** Reads a form in the body if there is one, else the query. */
async function readCallback({ req }: Context): Promise<Callback> {
  const body = req.method === 'POST' ? (await readArrivingBody(req.raw, MAX_CALL_BYTES)).toString() : ''
  const isForm = req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
  const fields = isForm ? Object.fromEntries(new URLSearchParams(body)) : req.query()
  return { fields, body, header: (name) => req.header(name), at: nowInSeconds() }
}

function orderRoutes(routes: Routes) {
  routes.guarded(listEndpoint, ({ services, actor, query }) =>
    orderPage(services, { ...query, userId: query.user_id, reader: actor }, query),
  )
  routes.guarded(listOwnOrders, ({ services, actor, query }) =>
    orderPage(services, { ...query, userId: actor.id }, query),
  )
  routes.guarded(getOrder, async ({ services, actor, params }) => {
    const order = await requireOrder(services, params.id)
    await requireReader(services, actor, order.user_id, 'record_not_found')
    return presentOrder(order, services)
  })
  routes.guarded(sumEndpoint, ({ services, actor, query }) =>
    sumOrders(services.store.reads, { ...query, userId: query.user_id, reader: actor }),
  )
  routes.guarded(queryOrder, async ({ services, actor, by, params }) => {
    const order = await requireOrder(services, params.id)
    await requireReader(services, actor, order.user_id, 'record_not_found')
    const check = await checkOrder(services, order, by).catch((error) => {
      if (!(error instanceof GatewayError)) throw error
      services.log.warn({ order: order.trade_no, error: error.message }, 'an order could not be queried')
      throw new ApiError('gateway_not_answering')
    })
    if (!check) throw new ApiError('gateway_without_queries')
    return { ...check, order: presentOrder(await requireOrder(services, params.id), services) }
  })
  routes.guarded(refundEndpoint, async ({ services, actor, by, params, body }) => {
    await refundOrder(services, actor, by, params.id, body)
    return presentOrder(await requireOrder(services, params.id), services)
  })
  routes.guarded(confirmEndpoint, async ({ services, actor, by, params, body }) => {
    await confirmOrder(services, actor, by, params.id, body)
    return presentOrder(await requireOrder(services, params.id), services)
  })
  routes.guarded(rejectEndpoint, async ({ services, actor, by, params, body }) => {
    await rejectOrder(services, actor, by, params.id, body.reason)
    return presentOrder(await requireOrder(services, params.id), services)
  })
  routes.guarded(walletHistory, async ({ services, actor, query }) => {
    const userId = query.user_id ?? actor.id
    await requireReader(services, actor, userId, 'role_too_low')
    const { rows, total } = await listMovements(services.store.reads, userId, pagingOf(query))
    return { items: rows.map(presentMovement), page: query.p, page_size: query.page_size, total }
  })
}

interface PageQuery {
  p: number
  page_size: number
}
const pagingOf = ({ p, page_size }: PageQuery) => ({ offset: (p - 1) * page_size, limit: page_size })

async function orderPage(services: Platform, filter: OrderFilter, query: PageQuery) {
  const { rows, total } = await listOrders(services.store.reads, filter, pagingOf(query))
  return { items: rows.map((row) => presentOrder(row, services)), page: query.p, page_size: query.page_size, total }
}

async function requireOrder({ store }: Platform, id: number): Promise<OrderWithUser> {
  const order = await findOrder(store.db, id)
  if (!order) throw new ApiError('record_not_found')
  return order
}
