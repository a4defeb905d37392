import type { OptionValues } from '#contract/options.ts'

/** A payment gateway. One file implements it; its options and methods are data in contract/payment-gateways.ts. */
export interface Gateway {
  /** Called only when all required options have values. */
  open(options: Readonly<OptionValues>): OpenGateway
}

/** A gateway with its settings. */
export interface OpenGateway {
  /** ISO 4217; the currency of `cents`, which are hundredths. */
  currency: string
  /** What a dollar of quota costs in the currency. */
  price: number
  /** The operator's name for its method; absent or "" = the usual one. */
  methodName?: string
  /** HTTP status of the response to a callback that changed nothing; absent = 200. */
  refusalStatus?: 400
  /** Says where the browser goes to pay. Throws when the settings contain no valid address. */
  createPayment(order: NewPayment): PaymentStart
  /** Reads a callback. undefined = it was not signed with our secret, is malformed, or too old. */
  verifyCallback(callback: Callback): Notice | undefined
  /** Queries one of our orders. Throws GatewayError. Absent = the gateway tells of payments by callbacks alone. */
  queryOrder?(tradeNo: string): Promise<OrderAnswer>
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

/** The browser posts a form to the gateway, or follows a link to it. */
export type PaymentStart = { kind: 'form'; url: string; fields: Record<string, string> } | { kind: 'link'; url: string }

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

/** `unknown`: the gateway has no such order, for example because the payer never opened the form. */
export type OrderAnswer = { kind: 'paid'; payment: Payment } | { kind: 'unpaid' } | { kind: 'unknown' }

/** A gateway gave no usable answer. The message contains no address and no secret. */
export class GatewayError extends Error {}

/** Writes hundredths as an amount with two decimals. */
export const amountOf = (cents: number): string => (cents / 100).toFixed(2)

/** Reads an amount of at most two decimals as hundredths; undefined = not an amount. */
export function centsOf(text: string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}
