import type { Database } from './database.ts'
import type { Vault } from './vault.ts'

/**
 * Refuses to go on with a key that cannot open what is stored: a lost key file or a changed SECRET_KEY would otherwise
 * show only later, as channels and tokens that fail one by one.
 */
export async function checkKey(db: Database, vault: Vault): Promise<void> {
  for (const table of ['channels', 'tokens'] as const) {
    const row = await db.selectFrom(table).select('key').limit(1).executeTakeFirst()
    if (row) vault.decrypt(row.key)
  }
}
