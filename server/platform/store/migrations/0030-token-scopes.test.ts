import { afterAll, expect, test } from 'bun:test'
import { readScope } from '#contract/scopes.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { openStore, type Store } from '../database.ts'
import { migrate, migrationsOf } from '../migrate.ts'

forEachDatabase((_engine, fresh) => {
  let store: Store
  afterAll(() => store.close())

  test('access tokens of an older version, and those that a node of it makes, may do everything', async () => {
    store = await openStore(await fresh.place())
    const steps = Object.entries(migrationsOf(store.engine))
    await migrate(store, Object.fromEntries(steps.filter(([name]) => name < '0029')))
    const { db } = store
    const add = (username: string) =>
      db.insertInto('users').values({ username, password: '', aff_code: username, access_token: username }).execute()
    await add('before')
    await migrate(store)
    await add('after')
    const rows = await db.selectFrom('users').select('access_token_scope').execute()
    expect(rows.map((row) => readScope(row.access_token_scope))).toEqual(['all', 'all'])
  })
})
