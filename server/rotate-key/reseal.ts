import type { Transaction } from 'kysely'
import { isStoredKey, options } from '#contract/options.ts'
import type { Store } from '../store/database.ts'
import type { Tables } from '../store/tables.ts'
import type { Vault } from '../store/vault.ts'

/** What was encrypted anew, by kind, and how many access tokens of users ended. */
export interface Resealed {
  channels: number
  tokens: number
  redemptions: number
  options: number
  accessTokens: number
}

/** A former and a next key. */
export interface Keys {
  former: Vault
  next: Vault
}

const TABLES = ['channels', 'tokens', 'redemptions'] as const
const PAGE = 500

/**
 * Encrypts every stored secret with the next key, in one transaction; what has it already stays, so this may be repeated.
 * Users' access tokens end: of them only a keyed hash is kept, which nobody can make anew. Throws, and changes nothing,
 * when a secret was encrypted with neither key. No server may work with the database meanwhile.
 */
export async function reseal(store: Store, keys: Keys): Promise<Resealed> {
  return store.db.transaction().execute(async (trx) => {
    const done: Resealed = { channels: 0, tokens: 0, redemptions: 0, options: 0, accessTokens: 0 }
    for (const table of TABLES) done[table] = await resealKeys(trx, table, keys)
    done.options = await resealOptions(trx, keys)
    // Those of a run that was repeated were made with the next key.
    if (Object.values(done).some((count) => count > 0)) done.accessTokens = await endAccessTokens(trx)
    return done
  })
}

/** Keys are found by their keyed hash, which changes, too. Deleted rows count: they can be looked at. */
async function resealKeys(trx: Transaction<Tables>, table: (typeof TABLES)[number], keys: Keys): Promise<number> {
  let count = 0
  for (let after = 0; ; ) {
    const page = trx.selectFrom(table).select(['id', 'key']).where('id', '>', after).orderBy('id').limit(PAGE)
    const rows = await page.execute()
    for (const { id, key } of rows) {
      const text = openedFormer(key, keys)
      if (text === undefined) continue
      const sealed = { key: keys.next.encrypt(text), key_hash: keys.next.index(text) }
      await trx.updateTable(table).set(sealed).where('id', '=', id).execute()
      count += 1
    }
    const last = rows.at(-1)
    if (!last) return count
    after = last.id
  }
}

async function resealOptions(trx: Transaction<Tables>, keys: Keys): Promise<number> {
  let count = 0
  for (const { key, value } of await trx.selectFrom('options').selectAll().execute()) {
    if (!(isStoredKey(key) && 'secret' in options[key] && value)) continue
    const text = openedFormer(value, keys)
    if (text === undefined) continue
    await trx
      .updateTable('options')
      .set({ value: keys.next.encrypt(text) })
      .where('key', '=', key)
      .execute()
    count += 1
  }
  return count
}

async function endAccessTokens(trx: Transaction<Tables>): Promise<number> {
  const ended = trx.updateTable('users').set({ access_token: null }).where('access_token', 'is not', null)
  return Number((await ended.executeTakeFirstOrThrow()).numUpdatedRows)
}

/** The text of a secret; undefined when it has the next key already. */
function openedFormer(sealed: string, { former, next }: Keys): string | undefined {
  return sealed.split('.')[1] === next.keyId ? undefined : former.decrypt(sealed)
}
