/** OpenID Connect providers that an operator lists, besides the one of the single options. */

export interface OidcProvider {
  /** Part of the callback address; never changed once users have logged in with it. */
  id: string
  /** The operator's name for it, on buttons and bindings. */
  name: string
  /** Without a trailing slash. */
  issuer: string
  client_id: string
  /** Separated by blanks. */
  scopes: string
  enabled: boolean
}

/** A provider as it is saved: without a secret the stored one is kept. */
export type OidcProviderInput = OidcProvider & { client_secret?: string }

/** The name of a listed provider in paths and in `user_identities.provider`. */
export type OidcProviderName = `oidc-${string}`

export const DEFAULT_SCOPES = 'openid profile'
export const MAX_OIDC_PROVIDERS = 50
const MAX_SECRET = 500
const ID = /^[a-z0-9][a-z0-9-]{0,29}$/

export const oidcProviderName = (id: string): OidcProviderName => `oidc-${id}`

export const isOidcProviderName = (name: string): name is OidcProviderName =>
  name.startsWith('oidc-') && ID.test(name.slice('oidc-'.length))

type Field = 'id' | 'name' | 'issuer' | 'client_id' | 'client_secret' | 'scopes' | 'enabled'

/** Returns the first field of a provider that is wrong; undefined = it is complete. `others` are the ids before it. */
export function wrongOidcField(entry: Partial<Record<Field, unknown>>, others: readonly unknown[]): Field | undefined {
  const isText = (value: unknown, max: number): value is string =>
    typeof value === 'string' && value.trim() !== '' && value.length <= max
  const { id, name, issuer, client_id, client_secret = '', scopes = DEFAULT_SCOPES, enabled = true } = entry
  if (typeof id !== 'string' || !ID.test(id) || others.includes(id)) return 'id'
  if (!isText(name, 60)) return 'name'
  if (!isText(issuer, 500) || !/^https?:\/\/[^\s/?#]\S*$/i.test(issuer) || !URL.canParse(issuer)) return 'issuer'
  if (!isText(client_id, MAX_SECRET)) return 'client_id'
  if (typeof client_secret !== 'string' || client_secret.length > MAX_SECRET) return 'client_secret'
  if (!isText(scopes, 500) || !scopes.split(' ').includes('openid')) return 'scopes'
  return typeof enabled === 'boolean' ? undefined : 'enabled'
}
