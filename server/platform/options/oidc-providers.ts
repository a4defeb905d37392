import {
  DEFAULT_SCOPES,
  MAX_OIDC_PROVIDERS,
  type OidcProvider,
  type OidcProviderInput,
  type OidcProviderName,
  oidcProviderName,
  wrongOidcField,
} from '#contract/login/oidc-providers.ts'
import type { OptionValues } from '#contract/options.ts'
import { ApiError } from '../errors/api-error.ts'

/** A listed provider with its secret. */
export interface OidcClient extends OidcProvider {
  secret: string
}

/** Parses the list, with the secrets that it may hold. Throws an ApiError that names what is wrong. */
export function parseOidcProviders(text: string): OidcProviderInput[] {
  const list = readJson(text === '' ? '[]' : text)
  if (!Array.isArray(list) || list.length > MAX_OIDC_PROVIDERS) {
    throw new ApiError('option_json_shape', { detail: '[{"id": …}]' })
  }
  const ids = list.map((entry) => Object(entry).id)
  return list.map((entry, index) => {
    const field = wrongOidcField(Object(entry), ids.slice(0, index))
    if (field) throw new ApiError('option_oidc_provider', { name: String(ids[index] ?? index + 1), field })
    const { id, name, issuer, client_id, client_secret, scopes = DEFAULT_SCOPES, enabled = true } = entry
    const provider = { id, name: name.trim(), issuer: issuer.replace(/\/+$/, ''), client_id, scopes, enabled }
    const groups = textsOf(entry, ['groups_claim', 'group_rules'])
    return client_secret ? { ...provider, ...groups, client_secret } : { ...provider, ...groups }
  })
}

/** The given texts that are not empty. */
function textsOf<K extends string>(entry: Partial<Record<K, string>>, names: readonly K[]): Partial<Record<K, string>> {
  const given = names.flatMap((name) => (entry[name]?.trim() ? [[name, entry[name].trim()]] : []))
  return Object.fromEntries(given)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('option_not_json')
  }
}

/** Reads the stored secrets: provider id → client secret. */
export function readOidcSecrets(text: string): Record<string, string> {
  return text === '' ? {} : JSON.parse(text)
}

/** Finds a listed provider that can be used: turned on, and with a secret. */
export function findOidcClient(values: Readonly<OptionValues>, name: OidcProviderName): OidcClient | undefined {
  return openOidcClients(values).find(({ id }) => oidcProviderName(id) === name)
}

/** Lists what the login page may know of the providers that can be used. */
export function offeredOidcProviders(values: Readonly<OptionValues>): { name: string; label: string }[] {
  return openOidcClients(values).map(({ id, name }) => ({ name: oidcProviderName(id), label: name }))
}

function openOidcClients({ OIDCProviders, OIDCProviderSecrets }: Readonly<OptionValues>): OidcClient[] {
  if (OIDCProviders.length === 0) return []
  const secrets = readOidcSecrets(OIDCProviderSecrets)
  return OIDCProviders.flatMap((provider) => {
    const secret = secrets[provider.id]
    return provider.enabled && secret ? [{ ...provider, secret }] : []
  })
}
