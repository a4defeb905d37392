import { providerLogin } from '#contract/api/identity.ts'
import type { CodeProviderId } from '#contract/login/login-providers.ts'

/** The callback endpoint of a provider, with its path written out. */
export const callbackOf = (provider: CodeProviderId) => ({
  ...providerLogin,
  path: `/api/oauth/${provider}`,
  params: undefined,
})
