import { USER_STATUS } from '#contract/statuses.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context } from '../../platform/http/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { knownDevice } from './known-devices.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts'
import type { UserWithBalance } from './present.ts'
import { findForLogin } from './queries.ts'

/**
 * Returns the user that a name and a password belong to. While others guess at the account, a device that it was not
 * used on waits before its password is checked. Throws wrong_credentials for whatever is wrong, a ban included, after
 * the same time; too_many_requests; password_login_disabled.
 */
export async function verifyPasswordLogin(
  c: Context,
  services: Platform,
  { username, password }: { username: string; password: string },
): Promise<UserWithBalance> {
  if (!services.options.values.PasswordLoginEnabled) throw new ApiError('password_login_disabled')
  const name = username.trim()
  const user = await findForLogin(services.store.db, name)
  const device = knownDevice(c, services.vault, user?.id)
  const guess = { ip: c.var.origin.ip, account: name.toLowerCase(), device }
  const { waitMs, undo } = await services.limits.password(guess)
  if (waitMs > 0) await Bun.sleep(waitMs)
  const { passwordCost: cost } = services.config
  const right = await verifyPassword(password, user?.password, cost)
  if (!user || !right || user.status !== USER_STATUS.enabled) throw new ApiError('wrong_credentials')
  undo()
  if (needsRehash(user.password, cost)) await renewHash(services, user, password)
  return user
}

/** Stores a present-day hash of a password that was just proven, unless it was changed meanwhile. */
async function renewHash({ store, config }: Platform, { id, password: former }: UserWithBalance, password: string) {
  const renewed = { password: await hashPassword(password, config.passwordCost) }
  await store.db.updateTable('users').set(renewed).where('id', '=', id).where('password', '=', former).execute()
}
