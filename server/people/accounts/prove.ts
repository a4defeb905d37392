import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context } from '../../platform/http/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { hasSecondFactor } from '../second-factor/authenticator.ts'
import { checkPasskey } from '../second-factor/passkeys.ts'
import { markProven } from '../sessions/proof.ts'
import type { Identity } from '../sessions/session.ts'
import { requirePassword } from './own-password.ts'
import { checkFactorCode, wrongCode } from './second-step.ts'

/** One of these proves an identity. */
interface Proof {
  password?: string | undefined
  code?: string | undefined
  passkey?: AuthenticationResponseJSON | undefined
}

/**
 * Proves that the user of a session is at the keyboard: with a passkey, with a code where there is a second factor,
 * else with the password. Throws passkey_wrong, second_factor_wrong, wrong_password, too_many_requests, and proof_by_login for an account that has
 * neither: only a new login proves it.
 */
export async function proveIdentity(
  c: Context,
  services: Platform,
  identity: Identity,
  { password = '', code = '', passkey }: Proof,
): Promise<void> {
  const { user, sessionId } = identity
  const { db } = services.store
  if (!sessionId) throw new ApiError('access_token_not_supported')
  if (passkey) {
    await checkPasskey(c, services, user.id, passkey)
  } else if (await hasSecondFactor(db, user.id)) {
    const { undo } = await services.limits.secondFactor(user.id)
    if (!(await checkFactorCode(services, user.id, code))) throw wrongCode()
    undo()
  } else if (!(await requirePassword(services, identity, c.var.origin.ip, password, 'password'))) {
    throw new ApiError('proof_by_login')
  }
  await markProven(db, sessionId)
}
