import type { CodeProviderName } from '#contract/api/identity.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { OptionValues } from '#contract/options.ts'
import type { ExternalAddresses } from '../../config.ts'

/** A service that tells who somebody is. */
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
  /** Only addresses of ours begin a login: it needs more than a state. */
  ownStart: boolean
  /** The address where a login begins. Throws a Failure when the provider cannot be asked for it. */
  startUrl(terms: Terms, proof: Proof): Promise<string>
  /** Whose code this is. Throws a Failure in the provider's own words. */
  redeem(terms: Terms, proof: Proof & { code: string }): Promise<ProviderAccount>
}

/** What a provider is called with, apart from the login at hand. */
export interface Terms {
  values: Readonly<OptionValues>
  addresses: ExternalAddresses
  /** The page of ours that the browser comes back to. */
  redirectUri: string
  warn(error: unknown): void
}

/** What ties a code to the login that it was given for. */
export interface Proof {
  state: string
  /** PKCE (RFC 7636): only its hash travels through the browser. */
  verifier: string
  /** OpenID Connect: comes back inside the signed ID token. */
  nonce: string
}

/** Somebody as a provider knows them. */
export interface ProviderAccount {
  /** Immutable, and never given to anybody else. */
  subject: string
  /** The id as users see it. */
  shownId: string
  displayName: string
}
