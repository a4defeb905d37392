import type { OfferedPaymentMethod } from '#contract/api/site.ts'
import { isStoredKey, type OptionValues } from '#contract/options.ts'
import { gatewaySpec, isPaymentGateway, PAYMENT_GATEWAYS, type PaymentGatewayId } from '#contract/payment-gateways.ts'
import { epay } from './epay.ts'
import type { Gateway, OpenGateway } from './gateway.ts'
import { paylink } from './paylink.ts'

const gateways: Record<PaymentGatewayId, Gateway> = { epay, paylink }

/** A configured gateway. undefined = unknown, or a required option is empty: callbacks are refused then. */
export function openGateway(name: string, options: Readonly<OptionValues>): OpenGateway | undefined {
  if (!isPaymentGateway(name)) return undefined
  const isComplete = gatewaySpec(name).required.every((key) => isStoredKey(key) && options[key] !== '')
  return isComplete ? gateways[name].open(options) : undefined
}

/** A configured gateway with its name and the values of `payment_method` that it serves. */
export interface OfferedGateway {
  name: PaymentGatewayId
  methods: string[]
  open: OpenGateway
}

/** Lists all configured gateways, the preferred one first. */
export function openGateways(options: Readonly<OptionValues>): OfferedGateway[] {
  return PAYMENT_GATEWAYS.flatMap((name) => {
    const open = openGateway(name, options)
    return open ? [{ name, methods: Object.keys(gatewaySpec(name).methods), open }] : []
  })
}

/** Finds the configured gateway that serves a payment method. */
export function findGatewayOf(method: string, options: Readonly<OptionValues>): OfferedGateway | undefined {
  return openGateways(options).find(({ methods }) => methods.includes(method))
}

/** Lists how a user can pay now. */
export function offeredPaymentMethods(options: Readonly<OptionValues>): OfferedPaymentMethod[] {
  return openGateways(options).flatMap(({ methods, open: { methodName: name = '', currency, price } }) =>
    methods.map((id) => ({ id, name, currency, price })),
  )
}
