import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { MAX_QUOTA } from '#contract/quota.ts'
import { forEachDatabase } from '#test/harness/databases.ts'

/** What may have 32 bits: codes, flags, and numbers of something that is bounded far below. */
const SMALL = [
  'abilities.enabled',
  'channels.auto_ban',
  'channels.status',
  'channels.type',
  'login_challenges.tries_left',
  'logs.is_stream',
  'logs.type',
  'mailed_codes.tries_left',
  'midjourneys.code',
  'midjourneys.token_limited',
  'redemptions.status',
  'tasks.token_limited',
  'tokens.model_limits_enabled',
  'tokens.status',
  'tokens.unlimited_quota',
  'users.quota_reminded',
  'users.role',
  'users.status',
]

forEachDatabase((engine, fresh) => {
  // SQLite stores every integer in as many bytes as it needs.
  test.skipIf(engine === 'sqlite')('no column that holds money, tokens, times or ids has 32 bits', async () => {
    const { db } = await fresh.store()
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type in ('integer', 'smallint', 'real')
        and table_name not like 'kysely%'`.execute(db)
    expect(rows.map(({ name }) => name).sort()).toEqual(SMALL)
  })

  test('the largest balance is kept and summed to the unit', async () => {
    const { db } = await fresh.store()
    const ids: number[] = []
    for (const name of ['one', 'two', 'three']) {
      const columns = { password: '', access_token: null, aff_code: null, deleted_at: null }
      const row = { ...columns, username: name, quota: MAX_QUOTA - 1 }
      ids.push((await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id)
    }
    await db
      .updateTable('users')
      .set(({ eb }) => ({ quota: eb('quota', '+', 1) }))
      .where('id', 'in', ids)
      .execute()
    const query = db.selectFrom('users').select(sql<number>`sum(quota)`.as('sum')).where('id', 'in', ids)
    expect((await query.executeTakeFirstOrThrow()).sum).toBe(3 * MAX_QUOTA)
  })
})
