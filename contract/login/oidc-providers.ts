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
  /** The claim of the ID token with the groups that somebody is in there; absent = `groups`. */
  groups_claim?: string
  /** `staff = vip, ops = @admin`: what groups there mean here; absent = nothing. */
  group_rules?: string
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

export const DEFAULT_GROUPS_CLAIM = 'groups'
/** In a rule, the role of administrators instead of a group. */
export const ADMIN_RULE = '@admin'
const MAX_RULES = 2000

/** Who is in `from` at the provider is in the group `to` here, or an administrator. */
export interface GroupRule {
  from: string
  to: string
}

/** Reads the rules of a provider, in their order; undefined = one is not of the form `there = here`. */
export function readGroupRules(text: string): GroupRule[] | undefined {
  const lines = text.split(/[,\n]/).filter((line) => line.trim() !== '')
  const rules = lines.map((line) => {
    const [from = '', to = '', ...more] = line.split('=').map((part) => part.trim())
    return from && to && more.length === 0 ? { from, to } : undefined
  })
  return rules.every((rule) => rule !== undefined) ? rules : undefined
}

/** Returns the first field of the provider of the single options that is wrong; undefined = none. */
export function wrongOidcOption(key: string, text: string): 'scopes' | 'group_rules' | undefined {
  if (key === 'OIDCScopes' && text.trim() !== '' && !text.split(' ').includes('openid')) return 'scopes'
  return key === 'OIDCGroupRules' && !readGroupRules(text) ? 'group_rules' : undefined
}

type Field =
  | 'id'
  | 'name'
  | 'issuer'
  | 'client_id'
  | 'client_secret'
  | 'scopes'
  | 'enabled'
  | 'groups_claim'
  | 'group_rules'

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
  const { groups_claim = '', group_rules = '' } = entry
  if (typeof groups_claim !== 'string' || groups_claim.length > 100) return 'groups_claim'
  const isRuleText = typeof group_rules === 'string' && group_rules.length <= MAX_RULES
  if (!isRuleText || !readGroupRules(group_rules)) return 'group_rules'
  return typeof enabled === 'boolean' ? undefined : 'enabled'
}
