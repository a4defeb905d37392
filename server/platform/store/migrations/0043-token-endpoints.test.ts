import { afterAll, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { parseEndpointKinds } from '../../../calls/registry/token-access.ts'
import { openStore, type Store } from '../database.ts'
import { migrate, migrationsOf } from '../migrate.ts'

forEachDatabase((_engine, fresh) => {
  let store: Store
  afterAll(() => store.close())

  test('tokens of an older version, and those that a node of it adds, may call every endpoint', async () => {
    store = await openStore(await fresh.place())
    const steps = Object.entries(migrationsOf(store.engine))
    await migrate(store, Object.fromEntries(steps.filter(([name]) => name < '0043')))
    const { db } = store
    const add = (name: string) =>
      db
        .insertInto('tokens')
        .values({ user_id: 1, key: '', key_hash: name, name, ...USED, ...FLAGS })
        .execute()
    await add('before')
    await migrate(store)
    await add('after')
    const rows = await db.selectFrom('tokens').select('endpoints').execute()
    expect(rows.map((row) => parseEndpointKinds(row.endpoints))).toEqual([undefined, undefined])
  })
})

const USED = { created_time: 0, accessed_time: 0, deleted_at: null }
const FLAGS = { unlimited_quota: 1, model_limits_enabled: 0 }
