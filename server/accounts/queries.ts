import { shownBalance } from '../money/balances.ts'
import type { Queryable } from '../store/database.ts'
import { contains } from '../store/like.ts'
import { type Listing, readListing } from '../store/listing.ts'
import type { UserWithBalance } from './present.ts'

/** Deleted users are included: administrators see what became of them. */
const users = (db: Queryable) => db.selectFrom('users').selectAll().select(shownBalance('user').as('shown_quota'))

export function findUser(db: Queryable, id: number): Promise<UserWithBalance | undefined> {
  return users(db).where('id', '=', id).executeTakeFirst()
}

/** A living user by name or, if exactly one has it, by e-mail address. */
export async function findForLogin(db: Queryable, name: string): Promise<UserWithBalance | undefined> {
  const living = users(db).where('deleted_at', 'is', null)
  const named = await living.where('username', '=', name).executeTakeFirst()
  if (named || !name.includes('@')) return named
  const owners = await living.where('email', '=', name).limit(2).execute()
  return owners.length === 1 ? owners[0] : undefined
}

export interface UserFilter {
  keyword: string
  group: string
}
type UserSort = 'id' | 'username' | 'quota' | 'used_quota' | 'request_count'

/** A page of users. A keyword that is the id of one finds that one alone; else it is looked for in the names. */
export async function listUsers(db: Queryable, filter: UserFilter, listing: Listing<UserSort>) {
  const { keyword, group } = filter
  let query = users(db)
  if (group) query = query.where('group', '=', group)
  const id = /^\d{1,15}$/.test(keyword) ? Number(keyword) : undefined
  const exact = id === undefined ? undefined : await query.where('id', '=', id).executeTakeFirst()
  if (exact) return { rows: [exact], total: 1 }
  if (keyword) {
    query = query.where((where) =>
      where.or(['username', 'email', 'display_name'].map((column) => contains(`users.${column}`, keyword))),
    )
  }
  const column = listing.sort === 'quota' ? shownBalance('user') : listing.sort
  return readListing(query, column, listing)
}
