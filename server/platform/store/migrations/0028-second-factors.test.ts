import { afterAll, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { beginSession, findSession } from '../../../people/sessions/sessions.ts'
import { openStore, type Store } from '../database.ts'
import { migrate, migrationsOf } from '../migrate.ts'

forEachDatabase((_engine, fresh) => {
  let store: Store
  afterAll(() => store.close())

  test('sessions of an older version stay, without a proof; a node of that version can still begin sessions', async () => {
    store = await openStore(await fresh.place())
    const steps = Object.entries(migrationsOf(store.engine))
    await migrate(store, Object.fromEntries(steps.filter(([name]) => name < '0028')))
    const { db } = store
    const { id: userId } = await db
      .insertInto('users')
      .values({ username: 'old', password: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { user_id: userId, created_at: 1, last_seen_at: 1, expires_at: 9_999_999_999, ip: '', user_agent: '' }
    await db
      .insertInto('sessions')
      .values({ id: 'before', ...row })
      .execute()

    await migrate(store)

    await db
      .insertInto('sessions')
      .values({ id: 'after', ...row })
      .execute()
    const sessions = await db.selectFrom('sessions').select(['id', 'proven_at']).orderBy('id').execute()
    expect(sessions).toEqual([
      { id: 'after', proven_at: 0 },
      { id: 'before', proven_at: 0 },
    ])
    const secret = await beginSession(db, { userId, ip: '', userAgent: '' })
    expect((await findSession(db, secret))?.provenAt).toBeGreaterThan(1_700_000_000)
  })

  test('a user who is removed takes factors and logins in progress along', async () => {
    const { db } = store
    const { id } = await db
      .insertInto('users')
      .values({ username: 'gone', password: '', aff_code: 'gone' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('authenticators').values({ user_id: id, secret: 'x', created_at: 1 }).execute()
    await db.insertInto('recovery_codes').values({ user_id: id, code_hash: 'x' }).execute()
    await db.insertInto('login_challenges').values({ id: 'x', user_id: id, tries_left: 1, expires_at: 1 }).execute()
    await db.deleteFrom('users').where('id', '=', id).execute()
    for (const table of ['authenticators', 'recovery_codes', 'login_challenges'] as const) {
      expect(await db.selectFrom(table).select('user_id').execute()).toEqual([])
    }
  })
})
