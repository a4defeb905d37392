import { type ErrorCode, errors } from '../errors.ts'
import type { LoginProviderId } from './login-providers.ts'
import type { OidcProviderName } from './oidc-providers.ts'

export type ErrorKind = 'disabled' | 'taken' | 'unreachable' | 'answer_invalid' | 'refused' | 'not_configured'

/** Returns the error of a provider: `github_taken` where this API family has a separate text, else `provider_taken`. */
export function errorCodeOf(id: LoginProviderId | OidcProviderName, kind: ErrorKind): ErrorCode {
  const own = `${id}_${kind}`
  return Object.hasOwn(errors, own) ? (own as ErrorCode) : `provider_${kind}`
}
