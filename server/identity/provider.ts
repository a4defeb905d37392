import type { CodeProviderName } from '#contract/api/identity.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { OptionValues } from '#contract/options.ts'
import type { ExternalAddresses } from '../config.ts'

/** An identity provider. */
export interface Provider {
  name: CodeProviderName | 'wechat' | 'telegram'
  /** The column of users that shows the id. Logins are never matched by it. */
  column: 'github_id' | 'linux_do_id' | 'oidc_id' | 'wechat_id' | 'telegram_id'
  isEnabled(values: Readonly<OptionValues>): boolean
  errors: {
    /** The operator has not switched it on. */
    disabled: ErrorCode
    /** The account is bound to a user already. */
    taken: ErrorCode
    /** Nobody has the account; absent = they are registered. */
    unknown?: ErrorCode
  }
  /** What is shown of new users whose provider tells no name. */
  displayName: string
}

/** A provider that the browser visits and comes back from with a code. */
export interface CodeProvider extends Provider {
  name: CodeProviderName
  errors: Provider['errors'] & { codeMissing: ErrorCode }
  /** Only our own authorize addresses start a login: it needs PKCE or a nonce besides the state. */
  ownStart: boolean
  /** Returns the address where a login starts. Throws a Failure when the provider cannot be reached. */
  startUrl(context: ProviderContext, secrets: LoginSecrets): Promise<string>
  /** Exchanges the code for the account. Throws a Failure with the provider's reason. */
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
}
