import type { Language } from '#contract/errors.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { isUniqueViolation } from '../../platform/store/unique-violation.ts'
import type { Identity } from '../sessions/session.ts'
import { endAccess } from '../sessions/sessions.ts'
import { hasPassword, requirePassword } from './own-password.ts'
import { hashPassword } from './passwords.ts'
import { isUsernameTaken } from './queries.ts'

/** The fields that users may change of themselves; absent and empty mean unchanged. */
export interface ProfileChange {
  username?: string | undefined
  display_name?: string | undefined
  language?: Language | undefined
  /** Whether mails tell that tokens expire. */
  expiry_mails?: boolean | undefined
  original_password?: string | undefined
  password?: string | undefined
  /** Keeps the system access token valid after a new password. */
  keep_access_token?: boolean | undefined
}

/**
 * Applies a change. A new password needs the old one and ends all other sessions and, unless it is to be kept, the
 * access token. Throws original_password_needed, wrong_password and username_taken.
 */
export async function changeProfile(
  services: Platform,
  { user, sessionId }: Identity,
  ip: string,
  change: ProfileChange,
): Promise<void> {
  const { store, bus } = services
  if (change.password) {
    const { original_password = '' } = change
    if (!original_password && (await hasPassword(services, user.id)))
      throw new ApiError('original_password_needed', {}, { original_password: 'original_password_needed' })
    await requirePassword(services, { user, sessionId }, ip, original_password, 'original_password')
  }
  const set = {
    ...(change.username ? { username: change.username } : {}),
    ...(change.display_name ? { display_name: change.display_name } : {}),
    ...(change.language ? { language: change.language } : {}),
    ...(change.expiry_mails === undefined ? {} : { expiry_mails: Number(change.expiry_mails) }),
    ...(change.password ? { password: await hashPassword(change.password, services.config.passwordCost) } : {}),
  }
  if (Object.keys(set).length === 0) return
  try {
    await store.db.transaction().execute(async (trx) => {
      if (await isRenamedToAnother(trx, user, set.username)) throw nameTaken()
      await trx.updateTable('users').set(set).where('id', '=', user.id).execute()
      if (change.password)
        await endAccess(trx, user.id, { session: sessionId, accessToken: change.keep_access_token === true })
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw nameTaken()
    throw error
  }
  bus.publish({ kind: 'user', id: user.id })
}

const nameTaken = () => new ApiError('username_taken', {}, { username: 'username_taken' })

async function isRenamedToAnother(trx: Queryable, user: Identity['user'], name: string | undefined): Promise<boolean> {
  return name !== undefined && name !== user.username && isUsernameTaken(trx, name, user.id)
}
