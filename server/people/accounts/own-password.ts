import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Identity } from '../sessions/session.ts'
import { verifyPassword } from './passwords.ts'

/** Whether an account has a password; those from identity providers have none at first. */
export async function hasPassword({ store }: Pick<Platform, 'store'>, userId: number): Promise<boolean> {
  const row = await store.db.selectFrom('users').select('password').where('id', '=', userId).executeTakeFirst()
  return row?.password !== ''
}

/**
 * Checks the password of a logged-in user; false = the account was created through an identity provider and has none.
 * `field` is that of the form. Throws wrong_password and too_many_requests.
 */
export async function requirePassword(
  { store, limits, config }: Platform,
  { user, sessionId }: Identity,
  ip: string,
  password: string,
  field: string,
): Promise<boolean> {
  const row = await store.db.selectFrom('users').select('password').where('id', '=', user.id).executeTakeFirst()
  if (row?.password === '') return false
  const device = sessionId ?? `user ${user.id}`
  const { undo } = await limits.password({ ip, account: user.username.toLowerCase(), device })
  if (!(await verifyPassword(password, row?.password, config.passwordCost))) {
    throw new ApiError('wrong_password', {}, { [field]: 'wrong_password' })
  }
  undo()
  return true
}
