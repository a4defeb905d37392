import type { OidcProviderName } from '#contract/oidc-providers.ts'
import { findOidcClient } from '../options/oidc-providers.ts'
import { openIdProvider } from './openid.ts'

/** The OpenID Connect provider of the single options. */
export const oidc = openIdProvider('oidc', 'OpenID User', ({ values }) => ({
  issuer: values.OIDCIssuer,
  id: values.OIDCClientId,
  secret: values.OIDCClientSecret,
}))

/** A provider of the operator's list. */
export const listedProvider = (name: OidcProviderName) =>
  openIdProvider(name, 'OpenID User', ({ values }) => {
    const { issuer = '', client_id: id = '', secret = '', scopes } = findOidcClient(values, name) ?? {}
    return { issuer, id, secret, ...(scopes ? { scopes } : {}) }
  })
