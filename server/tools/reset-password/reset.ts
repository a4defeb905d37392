import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { OptionKey } from '#contract/options.ts'
import { ROLE } from '#contract/roles.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { auditFactor } from '../../people/accounts/own-second-factor.ts'
import { hashPassword } from '../../people/accounts/passwords.ts'
import { hasSecondFactor, removeSecondFactors } from '../../people/second-factor/authenticator.ts'
import { endAccess } from '../../people/sessions/sessions.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import type { Config } from '../../platform/config.ts'
import { randomText } from '../../platform/http/request-id.ts'
import { openStore, type Queryable } from '../../platform/store/database.ts'

const LENGTH = 16
const PASSWORD_LOGIN_OPTION: OptionKey = 'PasswordLoginEnabled'
const ADMINISTRATORS_SHOWN = 10

/** The person with shell access to the data folder. */
const OPERATOR: Author = { userId: 0, username: 'reset-password', ip: '', requestId: '' }

export interface Reset {
  username: string
  password: string
  /** A ban stays: the password alone does not allow a login. */
  banned: boolean
  /** Whether logging in with a password is enabled. */
  passwordLogin: 'on' | 'off' | 'switched on'
  /** Whether the login asks for a second factor, or asked for one until now. */
  secondFactor: 'none' | 'on' | 'removed'
}

/**
 * Gives a user, or root if no name is given, a new password and ends all their sessions and the access token.
 * Servers may keep running: they read both only from the database. With `allow`, login by password is enabled if it
 * was disabled; with `removeFactor`, the login no longer asks for a second factor. Throws an error with instructions, having changed nothing.
 */
export async function resetPassword(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'passwordCost'>,
  { username, allow, removeFactor = false }: { username: string | undefined; allow: boolean; removeFactor?: boolean },
): Promise<Reset> {
  const { dataDir, databaseUrl, passwordCost } = config
  if (!databaseUrl && !existsSync(join(dataDir, 'switchyard.db'))) {
    throw new Error(`there is no database in ${dataDir}: set DATA_DIR or DATABASE_URL to the value of the server`)
  }
  const store = await openStore({ dataDir, databaseUrl })
  try {
    const password = randomText(LENGTH)
    const hash = await hashPassword(password, passwordCost)
    return await store.db.transaction().execute(async (trx) => {
      const user = await findUser(trx, username)
      await trx.updateTable('users').set({ password: hash }).where('id', '=', user.id).execute()
      await endAccess(trx, user.id)
      await writeAudit(trx, OPERATOR, {
        action: 'user.update',
        target: { kind: 'user', id: user.id },
        after: { password: 'changed' },
      })
      const passwordLogin = await checkPasswordLogin(trx, allow)
      const secondFactor = await checkSecondFactor(trx, user.id, removeFactor)
      const banned = user.status !== USER_STATUS.enabled
      return { username: user.username, password, banned, passwordLogin, secondFactor }
    })
  } finally {
    await store.close()
  }
}

async function findUser(db: Queryable, username: string | undefined) {
  const living = db.selectFrom('users').select(['id', 'username', 'status', 'role']).where('deleted_at', 'is', null)
  const wanted = username === undefined ? living.where('role', '=', ROLE.root) : living.where('username', '=', username)
  const user = await wanted.orderBy('id').executeTakeFirst()
  if (user) return user
  const admins = await living.where('role', '>=', ROLE.admin).orderBy('id').limit(ADMINISTRATORS_SHOWN).execute()
  const names = admins.map((admin) => admin.username).join(', ') || 'none'
  throw new Error(`there is no user ${JSON.stringify(username ?? 'root')}. Administrators: ${names}`)
}

/** A running server may remember for a minute that the user has a factor, which refuses nothing. */
async function checkSecondFactor(trx: Queryable, userId: number, remove: boolean): Promise<Reset['secondFactor']> {
  if (!(await hasSecondFactor(trx, userId))) return 'none'
  if (!remove) return 'on'
  await removeSecondFactors(trx, userId)
  await auditFactor(trx, OPERATOR, userId, 'removed')
  return 'removed'
}

async function checkPasswordLogin(db: Queryable, allow: boolean): Promise<Reset['passwordLogin']> {
  const stored = await db
    .selectFrom('options')
    .select('value')
    .where('key', '=', PASSWORD_LOGIN_OPTION)
    .executeTakeFirst()
  if (stored?.value !== 'false') return 'on'
  if (!allow) return 'off'
  await db.updateTable('options').set({ value: 'true' }).where('key', '=', PASSWORD_LOGIN_OPTION).execute()
  await writeAudit(db, OPERATOR, {
    action: 'option.update',
    target: { kind: 'option', id: PASSWORD_LOGIN_OPTION },
    before: 'false',
    after: 'true',
  })
  return 'switched on'
}
