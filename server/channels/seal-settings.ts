import { createPrivateKey, X509Certificate } from 'node:crypto'
import { channelSettings } from '#contract/api/channels.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { readProxyAddress, STORED_SECRET, withProxyPassword } from '#contract/proxy-address.ts'
import { type ChannelSecrets, openSecrets } from '../calls/registry/channel-way.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import type { ChannelRow } from '../platform/store/tables.ts'
import type { Vault } from '../platform/store/vault.ts'
import type { ChannelFields } from './rules.ts'

/** Settings with stars in the place of secrets, and these. */
interface SplitSettings {
  settings: string
  secrets: ChannelSecrets
}

/**
 * Takes the secrets out of the settings of a channel. Stars mean the former secret, which goes to no other proxy. Settings
 * that are none are left to the check of fields. Throws an ApiError that names the setting.
 */
export function splitSettings(text: string, former: SplitSettings): SplitSettings {
  const given = readJson(text)
  const parsed = channelSettings.safeParse(given)
  if (!parsed.success) return { settings: text, secrets: {} }
  const { proxy = '', ca, client_certificate, client_key } = parsed.data
  const password = proxy === '' ? '' : passwordOf(proxy, former)
  const key = client_key === STORED_SECRET ? former.secrets.client_key : client_key
  if (client_key && !key) refuse('client_key', 'channel_client_key_required')
  checkCertificates(ca, client_certificate, key)
  const hidden = {
    ...(given as object),
    ...(proxy && { proxy: withProxyPassword(proxy, password && STORED_SECRET) }),
    ...(key && { client_key: STORED_SECRET }),
  }
  return {
    settings: proxy || key ? JSON.stringify(hidden) : text,
    secrets: { ...(password && { proxy_password: password }), ...(key && { client_key: key }) },
  }
}

/** Returns fields whose settings hold no secret any more, but sealed beside them. `former`: the row before, if there is one. */
export function sealSettings(
  fields: ChannelFields,
  vault: Vault,
  former: Pick<ChannelRow, 'settings' | 'secrets'> | undefined,
): ChannelFields {
  if (fields.settings === undefined) return fields
  const stored = openSecrets(former?.secrets ?? '', vault)
  const { settings, secrets } = splitSettings(fields.settings, { settings: former?.settings ?? '', secrets: stored })
  // An unchanged seal keeps the row as it is.
  if (former && Bun.deepEquals(secrets, stored)) return { ...fields, settings, secrets: former.secrets }
  const isEmpty = Object.keys(secrets).length === 0
  return { ...fields, settings, secrets: isEmpty ? '' : vault.encrypt(JSON.stringify(secrets)) }
}

function passwordOf(proxy: string, { settings, secrets }: SplitSettings): string {
  const address = readProxyAddress(proxy) ?? refuse('proxy', 'channel_proxy_invalid')
  if (address.password !== STORED_SECRET) return address.password
  const former = (readJson(settings) as { proxy?: string } | undefined)?.proxy ?? ''
  const isSame = withProxyPassword(former, '') === withProxyPassword(proxy, '')
  return (isSame && secrets.proxy_password) || refuse('proxy', 'channel_proxy_password_required')
}

function checkCertificates(ca = '', certificate = '', key = ''): void {
  for (const one of ca ? certificatesIn(ca) : []) if (!readCertificate(one)) refuse('ca', 'channel_certificate_invalid')
  if (certificate && !key) refuse('client_key', 'channel_client_key_required')
  if (key && !certificate) refuse('client_certificate', 'channel_certificate_invalid')
  if (!key) return
  const own =
    readCertificate(certificatesIn(certificate)[0] ?? '') ?? refuse('client_certificate', 'channel_certificate_invalid')
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
