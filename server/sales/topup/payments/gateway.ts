import type { OptionValues } from '#contract/options.ts'
import type { ExternalAddresses } from '../../../platform/config.ts'
import type { ReportedClaim } from '../claims/reported-claim.ts'

/** A payment gateway. One file implements it; its options and methods are data in contract/payment-gateways.ts. */
export interface Gateway {
  /** Called only when all required options have values. `externals` has the addresses of services that are fixed. */
  open(options: Readonly<OptionValues>, externals: ExternalAddresses): OpenGateway
}

/** A gateway with its settings. */
export interface OpenGateway {
  /** ISO 4217; the currency of `cents`, which are hundredths. */
  currency: string
  /** What a dollar of quota costs in the currency. */
  price: number
  /** The operator's name for its method; absent or "" = the usual one. */
  methodName?: string
  /** Where payers transfer the money to; absent = they pay on a page. */
  account?: string[]
  /** HTTP status of the response to a callback that changed nothing; absent = 200. */
  refusalStatus?: 400
  /** Says where the browser goes to pay. Throws when the settings contain no valid address. */
  createPayment(order: NewPayment): PaymentStart | Promise<PaymentStart>
  /**
   * Reads a callback. undefined = it was not signed with our secret, is malformed, or too old. Throws GatewayError
   * when the gateway has to be asked what it is about and does not answer.
   */
  verifyCallback(callback: Callback): Notice | Change | undefined | Promise<Notice | Change | undefined>
  /** Queries one of our orders. Throws GatewayError. Absent = the gateway tells of payments by callbacks alone. */
  queryOrder?(order: QueriedOrder): Promise<OrderAnswer>
  /** Seconds for which an unpaid order is queried before it expires; absent = a day. */
  expiresAfter?: number
  /** Lists the numbers of orders whose payment, refunds or disputes changed since a time. Throws GatewayError. */
  listChanged?(since: number): Promise<string[]>
  /**
   * Returns money to a payer; repeating a request with the same reference does nothing more. Throws GatewayRefusal when
   * the gateway never will, and GatewayError when it is not known whether it did.
   */
  refund?(refund: RefundRequest): Promise<ReportedClaim>
  /**
   * Queries our merchant account: whether the credentials were accepted, and the gateway's message. Throws
   * GatewayError.
   */
  testCredentials?(): Promise<{ known: boolean; said: string }>
}

/** A callback as received: gateways sign fields, or the bytes of the body. */
export interface Callback {
  /** From the query or from a form. */
  fields: Readonly<Record<string, string>>
  body: string
  header(name: string): string | undefined
  /** Unix seconds of its arrival. */
  at: number
}

export interface NewPayment {
  /** Our order number. */
  tradeNo: string
  /** The title shown to the payer. */
  title: string
  /** Hundredths of the gateway's currency. */
  cents: number
  method: string
  /** Unix seconds. */
  at: number
  /** Origins (a path may follow) under which the gateway and the browser reach this server. */
  callbackBase: string
  siteBase: string
}

/**
 * The browser posts a form to the gateway, or follows a link to it. `session` = the gateway's number of the attempt,
 * stored with the order.
 */
export type PaymentStart =
  | { kind: 'form'; url: string; fields: Record<string, string> }
  | { kind: 'link'; url: string; session?: string }

/** One of our orders as the gateway is asked about it. */
export interface QueriedOrder {
  tradeNo: string
  /** The gateway's number of the attempt to pay; "" = it gave none. */
  session: string
}

export interface RefundRequest {
  tradeNo: string
  gatewayTradeNo: string
  /** Our number of the refund. */
  reference: string
  cents: number
  currency: string
}

/** A payment as the gateway describes it. */
export interface Payment {
  /** Our order number. */
  tradeNo: string
  gatewayTradeNo: string
  cents: number
  currency: string
}

export interface Notice {
  paid: boolean
  payment: Payment
}

/** Something about one of our orders changed, and the gateway is to be asked what. "" = it concerns no order of ours. */
export interface Change {
  changed: string
}

/**
 * `unknown`: the gateway has no such order, for example because the payer never opened the form. `ended`: it will not
 * be paid any more. A paid order comes with its refunds and disputes.
 */
export type OrderAnswer =
  | { kind: 'paid'; payment: Payment; claims?: ReportedClaim[] }
  | { kind: 'unpaid' }
  | { kind: 'ended' }
  | { kind: 'unknown' }

/** A gateway gave no usable answer. The message contains no address and no secret. */
export class GatewayError extends Error {}

/** A gateway refused what it was asked for, and will refuse it again. The message is the gateway's. */
export class GatewayRefusal extends GatewayError {}

/** Writes hundredths as an amount with two decimals. */
export const amountOf = (cents: number): string => (cents / 100).toFixed(2)

/** Reads an amount of at most two decimals as hundredths; undefined = not an amount. */
export function centsOf(text: string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}
