import type { Database } from './database.ts'
import type { Vault } from './vault.ts'

/**
 * Throws when the key cannot decrypt what is stored. Otherwise a lost key file or a changed SECRET_KEY would show
 * only later, as channels and tokens that fail one by one.
 */
export async function checkVaultKey(db: Database, vault: Vault): Promise<void> {
  for (const table of ['channels', 'tokens'] as const) {
    const row = await db.selectFrom(table).select('key').limit(1).executeTakeFirst()
    if (row) vault.decrypt(row.key)
  }
}
