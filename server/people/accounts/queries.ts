import { type SelectQueryBuilder, sql } from 'kysely'
import { LOGIN_PROVIDERS, loginProviders } from '#contract/login/login-providers.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { frozenUnits, shownBalance } from '../../money/accounting/balances.ts'
import { unpaidUnits } from '../../money/accounting/unpaid.ts'
import type { Queryable } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'
import type { ShownIds, UserWithBalance } from './present.ts'

/** Columns of `users` that older versions stored shown ids in. */
const OLD_COLUMNS: readonly string[] = ['github_id', 'linux_do_id', 'wechat_id', 'telegram_id', 'oidc_id']

/** The shown id of each login provider: of the identity, else of an older version's column, else "". */
const shownIds = LOGIN_PROVIDERS.map((id) => {
  const { userField } = loginProviders[id]
  const old = OLD_COLUMNS.includes(userField) ? sql.ref(`users.${userField}`) : sql`''`
  const shown = sql`(select shown from user_identities where user_id = users.id and provider = ${id})`
  return sql<string>`coalesce(${shown}, ${old})`.as<keyof ShownIds>(`shown_${id}`)
})

/** Includes deleted users, which administrators can list. */
export const usersWithBalance = (db: Queryable) =>
  db
    .selectFrom('users')
    .selectAll()
    .select([shownBalance('user').as('shown_quota'), unpaidUnits(Date.now()).as('unpaid_quota')])
    .select(frozenUnits().as('frozen_quota'))
    .select(shownIds)

export function findUser(db: Queryable, id: number): Promise<UserWithBalance | undefined> {
  return usersWithBalance(db).where('id', '=', id).executeTakeFirst()
}

/** Finds a user who is not deleted by name or, if exactly one has it, by e-mail address. */
export async function findForLogin(db: Queryable, name: string): Promise<UserWithBalance | undefined> {
  const living = usersWithBalance(db).where('deleted_at', 'is', null)
  const named = await living.where('username', '=', name).executeTakeFirst()
  if (named || !name.includes('@')) return named
  return findByEmail(db, name)
}

/**
 * Finds the user with an e-mail address who is not deleted, if exactly one has it: in imported databases several
 * may.
 */
export async function findByEmail(db: Queryable, address: string): Promise<UserWithBalance | undefined> {
  const owners = await usersByEmail(usersWithBalance(db), address).limit(2).execute()
  return owners.length === 1 ? owners[0] : undefined
}

/** Whether a user who is not deleted has an e-mail address. */
export async function isEmailTaken(db: Queryable, address: string): Promise<boolean> {
  return (await usersByEmail(db.selectFrom('users').select('id'), address).limit(1).execute()).length > 0
}

function usersByEmail<Row>(query: SelectQueryBuilder<Tables, 'users', Row>, address: string) {
  return query.where('deleted_at', 'is', null).where(sql`lower(email)`, '=', address.toLowerCase())
}

/** Finds the owner of an invite code, unless banned or deleted. */
export function findInviter(db: Queryable, affCode: string): Promise<{ id: number; username: string } | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('aff_code', '=', affCode)
    .where('status', '=', USER_STATUS.enabled)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Whether another user has a username, or one that differs only in case or in the width of letters. */
export async function isUsernameTaken(db: Queryable, username: string, except = 0): Promise<boolean> {
  const others = db.selectFrom('users').select('id').where('id', '!=', except)
  const plain = username.normalize('NFKC')
  const alike = others.where(sql<boolean>`lower(username) in (lower(${username}), lower(${plain}))`)
  return (await alike.limit(1).execute()).length > 0
}
