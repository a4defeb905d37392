import { createPrivateKey, X509Certificate } from 'node:crypto'
import { channelSettings } from '#contract/api/channels.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { readProxyAddress, STORED_SECRET, withProxyPassword } from '#contract/proxy-address.ts'
import type { ChannelSecrets } from '../calls/registry/channel-way.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import type { ChannelRow } from '../platform/store/tables.ts'
import type { Vault } from '../platform/store/vault.ts'

interface SealedSettings {
  /** With stars in the place of secrets. */
  settings: string
  /** The secrets, encrypted; "" = none. */
  secrets: string
}

/**
 * Takes the secrets out of the settings of a channel. Stars mean the stored secret, which goes to no other proxy. Settings
 * that are none are left to the check of fields. Throws an ApiError that names the setting.
 */
export function sealSettings(
  text: string,
  vault: Vault,
  former: Pick<ChannelRow, 'settings' | 'secrets'> | undefined,
): SealedSettings {
  const parsed = channelSettings.safeParse(readJson(text))
  if (!parsed.success) return { settings: text, secrets: '' }
  const { proxy = '', ca, client_certificate, client_key } = parsed.data
  const stored = openSecrets(former?.secrets ?? '', vault)
  const password = proxy === '' ? '' : passwordOf(proxy, stored, former?.settings ?? '')
  const key = client_key === STORED_SECRET ? (stored.client_key ?? refuse('client_key', 'channel_client_key_required')) : client_key
  checkCertificates(ca, client_certificate, key)
  const hidden = {
    ...(readJson(text) as object),
    ...(proxy && { proxy: withProxyPassword(proxy, password && STORED_SECRET) }),
    ...(key && { client_key: STORED_SECRET }),
  }
  const secrets: ChannelSecrets = { ...(password && { proxy_password: password }), ...(key && { client_key: key }) }
  // An unchanged seal keeps the row as it is.
  const isSame = Bun.deepEquals(secrets, stored)
  const sealed = Object.keys(secrets).length > 0 ? vault.encrypt(JSON.stringify(secrets)) : ''
  return { settings: proxy || key ? JSON.stringify(hidden) : text, secrets: isSame ? (former?.secrets ?? '') : sealed }
}

/** Opens the secrets of a channel. */
export const openSecrets = (sealed: string, vault: Vault): ChannelSecrets => (sealed ? JSON.parse(vault.decrypt(sealed)) : {})

function passwordOf(proxy: string, stored: ChannelSecrets, formerSettings: string): string {
  const address = readProxyAddress(proxy) ?? refuse('proxy', 'channel_proxy_invalid')
  if (address.password !== STORED_SECRET) return address.password
  const former = (readJson(formerSettings) as { proxy?: string } | undefined)?.proxy ?? ''
  const isSame = withProxyPassword(former, '') === withProxyPassword(proxy, '')
  return (isSame && stored.proxy_password) || refuse('proxy', 'channel_proxy_password_required')
}

function checkCertificates(ca = '', certificate = '', key = ''): void {
  for (const one of ca ? certificatesIn(ca) : []) if (!readCertificate(one)) refuse('ca', 'channel_certificate_invalid')
  if (certificate && !key) refuse('client_key', 'channel_client_key_required')
  if (key && !certificate) refuse('client_certificate', 'channel_certificate_invalid')
  if (!key) return
  const own = readCertificate(certificatesIn(certificate)[0] ?? '') ?? refuse('client_certificate', 'channel_certificate_invalid')
  try {
    if (own.checkPrivateKey(createPrivateKey(key))) return
  } catch {
    // No key at all, or one with a password.
  }
  refuse('client_key', 'channel_client_key_invalid')
}

/** The certificates of a PEM text, of which none is left out: what is between them is wrong as well. */
function certificatesIn(text: string): string[] {
  const all = text.split(/(?<=-----END CERTIFICATE-----)/).filter((part) => part.trim())
  return all.length > 0 ? all : ['']
}

function readCertificate(text: string): X509Certificate | undefined {
  try {
    return new X509Certificate(text)
  } catch {
    return undefined
  }
}

function readJson(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

function refuse(field: string, code: ErrorCode): never {
  throw new ApiError(code, {}, { [field]: code })
}
