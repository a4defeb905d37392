import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { Store } from '#server/platform/store/database.ts'
import { forEachDatabase } from './databases.ts'

forEachDatabase((engine, fresh) => {
  let first: Store
  let second: Store

  beforeAll(async () => {
    first = await fresh.store()
    second = await fresh.store()
  })

  test('runs on the engine named', async () => {
    expect(first.engine).toBe(engine)
    const { rows } = await sql<{ n: number }>`select 1 as n`.execute(first.db)
    expect(rows).toEqual([{ n: 1 }])
  })

  test('two stores share nothing', async () => {
    await sql`create table only_here (id integer)`.execute(first.db)
    await expect(sql`select * from only_here`.execute(second.db)).rejects.toThrow()
  })
})
