import type { ChannelSettings } from '#contract/api/channels.ts'
import { readProxyAddress, STORED_SECRET, withProxyPassword } from '#contract/proxy-address.ts'
import type { Vault } from '../../platform/store/vault.ts'
import { createWay, type Way } from '../../wire/http1/client/way.ts'

/** What the settings of a channel have stars for; sealed in its column `secrets`. */
export interface ChannelSecrets {
  proxy_password?: string
  client_key?: string
}

/** Returns how a channel is reached; undefined = straight. Throws an Error for a proxy that is none: it must not be left out. */
export function wayOfChannel(
  settings: ChannelSettings,
  { proxy_password = '', client_key }: ChannelSecrets,
): Way | undefined {
  const { proxy = '', ca, client_certificate } = settings
  const address = proxy.includes(`:${STORED_SECRET}@`) ? withProxyPassword(proxy, proxy_password) : proxy
  const read = address === '' ? undefined : readProxyAddress(address)
  if (address !== '' && !read) throw new Error('its proxy is not one')
  const certificate = client_certificate && client_key ? { cert: client_certificate, key: client_key } : {}
  const tls = { ...(ca && { ca }), ...certificate }
  return createWay({ ...(read && { proxy: read }), ...(Object.keys(tls).length > 0 && { tls }) })
}

/** Opens the sealed secrets of a channel. */
export const openSecrets = (sealed: string, vault: Vault): ChannelSecrets =>
  sealed ? JSON.parse(vault.decrypt(sealed)) : {}
