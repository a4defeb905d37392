import { DEFAULT_GROUPS_CLAIM, type OidcProviderName } from '#contract/login/oidc-providers.ts'
import { findOidcClient } from '../../platform/options/oidc-providers.ts'
import { openIdProvider } from './openid.ts'

/** The OpenID Connect provider of the single options. */
export const oidc = openIdProvider('oidc', 'OpenID User', ({ values }) => ({
  issuer: values.OIDCIssuer,
  id: values.OIDCClientId,
  secret: values.OIDCClientSecret,
  ...(values.OIDCScopes.trim() ? { scopes: values.OIDCScopes.trim() } : {}),
  ...(values.OIDCGroupRules.trim() ? { groupsClaim: values.OIDCGroupsClaim.trim() || DEFAULT_GROUPS_CLAIM } : {}),
}))

/** A provider of the operator's list. */
export const listedProvider = (name: OidcProviderName) =>
  openIdProvider(name, 'OpenID User', ({ values }) => {
    const found = findOidcClient(values, name)
    const { issuer = '', client_id: id = '', secret = '', scopes } = found ?? {}
    const groups = found?.group_rules ? { groupsClaim: found.groups_claim ?? DEFAULT_GROUPS_CLAIM } : {}
    return { issuer, id, secret, ...(scopes ? { scopes } : {}), ...groups }
  })
