import type { OfferedPaymentMethod } from '#contract/api/site.ts'
import { isStoredKey, type OptionValues } from '#contract/options.ts'
import { gatewaySpec, isPaymentGateway, PAYMENT_GATEWAYS, type PaymentGatewayId } from '#contract/payment-gateways.ts'
import type { Config } from '../../../platform/config.ts'
import { epay } from './epay.ts'
import type { Gateway, OpenGateway } from './gateway.ts'
import { paylink } from './paylink.ts'
import { stripe } from './stripe.ts'
import { transfer } from './transfer.ts'

const gateways: Record<PaymentGatewayId, Gateway> = { epay, stripe, paylink, transfer }

/** What gateways are opened with. */
export interface Settings {
  options: { values: Readonly<OptionValues> }
  config: Pick<Config, 'externals'>
}

/** A configured gateway. undefined = unknown, or a required option is empty: callbacks are refused then. */
export function openGateway(name: string, { options: { values }, config }: Settings): OpenGateway | undefined {
  if (!isPaymentGateway(name)) return undefined
  const isComplete = gatewaySpec(name).required.every((key) => isStoredKey(key) && String(values[key]) !== '')
  return isComplete ? gateways[name].open(values, config.externals) : undefined
}

/** A configured gateway with its name and the values of `payment_method` that it serves. */
export interface OfferedGateway {
  name: PaymentGatewayId
  methods: string[]
  open: OpenGateway
}

/** Lists all configured gateways, the preferred one first. */
export function openGateways(settings: Settings): OfferedGateway[] {
  return PAYMENT_GATEWAYS.flatMap((name) => {
    const open = openGateway(name, settings)
    return open ? [{ name, methods: Object.keys(gatewaySpec(name).methods), open }] : []
  })
}

/** Finds the configured gateway that serves a payment method. */
export function findGatewayOf(method: string, settings: Settings): OfferedGateway | undefined {
  return openGateways(settings).find(({ methods }) => methods.includes(method))
}

/** Lists how a user can pay now. */
export function offeredPaymentMethods(settings: Settings): OfferedPaymentMethod[] {
  return openGateways(settings).flatMap(({ methods, open: { methodName: name = '', currency, price } }) =>
    methods.map((id) => ({ id, name, currency, price })),
  )
}
