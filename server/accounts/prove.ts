import { ApiError } from '../errors/api-error.ts'
import { hasAuthenticator } from '../second-factor/authenticator.ts'
import type { Services } from '../services.ts'
import { markProven } from '../sessions/proof.ts'
import type { Identity } from '../sessions/session.ts'
import { requirePassword } from './own-password.ts'
import { checkFactorCode, wrongCode } from './second-step.ts'

/**
 * Proves that the user of a session is at the keyboard: with a code where there is a second factor, else with the
 * password. Throws second_factor_wrong, wrong_password, too_many_requests, and proof_by_login for an account that has
 * neither: only a new login proves it.
 */
export async function proveIdentity(
  services: Services,
  identity: Identity,
  ip: string,
  { password = '', code = '' }: { password?: string | undefined; code?: string | undefined },
): Promise<void> {
  const { user, sessionId } = identity
  const { db } = services.store
  if (!sessionId) throw new ApiError('access_token_not_supported')
  if (await hasAuthenticator(db, user.id)) {
    const { undo } = await services.limits.secondFactor(user.id)
    if (!(await checkFactorCode(services, user.id, code))) throw wrongCode()
    await undo()
  } else if (!(await requirePassword(services, identity, ip, password, 'password'))) {
    throw new ApiError('proof_by_login')
  }
  await markProven(db, sessionId)
}
