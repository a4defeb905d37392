import { oauthAuthorize } from '#contract/api/identity.ts'
import type { CodeProviderId } from '#contract/login/login-providers.ts'
import { call } from '#web/lib/api.ts'
import { getStored } from '#web/lib/storage.ts'
import { keepReturnPath } from './return-path.ts'

/**
 * Redirects the browser to a provider, which returns to `/oauth/…`. An invite code is sent along with the
 * state. Throws ApiError. Resolves when the browser is about to leave.
 */
export async function startLogin(provider: CodeProviderId, returnTo?: string): Promise<void> {
  const { url } = await call(oauthAuthorize, { query: { provider, aff: getStored('aff') } })
  keepReturnPath(returnTo)
  location.assign(url)
}
