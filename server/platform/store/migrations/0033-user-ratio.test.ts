import { afterAll, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { openStore, type Store } from '../database.ts'
import { migrate, migrationsOf } from '../migrate.ts'

forEachDatabase((_engine, fresh) => {
  let store: Store
  afterAll(() => store.close())

  test('users of an older version, and those that a node of it adds, pay what the group pays; ratios are kept exactly', async () => {
    store = await openStore(await fresh.place())
    const steps = Object.entries(migrationsOf(store.engine))
    await migrate(store, Object.fromEntries(steps.filter(([name]) => name < '0033')))
    const { db } = store
    const add = (username: string, more: { user_ratio?: number } = {}) =>
      db
        .insertInto('users')
        .values({ username, password: '', aff_code: username, ...more })
        .execute()
    await add('before')
    await migrate(store)
    await add('after')
    const exact = [0.1, 0.333333333, 0.000000001, 999.999999999, 0]
    for (const user_ratio of exact) await add(`own ${user_ratio}`, { user_ratio })
    const rows = await db.selectFrom('users').select('user_ratio').orderBy('id').execute()
    expect(rows.map((row) => row.user_ratio)).toEqual([1, 1, ...exact])
  })
})
