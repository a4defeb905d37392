import { afterAll, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { openStore, type Store } from '../../database.ts'
import { migrate, migrationsOf } from '../../migrate.ts'

forEachDatabase((_engine, fresh) => {
  let store: Store
  afterAll(() => store.close())

  test('channels of an older version, and those that a node of it adds, note no number of input tokens', async () => {
    store = await openStore(await fresh.place())
    const steps = Object.entries(migrationsOf(store.engine))
    await migrate(store, Object.fromEntries(steps.filter(([name]) => name < '0048')))
    const { db } = store
    const add = (name: string) =>
      db.insertInto('channels').values({ name, type: 1, key: '', key_hash: '', models: '', created_time: 0 }).execute()
    await add('before')
    await migrate(store)
    await add('after')
    const channels = await db.selectFrom('channels').select('max_input_tokens').execute()
    expect(channels).toEqual([{ max_input_tokens: 0 }, { max_input_tokens: 0 }])
  })
})
