import { openIdProvider } from './openid.ts'

/** Google: OpenID Connect with a fixed issuer (developers.google.com/identity/openid-connect/openid-connect). */
export const google = openIdProvider('google', 'Google User', ({ values, addresses }) => ({
  issuer: addresses.google ?? 'https://accounts.google.com',
  id: values.GoogleClientId,
  secret: values.GoogleClientSecret,
}))
