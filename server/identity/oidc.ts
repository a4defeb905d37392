import { openIdProvider } from './openid.ts'

/** The OpenID Connect provider that the operator configures. */
export const oidc = openIdProvider('oidc', 'OpenID User', ({ values }) => ({
  issuer: values.OIDCIssuer,
  id: values.OIDCClientId,
  secret: values.OIDCClientSecret,
}))
