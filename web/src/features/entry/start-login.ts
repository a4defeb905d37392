import { oauthAuthorize } from '#contract/api/identity.ts'
import type { CodeProviderName } from '#contract/login-providers.ts'
import { call } from '#web/lib/api.ts'
import { getStored } from '#web/lib/storage.ts'
import { keepReturnPath } from './return-path.ts'

/**
 * Sends the browser to a provider, from where it comes back to `/oauth/…`. An invite code goes along with the state.
 * Throws ApiError. Resolves when the browser is about to leave.
 */
export async function startLogin(provider: CodeProviderName, returnTo?: string): Promise<void> {
  const { url } = await call(oauthAuthorize, { query: { provider, aff: getStored('aff') } })
  keepReturnPath(returnTo)
  location.assign(url)
}
