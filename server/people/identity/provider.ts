import type { ErrorCode, ErrorParameters } from '#contract/errors.ts'
import { type ErrorKind, errorCodeOf } from '#contract/login/login-errors.ts'
import { type CodeProviderId, type LoginProviderId, loginProviders } from '#contract/login/login-providers.ts'
import { isOidcProviderName, type OidcProviderName } from '#contract/login/oidc-providers.ts'
import type { OptionValues } from '#contract/options.ts'
import type { ExternalAddresses } from '../../platform/config.ts'
import { ApiError } from '../../platform/errors/api-error.ts'

/** An identity provider; its options, texts and wire names are in `contract/login/login-providers.ts`. */
export interface Provider {
  name: LoginProviderId | OidcProviderName
  /** Display name of new users when the provider gives none. */
  displayName: string
  /** The error of unknown accounts; undefined = they are registered. */
  unknownError?: ErrorCode
}

/** A provider that the browser visits and comes back from with a code. */
export interface CodeProvider extends Provider {
  name: CodeProviderId
  /** The error of a callback without a code; undefined = invalid_parameters. */
  codeMissing?: ErrorCode
  /** Only our own authorize addresses start a login: it needs PKCE or a nonce besides the state. */
  ownStart: boolean
  /** Returns the address where a login starts. Throws an ApiError when the provider cannot be reached. */
  startUrl(context: ProviderContext, secrets: LoginSecrets): Promise<string>
  /** Exchanges the code for the account. Throws an ApiError with the provider's reason. */
  redeem(context: ProviderContext, secrets: LoginSecrets & { code: string }): Promise<ProviderAccount>
}

/** Settings of a call to a provider that do not depend on the login. */
export interface ProviderContext {
  values: Readonly<OptionValues>
  addresses: ExternalAddresses
  /** The callback page of the console. */
  redirectUri: string
  warn(error: unknown): void
}

/** Values that tie a code to its login. */
export interface LoginSecrets {
  state: string
  /** PKCE (RFC 7636): only its hash travels through the browser. */
  verifier: string
  /** OpenID Connect: returned inside the signed ID token. */
  nonce: string
}

/** A user's account at a provider. */
export interface ProviderAccount {
  /** Immutable, and never given to another person. */
  subject: string
  /** The id as users see it. */
  shownId: string
  displayName: string
  /** The groups that the account is in there; absent = the provider does not tell. */
  groups?: string[]
}

/** Returns the error of a provider, with the provider's name; a listed one is named by its id. */
export function providerFailure(
  id: LoginProviderId | OidcProviderName,
  kind: ErrorKind,
  parameters: ErrorParameters = {},
): ApiError {
  const name = isOidcProviderName(id) ? id : loginProviders[id].label.en
  return new ApiError(errorCodeOf(id, kind), { name, ...parameters })
}
