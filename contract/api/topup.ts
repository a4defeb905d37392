import * as z from 'zod/mini'
import { DISPLAY_CURRENCIES } from '../currency/display-currency.ts'
import { ORDER_STATUS } from '../statuses.ts'
import { endpoint } from './endpoint.ts'
import { idParams, looseInteger, looseText, pageSize } from './fields.ts'

/** An online top-up. */
export const order = z.object({
  id: z.number(),
  user_id: z.number(),
  username: z.string(),
  /** Requested amount in whole units. */
  amount: z.number(),
  /** Amount to pay, in `currency`. */
  money: z.number(),
  currency: z.string(),
  /** Quota units added on payment. */
  quota: z.number(),
  gateway: z.string(),
  /** How the user pays: a method of a gateway, such as `zfb`. */
  method: z.string(),
  /** Order number of this server. */
  trade_no: z.string(),
  /** The gateway's payment number; "" until paid. */
  gateway_trade_no: z.string(),
  status: z.enum(ORDER_STATUS),
  /** What refunds and lost disputes took back: in `currency`, and quota units. */
  returned_money: z.number(),
  returned_quota: z.number(),
  /** Quota units that a dispute keeps frozen. */
  frozen_quota: z.number(),
  /** What to write on a bank transfer; "" with other gateways. */
  reference: z.string(),
  /** Where to transfer the money to, while it is awaited. */
  account: z.array(z.string()),
  create_time: z.number(),
  /** When it was paid, expired, refunded or disputed; 0 = not yet. */
  complete_time: z.number(),
})
export type Order = z.infer<typeof order>

/**
 * One line of a user's wallet history: a log row that changed the balance, or an order that has credited nothing.
 */
export const movement = z.object({
  kind: z.enum(['log', 'order']),
  /** Id of the log row or the order. */
  id: z.number(),
  created_at: z.number(),
  /** Log type: 1 top-up, 3 management, 4 system. */
  type: z.number(),
  content: z.string(),
  /** The content in both languages, if the log row has it. */
  words: z.nullable(z.object({ zh: z.string(), en: z.string() })),
  /** Quota units added; 0 where the amount is only in the text. */
  quota: z.number(),
  /** Status of an order; "" for log rows. */
  status: z.string(),
})
export type Movement = z.infer<typeof movement>

const paging = {
  /** One-based. */
  p: z.pipe(
    looseInteger,
    z.transform((value) => (!value || value < 1 ? 1 : Math.min(value, 10_000_000))),
  ),
  page_size: pageSize,
}
const pageOf = <T extends z.ZodMiniType>(row: T) =>
  z.object({ items: z.array(row), page: z.number(), page_size: z.number(), total: z.number() })

const paymentMethod = z.string().check(z.maxLength(50))

const amountBody = z.object({
  /** In `currency`; without it US dollars where balances are shown in currency, quota units otherwise. */
  amount: z.number().check(z.int()),
  /** The display currency. One that is not displayed any more is refused. */
  currency: z.optional(z.enum(DISPLAY_CURRENCIES)),
  /** Sent by consoles of this family; has no effect. */
  top_up_code: z.optional(z.unknown()),
})

export const topUpAmount = endpoint('POST /api/user/amount', 'user', {
  summary: 'What an amount costs, as text with two decimals: in CNY, or in the currency of a payment method',
  body: z.extend(amountBody, { payment_method: z.optional(paymentMethod) }),
  reply: z.object({ data: z.string() }),
  wire: 'payment',
})

export const pay = endpoint('POST /api/user/pay', 'user', {
  summary: 'Create an order; the browser posts `data` as a form to `url`, or follows `url` where `redirect` is there',
  body: z.extend(amountBody, { payment_method: paymentMethod }),
  reply: z.object({
    data: z.record(z.string(), z.string()),
    url: z.string(),
    /** The order, for gateways whose page is a link: nothing is posted to it, and `data` is empty. */
    redirect: z.optional(z.object({ trade_no: z.string(), money: z.string(), currency: z.string() })),
  }),
  wire: 'payment',
})

const gatewayParams = z.object({ gateway: z.string().check(z.maxLength(50)) })

export const paymentNotice = endpoint('GET /api/user/:gateway/notify', 'public', {
  limit: 'gateway',
  summary: 'Callback of a payment gateway (such as `epay`); answers the text `success` or `fail`',
  params: gatewayParams,
  reply: z.string(),
  wire: 'raw',
})

export const paymentNoticePost = endpoint('POST /api/user/:gateway/notify', 'public', {
  limit: 'gateway',
  summary: 'The same with a body',
  params: gatewayParams,
  reply: z.string(),
  wire: 'raw',
})

export const paymentReturn = endpoint('GET /api/user/:gateway/return', 'public', {
  summary: 'Return address of a gateway after payment; redirects to the wallet',
  params: gatewayParams,
  reply: z.string(),
  wire: 'raw',
})

export const listOwnOrders = endpoint('GET /api/topup/self', 'user', {
  summary: 'Own orders, newest first',
  query: z.object({ ...paging, status: looseText, trade_no: looseText }),
  reply: pageOf(order),
})

export const getOrder = endpoint('GET /api/topup/:id', 'user', {
  summary: 'One own order; administrators may read those of all users',
  params: idParams,
  reply: order,
})

/** Filters for the orders of all users; absent fields match any value. */
const orderFilter = {
  status: looseText,
  user_id: looseInteger,
  username: looseText,
  gateway: looseText,
  /** This server's order number or the gateway's. */
  trade_no: looseText,
  start_timestamp: looseInteger,
  end_timestamp: looseInteger,
}

export const listOrders = endpoint('GET /api/topup', 'admin', {
  summary: 'Orders of all users, newest first',
  query: z.object({ ...paging, ...orderFilter }),
  reply: pageOf(order),
})

/** Totals of the orders of one status and currency. */
export const orderSum = z.object({
  status: z.enum(ORDER_STATUS),
  currency: z.string(),
  count: z.number(),
  /** In `currency`. */
  money: z.number(),
  /** Quota units. */
  quota: z.number(),
})
export type OrderSum = z.infer<typeof orderSum>

export const sumOrders = endpoint('GET /api/topup/sums', 'admin', {
  summary: 'What orders come to, by status and currency; filters as in the list of orders',
  query: z.object(orderFilter),
  reply: z.array(orderSum),
})

export const queryOrder = endpoint('POST /api/topup/:id/query', 'admin', {
  summary: 'Ask the gateway about an order now; a payment that was missed is credited',
  params: idParams,
  reply: z.object({
    /** Payment state reported by the gateway. */
    answer: z.enum(['paid', 'unpaid', 'ended', 'unknown']),
    /** Result: `credited`, `already`, or the reason why nothing was credited. */
    outcome: z.string(),
    order,
  }),
})

export const refundOrder = endpoint('POST /api/topup/:id/refund', 'admin', {
  summary:
    'Refund a paid order in full or in part: its quota is deducted, and the gateway returns the money if it can; otherwise return it manually',
  params: idParams,
  body: z.object({
    reason: z.string().check(z.minLength(1), z.maxLength(200)),
    /** In the order's currency, with at most two decimals; absent = all that is left of the payment. */
    amount: z.optional(z.string().check(z.regex(/^\d{1,13}(\.\d{1,2})?$/))),
  }),
  reply: order,
})

export const confirmOrder = endpoint('POST /api/topup/:id/confirm', 'admin', {
  summary: 'Credit an order paid by bank transfer; with another amount than was ordered, the same share of its quota',
  params: idParams,
  body: z.object({
    /** What arrived, in the order's currency. */
    received: z.string().check(z.regex(/^\d{1,13}(\.\d{1,2})?$/)),
    /** The day of its arrival. */
    received_on: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  }),
  reply: order,
})

export const rejectOrder = endpoint('POST /api/topup/:id/reject', 'admin', {
  summary: 'End an order by bank transfer that will not be paid',
  params: idParams,
  body: z.object({ reason: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: order,
})

export const walletHistory = endpoint('GET /api/user/wallet_history', 'user', {
  summary: 'Money in and out of a wallet, calls excepted, newest first; administrators may name a user',
  query: z.object({ ...paging, user_id: looseInteger }),
  reply: pageOf(movement),
})
