import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { USER_STATUS } from '#contract/statuses.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context } from '../../platform/http/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { spendTotpCode } from '../second-factor/authenticator.ts'
import { challengedUser, endChallenge, tryChallenge, waitingUser } from '../second-factor/challenges.ts'
import { checkPasskey } from '../second-factor/passkeys.ts'
import { spendRecoveryCode } from '../second-factor/recovery-codes.ts'
import { type LoginReply, startSession } from './login.ts'
import { findUser } from './queries.ts'

/**
 * Finishes the login that waits in this browser for its second step. Throws login_challenge_expired,
 * second_factor_wrong, user_banned and too_many_requests.
 */
export async function finishSecondStep(c: Context, services: Platform, code: string): Promise<LoginReply> {
  const { db } = services.store
  const userId = await challengedUser(c, db)
  const { undo } = await services.limits.secondFactor(userId)
  await tryChallenge(c, db)
  if (!(await checkFactorCode(services, userId, code))) throw wrongCode()
  undo()
  if (!(await endChallenge(c, db))) throw new ApiError('login_challenge_expired')
  return enter(c, services, userId)
}

/**
 * Logs in the owner of a passkey. It needs no first step, as the browser has asked for a finger or a PIN; a login that
 * waits for its second step must be of the same user. Throws passkey_wrong, user_banned and too_many_requests.
 */
export async function loginByPasskey(
  c: Context,
  services: Platform,
  response: AuthenticationResponseJSON,
): Promise<LoginReply> {
  await services.limits.login(c.var.origin.ip)
  const waiting = await waitingUser(c, services.store.db)
  const userId = await checkPasskey(c, services, waiting ?? 0, response)
  if (waiting !== undefined) await endChallenge(c, services.store.db)
  return enter(c, services, userId)
}

async function enter(c: Context, services: Platform, userId: number): Promise<LoginReply> {
  const user = await findUser(services.store.db, userId)
  if (!user || user.deleted_at) throw new ApiError('user_deleted')
  if (user.status !== USER_STATUS.enabled) throw new ApiError('user_banned')
  return startSession(c, services, user)
}

/** Uses up a code of the user's authenticator app, or a recovery code; false = it is neither, or was used. */
export async function checkFactorCode({ store, vault }: Platform, userId: number, code: string): Promise<boolean> {
  const digits = code.replace(/\s/g, '')
  if (/^\d{6}$/.test(digits)) return spendTotpCode(store.db, vault, userId, digits)
  return spendRecoveryCode(store.db, userId, code)
}

export const wrongCode = () => new ApiError('second_factor_wrong', {}, { code: 'second_factor_wrong' })
