import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { onDatabase } from '#test/harness/databases.ts'

onDatabase('sqlite', (fresh) => {
  test('a transaction that a full disk has ended fails with that reason', async () => {
    const { db } = await fresh.store()
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(db)
    const write = db.transaction().execute(async (trx) => {
      await trx
        .insertInto('options')
        .values({ key: 'large', value: 'x'.repeat(1_000_000) })
        .execute()
    })
    await expect(write).rejects.toThrow('database or disk is full')
    await sql`pragma max_page_count = 1000000`.execute(db)
    expect(await db.selectFrom('options').selectAll().where('key', '=', 'large').execute()).toEqual([])
  })
})
