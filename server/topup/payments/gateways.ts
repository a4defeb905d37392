import type { OptionValues } from '#contract/options.ts'
import { epay } from './epay.ts'
import type { Gateway, OpenGateway } from './gateway.ts'

/** Every gateway, the preferred one first. */
const gateways: readonly Gateway[] = [epay]

/** A configured gateway. undefined = unknown, or its settings are incomplete. */
export function openGateway(name: string, options: Readonly<OptionValues>): OpenGateway | undefined {
  return gateways.find((gateway) => gateway.name === name)?.open(options)
}

/** All configured gateways, the preferred one first. */
export function openGateways(options: Readonly<OptionValues>): { gateway: Gateway; open: OpenGateway }[] {
  return gateways.flatMap((gateway) => {
    const open = gateway.open(options)
    return open ? [{ gateway, open }] : []
  })
}
