import type { Queryable } from '../../platform/store/database.ts'

/** The tokens that a key opens besides those whose own it is, as a subquery of ids; `now` in Unix seconds. */
export const tokensOfFormerKey = (db: Pick<Queryable, 'selectFrom'>, keyHash: string, now: number) =>
  db.selectFrom('former_token_keys').select('token_id').where('key_hash', '=', keyHash).where('expires_at', '>', now)

/** A key that was replaced. */
export interface FormerKey {
  token_id: number
  /** Encrypted. */
  key: string
  key_hash: string
  expires_at: number
}

/** Stores a replaced key, the only one of the token that still lives; keys of any token that have ended are removed. */
export async function addFormerKey(db: Queryable, former: FormerKey, now: number): Promise<void> {
  // A rotation after a leak must not leave the leaked key alive.
  await removeFormerKeys(db, former.token_id)
  if (former.expires_at > now) await db.insertInto('former_token_keys').values(former).execute()
  await db.deleteFrom('former_token_keys').where('expires_at', '<=', now).execute()
}

/** Removes all former keys of a token. */
export async function removeFormerKeys(db: Queryable, tokenId: number): Promise<void> {
  await db.deleteFrom('former_token_keys').where('token_id', '=', tokenId).execute()
}
