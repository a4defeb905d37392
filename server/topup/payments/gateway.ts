import type { OptionValues } from '#contract/options.ts'

/** A payment gateway. One file implements it; its entry in gateways.ts enables it. */
export interface Gateway {
  /** Stored with each order: a payment counts only for an order of its own gateway. */
  name: string
  /** ISO 4217; the currency of `cents`, which are hundredths. */
  currency: string
  /** The values of `payment_method` that it serves. */
  methods: readonly string[]
  /** undefined = not configured completely. Callbacks are refused and nothing is queried then. */
  open(options: Readonly<OptionValues>): OpenGateway | undefined
}

/** A gateway with its settings. */
export interface OpenGateway {
  /** The form that the browser posts to start the payment. Throws when the settings contain no valid address. */
  payForm(request: PayRequest): PayForm
  /** Reads a callback. undefined = it was not signed with our secret, or is malformed. */
  readNotice(callback: Callback): Notice | undefined
  /** Queries one of our orders. Throws GatewayError. */
  queryOrder(tradeNo: string): Promise<OrderAnswer>
  /**
   * Queries our merchant account: whether the credentials were accepted, and the gateway's message. Throws
   * GatewayError.
   */
  queryMerchant(): Promise<{ known: boolean; said: string }>
}

/** A callback as received: gateways sign fields, or the bytes of the body. */
export interface Callback {
  /** From the query or from a form. */
  fields: Readonly<Record<string, string>>
  body: string
  header(name: string): string | undefined
}

export interface PayRequest {
  /** Our order number. */
  tradeNo: string
  /** The title shown to the payer. */
  title: string
  /** Hundredths of the gateway's currency. */
  cents: number
  method: string
  /** Origins (a path may follow) under which the gateway and the browser reach this server. */
  callbackBase: string
  siteBase: string
}

export interface PayForm {
  url: string
  fields: Record<string, string>
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

/** `unknown`: the gateway has no such order, for example because the payer never opened the form. */
export type OrderAnswer = { kind: 'paid'; payment: Payment } | { kind: 'unpaid' } | { kind: 'unknown' }

/** A gateway gave no usable answer. The message contains no address and no secret. */
export class GatewayError extends Error {}

/** Reads an amount of at most two decimals as hundredths; undefined = not an amount. */
export function centsOf(text: string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}
