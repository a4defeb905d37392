import type { ChannelSettings } from '#contract/api/channels.ts'
import { withProxyPassword } from '#contract/proxy-address.ts'
import type { ChannelRow } from '../platform/store/tables.ts'

/** The fields of a channel that decide where its key is sent. `other` is a region in some addresses, an account in others. */
const DESTINATION = ['type', 'base_url', 'other'] as const

type Destination = Pick<ChannelRow, (typeof DESTINATION)[number] | 'settings'>

/** Whether a field decides where the key of a channel is sent; settings may name a proxy, or who vouches for servers. */
export const isDestination = (field: string): boolean =>
  field === 'settings' || (DESTINATION as readonly string[]).includes(field)

/** Whether the key of a channel goes elsewhere after a change. */
export const sendsElsewhere = (before: Destination, after: Destination): boolean =>
  DESTINATION.some((field) => before[field] !== after[field]) || byWhom(before.settings) !== byWhom(after.settings)

/** The proxy and the authorities that see or vouch for where a key goes. */
function byWhom(settings: string): string {
  const { proxy = '', ca = '' } = settings ? (JSON.parse(settings) as ChannelSettings) : {}
  return `${withProxyPassword(proxy, '')} ${ca}`
}
