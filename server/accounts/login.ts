import { USER_STATUS } from '#contract/statuses.ts'
import { Failure } from '../http/failure.ts'
import type { Services } from '../services.ts'
import { verifyPassword } from './passwords.ts'
import type { UserWithBalance } from './present.ts'
import { findForLogin } from './queries.ts'
import { wasSeenAt } from './sessions.ts'

/**
 * The user that a name and a password belong to. Throws wrong_credentials for whatever is wrong, a ban included, after
 * the same time; too_many_requests; password_login_disabled.
 */
export async function checkLogin(
  services: Services,
  ip: string,
  { username, password }: { username: string; password: string },
): Promise<UserWithBalance> {
  if (!services.options.values.PasswordLoginEnabled) throw new Failure('password_login_disabled')
  const name = username.trim()
  const user = await findForLogin(services.store.db, name)
  const known = await wasSeenAt(services.store.db, user?.id ?? 0, ip)
  const giveBack = await services.limits.password(ip, name.toLowerCase(), known)
  const right = await verifyPassword(password, user?.password)
  if (!user || !right || user.status !== USER_STATUS.enabled) throw new Failure('wrong_credentials')
  await giveBack()
  return user
}
