import type { Generated } from 'kysely'

/** Tables of logins: sessions, identities, codes, second factors. */

export interface SessionTable {
  /** SHA-256 of the cookie's value. */
  id: string
  user_id: number
  created_at: number
  last_seen_at: number
  expires_at: number
  ip: string
  user_agent: string
  /** When the user last proved who they are: at the login, or later with a password or a code. */
  proven_at: Generated<number>
}

/** Accounts at identity providers and their users. Logins are matched by it, never by the columns of users. */
export interface UserIdentityTable {
  provider: string
  /** The provider's immutable id. */
  subject: string
  /** The id as users see it. */
  shown: Generated<string>
  user_id: number
  created_at: number
  /** The group that a rule of the provider gave, and the one before it; "" = none. */
  given_group: Generated<string>
  group_before: Generated<string>
}

/** Codes mailed to prove that an address can be read; the newest one counts. */
export interface MailedCodeTable {
  purpose: string
  address: string
  /** HMAC of the code. */
  code_hash: string
  tries_left: number
  sent_at: number
  expires_at: number
}

/** Logins at identity providers that have started and not yet returned. */
export interface OauthStateTable {
  /** HMAC of the state. */
  id: string
  /** HMAC of the cookie of the browser that started the login. */
  browser: string
  /** "" = any provider that needs no more than a state. */
  provider: string
  /** The user who binds an account; 0 = a login. */
  user_id: number
  aff_code: string
  expires_at: number
}

/** Authenticator apps, one a user. */
export interface AuthenticatorTable {
  user_id: number
  /** Encrypted base32. */
  secret: string
  created_at: number
  /** When its first code was entered; 0 = not yet, so that it does not count. */
  confirmed_at: Generated<number>
  /** The time step of the last code that was used: earlier ones are refused. */
  last_step: Generated<number>
}

/** Recovery codes that were not used yet. */
export interface RecoveryCodeTable {
  user_id: number
  /** SHA-256 of user and code. */
  code_hash: string
}

/** Logins that wait for their second step. */
export interface LoginChallengeTable {
  /** SHA-256 of the cookie's value. */
  id: string
  user_id: number
  tries_left: number
  expires_at: number
}

/** Passkeys (WebAuthn credentials). */
export interface PasskeyTable {
  /** The credential's id, base64url. */
  id: string
  user_id: number
  /** The host name that it is bound to. */
  site: string
  name: Generated<string>
  /** COSE, base64url. */
  public_key: string
  counter: Generated<number>
  /** Separated by commas. */
  transports: Generated<string>
  created_at: number
  /** 0 = never. */
  last_used_at: Generated<number>
}

/** What a browser was asked to sign with a passkey. */
export interface PasskeyChallengeTable {
  /** SHA-256 of the cookie's value. */
  id: string
  /** 0 = whoever owns the passkey. */
  user_id: number
  challenge: string
  expires_at: number
}

/** A key that a token had before it was rotated. */
export interface FormerTokenKeyTable {
  id: Generated<number>
  token_id: number
  /** Encrypted. */
  key: string
  /** HMAC of the key. */
  key_hash: string
  expires_at: number
}

declare module '../platform/store/tables.ts' {
  interface Tables {
    sessions: SessionTable
    user_identities: UserIdentityTable
    mailed_codes: MailedCodeTable
    oauth_states: OauthStateTable
    authenticators: AuthenticatorTable
    recovery_codes: RecoveryCodeTable
    login_challenges: LoginChallengeTable
    passkeys: PasskeyTable
    passkey_challenges: PasskeyChallengeTable
    former_token_keys: FormerTokenKeyTable
  }
}
