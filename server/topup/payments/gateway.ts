import type { OptionValues } from '#contract/options.ts'

/** A way to pay. One file implements it; its line in gateways.ts puts it to use. */
export interface Gateway {
  /** Stored with each order: a payment counts only for an order of its own gateway. */
  name: string
  /** ISO 4217; what `cents` are hundredths of. */
  currency: string
  /** The values of `payment_method` that it serves. */
  methods: readonly string[]
  /** undefined = not set up completely. Nothing is believed or asked then. */
  open(options: Readonly<OptionValues>): OpenGateway | undefined
}

/** A gateway with its settings. */
export interface OpenGateway {
  /** What the browser posts to start the payment. Throws when the settings give no valid address. */
  payForm(request: PayRequest): PayForm
  /** Reads a callback. undefined = it was not signed with our secret, or makes no sense. */
  readNotice(callback: Callback): Notice | undefined
  /** Asks about one of our orders. Throws GatewayError. */
  ask(tradeNo: string): Promise<Answer>
  /** Asks what the gateway knows of us: whether it took our credentials, and what it said. Throws GatewayError. */
  askAboutUs(): Promise<{ known: boolean; said: string }>
}

/** A callback as it came: gateways sign fields, or the bytes of the body. */
export interface Callback {
  /** Of the query or of a form. */
  fields: Readonly<Record<string, string>>
  body: string
  header(name: string): string | undefined
}

export interface PayRequest {
  /** Our number of the order. */
  tradeNo: string
  /** What the payer reads. */
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
  /** Our number of the order. */
  tradeNo: string
  gatewayTradeNo: string
  cents: number
  currency: string
}

export interface Notice {
  paid: boolean
  payment: Payment
}

/** `unknown`: the gateway has no such order; a payer who never opened the form leaves none. */
export type Answer = { kind: 'paid'; payment: Payment } | { kind: 'unpaid' } | { kind: 'unknown' }

/** A gateway gave no usable answer. The text holds no address and no secret. */
export class GatewayError extends Error {}

/** Reads an amount of at most two decimals as hundredths; undefined = it is not one. */
export function centsOf(text: string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}
