import { afterAll, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { openStore, type Store } from '../../database.ts'
import { migrate, migrationsOf } from '../../migrate.ts'

forEachDatabase((_engine, fresh) => {
  let store: Store
  afterAll(() => store.close())

  test('answers of an older version, and those that a node of it keeps, have no response of their own', async () => {
    store = await openStore(await fresh.place())
    const steps = Object.entries(migrationsOf(store.engine))
    await migrate(store, Object.fromEntries(steps.filter(([name]) => name < '0052')))
    const { db } = store
    const add = (id: string) =>
      db
        .insertInto('stored_responses')
        .values({ id, user_id: 1, token_id: 1, created_at: 1, bytes: 1, input: 'i', output: 'o' } as never)
        .execute()
    await add('before')
    await migrate(store)
    await add('after')
    const rows = await db.selectFrom('stored_responses').select(['id', 'response']).orderBy('id').execute()
    expect(rows).toEqual(['after', 'before'].map((id) => ({ id, response: '' })))
    expect(await db.selectFrom('response_places').selectAll().execute()).toEqual([])
  })
})
