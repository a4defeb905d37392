import { nowInSeconds } from '#server/platform/clock.ts'
import { constantTimeEqual } from '../../platform/store/constant-time-equal.ts'
import type { Vault } from '../../platform/store/vault.ts'
import { derivedSecret } from './derived-secret.ts'

/**
 * Short-lived bearer tokens of a session, which the family's consoles since July 2026 keep in memory. A token is good only while its
 * session lives, so that a logout, a ban or a new password ends it at once.
 */

/** Lifetime of a token in seconds, as in the family. */
const TOKEN_SECONDS = 15 * 60
const FORM = /^session-([0-9a-f]{64})-(\d{1,12})-(\S+)$/

/** What a login or a refresh hands out beside the user. */
export interface TokenBundle {
  access_token: string
  token_type: 'Bearer'
  /** Unix seconds. */
  access_expires_at: number
  session: { sid: string; current: true }
}

const sealOf = (vault: Vault, sid: string, end: number) => derivedSecret(vault, `session token ${sid} ${end}`)

/** Makes a token of the session with an id. */
export function createTokenBundle(vault: Vault, sid: string): TokenBundle {
  const end = nowInSeconds() + TOKEN_SECONDS
  const access_token = `session-${sid}-${end}-${sealOf(vault, sid, end)}`
  return { access_token, token_type: 'Bearer', access_expires_at: end, session: { sid, current: true } }
}

/** Whether an `Authorization` header has the form of such a token, valid or not. */
export const hasTokenForm = (authorization: string): boolean => FORM.test(bare(authorization))

/** Reads the session's id of a header; undefined = the token is over or was not made here. */
export function readSessionToken(vault: Vault, authorization: string): string | undefined {
  const [, sid = '', end = '', seal = ''] = FORM.exec(bare(authorization)) ?? []
  const isValid = Number(end) > nowInSeconds() && constantTimeEqual(seal, sealOf(vault, sid, Number(end)))
  return isValid ? sid : undefined
}

const bare = (authorization: string) => authorization.replace(/^Bearer\s+/i, '').trim()
