import type { Generated } from 'kysely'

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
