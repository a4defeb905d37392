import { sql } from 'kysely'
import { parseStoredTags, storedTags, tidyTags } from '#contract/tags.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { shownBalance } from '../../money/accounting/balances.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { contains } from '../../platform/store/like.ts'
import { type PageRequest, readPage } from '../../platform/store/read-page.ts'
import { readTypedId } from '../../platform/store/typed-id.ts'
import { tokensOfFormerKey } from './former-keys.ts'
import type { TokenWithBalance } from './present.ts'

/** When the last former key of a row of `tokens` ends, in Unix seconds; 0 = it has none. */
const formerKeyUntil = (now: number) =>
  sql<number>`coalesce((select max(expires_at) from former_token_keys
    where token_id = tokens.id and expires_at > ${now}), 0)`

/** Every query on tokens starts here, so that no user can read another user's token. */
const ownTokens = (db: Queryable, userId: number) =>
  db
    .selectFrom('tokens')
    .selectAll()
    .select([shownBalance('token').as('shown_quota'), formerKeyUntil(nowInSeconds()).as('former_key_until')])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)

export function findToken(db: Queryable, userId: number, id: number): Promise<TokenWithBalance | undefined> {
  return ownTokens(db, userId).where('id', '=', id).executeTakeFirst()
}

/** Lists those of these tokens that belong to the user, by id. */
export function findTokens(db: Queryable, userId: number, ids: readonly number[]): Promise<TokenWithBalance[]> {
  return ownTokens(db, userId).where('id', 'in', ids).orderBy('id').execute()
}

export interface TokenFilter {
  /** An id or part of the name or note. */
  keyword: string
  /** "" = any. */
  tag: string
  /** Hash of the whole key; "" = any. */
  keyHash: string
}
type TokenSort = 'id' | 'name' | 'status' | 'used_quota' | 'remain_quota' | 'created_time' | 'expired_time'

/** Reads a page of the user's own tokens; the one whose id the keyword is comes first. */
export function listTokens(db: Queryable, userId: number, filter: TokenFilter, listing: PageRequest<TokenSort>) {
  let query = ownTokens(db, userId)
  const { keyword } = filter
  const firstId = readTypedId(keyword)
  if (keyword)
    query = query.where((where) =>
      where.or([where('id', '=', firstId ?? 0), contains('tokens.name', keyword), contains('note', keyword)]),
    )
  if (filter.tag) query = query.where(contains('tags', storedTags(tidyTags([filter.tag]))))
  const { keyHash } = filter
  if (keyHash) {
    const former = tokensOfFormerKey(db, keyHash, nowInSeconds())
    query = query.where((where) => where.or([where('key_hash', '=', keyHash), where('tokens.id', 'in', former)]))
  }
  const column = listing.sort === 'remain_quota' ? shownBalance('token') : listing.sort
  return readPage(query, column, { ...listing, firstId })
}

/** Lists the tags of all of a user's tokens, by name. */
export async function listTags(db: Queryable, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('tokens')
    .select('tags')
    .distinct()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('tags', '!=', '')
    .execute()
  return [...new Set(rows.flatMap(({ tags }) => parseStoredTags(tags)))].sort((one, other) => one.localeCompare(other))
}
