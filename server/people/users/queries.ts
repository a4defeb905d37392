import { sql } from 'kysely'
import { ROLE } from '#contract/roles.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { shownBalance } from '../../money/accounting/balances.ts'
import type { Queryable, Store } from '../../platform/store/database.ts'
import { contains } from '../../platform/store/like.ts'
import { type PageRequest, readPage } from '../../platform/store/read-page.ts'
import { readTypedId } from '../../platform/store/typed-id.ts'
import type { UserWithBalance } from '../accounts/present.ts'
import { findUser, usersWithBalance } from '../accounts/queries.ts'
import { tokensOfFormerKey } from '../tokens/former-keys.ts'

/** Reads a user and locks the row until the transaction ends, so that checked rules stay valid. */
export async function lockUser(trx: Queryable, { engine }: Store, id: number): Promise<UserWithBalance | undefined> {
  // Two statements: a single one would return the balance from before the wait for the lock.
  if (engine === 'postgres') await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
  return findUser(trx, id)
}

export interface UserFilter {
  keyword: string
  group: string
  /** Hash of a token's whole key: matches its owner, even if the token was deleted. */
  keyHash?: string
  /** Whose list it is: balances that the reader must not see have no part in its order. */
  reader: Reader
}
/** Who asks. */
type Reader = Pick<UserFacts, 'id' | 'role'>
type UserSort = 'id' | 'username' | 'quota' | 'used_quota' | 'request_count'

/** The format of `newRequestId`: no user has such a name by chance. */
const REQUEST_ID = /^\d{23}[0-9A-Za-z]{8}$/

/** Matches the users invited by one user. No new user's name has a colon followed by digits by chance. */
const INVITER = /^(?:inviter|邀请人)[:：](\d{1,15})$/i

/**
 * Reads a page of users. A keyword that is a user's id finds only that user, a request id the user who sent it, and
 * `inviter:12` the users invited by that user; other keywords are searched in the names.
 */
export async function listUsers(db: Queryable, filter: UserFilter, listing: PageRequest<UserSort>) {
  const { keyword, group, keyHash } = filter
  let query = usersWithBalance(db)
  if (group) query = query.where('group', '=', group)
  if (keyHash !== undefined) {
    query = query.where('id', 'in', (from) =>
      from
        .selectFrom('tokens')
        .select('tokens.user_id')
        .where((where) =>
          where.or([
            where('tokens.key_hash', '=', keyHash),
            where('tokens.id', 'in', tokensOfFormerKey(db, keyHash, nowInSeconds())),
          ]),
        ),
    )
  }
  const id = readTypedId(keyword)
  const exact = id === undefined ? undefined : await query.where('id', '=', id).executeTakeFirst()
  if (exact) return { rows: listing.offset === 0 ? [exact] : [], total: 1 }
  const [, inviter] = INVITER.exec(keyword) ?? []
  if (inviter !== undefined) {
    query = query.where('inviter_id', '=', Number(inviter))
  } else if (REQUEST_ID.test(keyword)) {
    query = query.where('id', 'in', (from) =>
      from.selectFrom('logs').select('logs.user_id').where('logs.request_id', '=', keyword),
    )
  } else if (keyword) {
    query = query.where((where) =>
      where.or(['username', 'email', 'display_name'].map((column) => contains(`users.${column}`, keyword))),
    )
  }
  const column = listing.sort === 'quota' ? seenBalance(filter.reader) : listing.sort
  return readPage(query, column, listing)
}

/** The shown balance, 0 where the reader must not see it. */
function seenBalance({ id, role }: Reader) {
  const balance = shownBalance('user')
  if (role === ROLE.root) return balance
  return sql<number>`case when users.role >= ${role} and users.id <> ${id} then 0 else ${balance} end`
}

/** The users whose money a reader must not see. */
export async function usersAbove(db: Queryable, { id, role }: Reader): Promise<number[]> {
  if (role === ROLE.root) return []
  const above = db.selectFrom('users').select('id').where('role', '>=', role).where('id', '<>', id)
  return (await above.execute()).map((user) => user.id)
}
