import type { Transaction } from 'kysely'
import { isStoredKey, options } from '#contract/options.ts'
import type { Store } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'
import type { Vault } from '../../platform/store/vault.ts'

/** The number of secrets that were encrypted again, by kind, and of access tokens that ended. */
export interface ReencryptionCounts {
  channels: number
  channel_keys: number
  tokens: number
  former_token_keys: number
  redemptions: number
  options: number
  authenticators: number
  alertSinks: number
  accessTokens: number
}

/** The former and the next key. */
export interface KeyPair {
  former: Vault
  next: Vault
}

const TABLES = ['channels', 'channel_keys', 'tokens', 'former_token_keys', 'redemptions'] as const
const PAGE = 500

/**
 * Encrypts every stored secret with the next key, in one transaction. Secrets that have it already stay unchanged,
 * so this may be repeated. Users' access tokens end: only their keyed hash is stored, which cannot be recomputed.
 * Throws, and changes nothing, when a secret was encrypted with neither key. No server may use the database
 * meanwhile.
 */
export async function reencrypt(store: Store, keys: KeyPair): Promise<ReencryptionCounts> {
  return store.db.transaction().execute(async (trx) => {
    const done: ReencryptionCounts = {
      channels: 0,
      channel_keys: 0,
      tokens: 0,
      former_token_keys: 0,
      redemptions: 0,
      options: 0,
      authenticators: 0,
      alertSinks: 0,
      accessTokens: 0,
    }
    for (const table of TABLES) done[table] = await reencryptKeys(trx, table, keys)
    done.options = await reencryptOptions(trx, keys)
    done.authenticators = await reencryptAuthenticators(trx, keys)
    done.alertSinks = await reencryptSecrets(trx, 'alert_sinks', keys)
    // Those of channels whose key was counted are not counted again.
    await reencryptSecrets(trx, 'channels', keys)
    // After a repeated run, remaining access tokens were made with the next key.
    if (Object.values(done).some((count) => count > 0)) done.accessTokens = await endAccessTokens(trx)
    return done
  })
}

/**
 * Keys are found by their keyed hash, which changes as well. Deleted rows are included, because they can still be
 * viewed.
 */
async function reencryptKeys(trx: Transaction<Tables>, table: (typeof TABLES)[number], keys: KeyPair): Promise<number> {
  let count = 0
  for (let after = 0; ; ) {
    const page = trx.selectFrom(table).select(['id', 'key']).where('id', '>', after).orderBy('id').limit(PAGE)
    const rows = await page.execute()
    for (const { id, key } of rows) {
      const text = decryptFormer(key, keys)
      if (text === undefined) continue
      const sealed = { key: keys.next.encrypt(text), key_hash: keys.next.hash(text) }
      await trx.updateTable(table).set(sealed).where('id', '=', id).execute()
      count += 1
    }
    const last = rows.at(-1)
    if (!last) return count
    after = last.id
  }
}

async function reencryptOptions(trx: Transaction<Tables>, keys: KeyPair): Promise<number> {
  let count = 0
  for (const { key, value } of await trx.selectFrom('options').selectAll().execute()) {
    if (!(isStoredKey(key) && 'secret' in options[key] && value)) continue
    const text = decryptFormer(value, keys)
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

async function reencryptSecrets(
  trx: Transaction<Tables>,
  table: 'alert_sinks' | 'channels',
  keys: KeyPair,
): Promise<number> {
  let count = 0
  const rows = await trx.selectFrom(table).select(['id', 'secrets']).where('secrets', '!=', '').execute()
  for (const { id, secrets } of rows) {
    const text = decryptFormer(secrets, keys)
    if (text === undefined) continue
    await trx
      .updateTable(table)
      .set({ secrets: keys.next.encrypt(text) })
      .where('id', '=', id)
      .execute()
    count += 1
  }
  return count
}

async function reencryptAuthenticators(trx: Transaction<Tables>, keys: KeyPair): Promise<number> {
  let count = 0
  for (const { user_id, secret } of await trx.selectFrom('authenticators').select(['user_id', 'secret']).execute()) {
    const text = decryptFormer(secret, keys)
    if (text === undefined) continue
    const sealed = { secret: keys.next.encrypt(text) }
    await trx.updateTable('authenticators').set(sealed).where('user_id', '=', user_id).execute()
    count += 1
  }
  return count
}

async function endAccessTokens(trx: Transaction<Tables>): Promise<number> {
  const ended = trx.updateTable('users').set({ access_token: null }).where('access_token', 'is not', null)
  return Number((await ended.executeTakeFirstOrThrow()).numUpdatedRows)
}

/** Decrypts a secret; undefined if it has the next key already. */
function decryptFormer(sealed: string, { former, next }: KeyPair): string | undefined {
  return sealed.split('.')[1] === next.keyId ? undefined : former.decrypt(sealed)
}
