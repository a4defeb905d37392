import { afterAll, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { openStore, type Store } from '../database.ts'
import { migrate, migrationsOf } from '../migrate.ts'

forEachDatabase((_engine, fresh) => {
  let store: Store
  afterAll(() => store.close())

  test('tokens and users of an older version, and those that a node of it adds, have nothing noted and get mails', async () => {
    store = await openStore(await fresh.place())
    const steps = Object.entries(migrationsOf(store.engine))
    await migrate(store, Object.fromEntries(steps.filter(([name]) => name < '0044')))
    const { db } = store
    const add = async (name: string) => {
      await db
        .insertInto('tokens')
        .values({ user_id: 1, key: '', key_hash: name, name, ...USED, ...FLAGS })
        .execute()
      await db.insertInto('users').values({ username: name, password: '', aff_code: name }).execute()
    }
    await add('before')
    await migrate(store)
    await add('after')
    const tokens = await db
      .selectFrom('tokens')
      .select([
        'note',
        'tags',
        'last_used_at',
        'last_used_ip',
        'last_used_client',
        'expiry_told_of',
        'expiry_told_left',
      ])
      .execute()
    const nothing = { note: '', tags: '', last_used_at: 0, last_used_ip: '', last_used_client: '' }
    expect(tokens).toEqual([NOT_TOLD, NOT_TOLD].map((told) => ({ ...nothing, ...told })))
    const users = await db.selectFrom('users').select('expiry_mails').execute()
    expect(users).toEqual([{ expiry_mails: 1 }, { expiry_mails: 1 }])
  })
})

const NOT_TOLD = { expiry_told_of: 0, expiry_told_left: 0 }
const USED = { created_time: 0, accessed_time: 0, deleted_at: null }
const FLAGS = { unlimited_quota: 1, model_limits_enabled: 0 }
