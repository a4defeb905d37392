import { afterAll, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { addToSums, readSums } from '../../../formats/estimates/queries.ts'
import { openStore, type Store } from '../database.ts'
import { migrate, migrationsOf } from '../migrate.ts'

forEachDatabase((_engine, fresh) => {
  let store: Store
  afterAll(() => store.close())

  test('a database of an older version keeps its rows and has learned nothing; nodes add up what they learn', async () => {
    store = await openStore(await fresh.place())
    const steps = Object.entries(migrationsOf(store.engine))
    await migrate(store, Object.fromEntries(steps.filter(([name]) => name < '0032')))
    const { db } = store
    await db.insertInto('users').values({ username: 'old', password: '', quota: 77 }).execute()

    await migrate(store)

    expect(await db.selectFrom('users').select(['username', 'quota']).where('username', '=', 'old').execute()).toEqual([
      { username: 'old', quota: 77 },
    ])
    expect((await readSums(db)).size).toBe(0)
    const nothing = { pieces: 0, tokens: 0, calls: 0 }
    const learned = [{ pieces: 10.4, tokens: 12.6, calls: 2 }, nothing, nothing, nothing, nothing]
    await addToSums(store, new Map([['claude', learned]]))
    await addToSums(store, new Map([['claude', learned]]))
    expect((await readSums(db)).get('claude')).toEqual([
      { pieces: 20, tokens: 26, calls: 4 },
      nothing,
      nothing,
      nothing,
      nothing,
    ])
  })
})
