import { afterAll, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { findUser } from '../../../people/accounts/queries.ts'
import { openStore, type Store } from '../database.ts'
import { migrate, migrationsOf } from '../migrate.ts'

forEachDatabase((_engine, fresh) => {
  let store: Store
  afterAll(() => store.close())

  test('identities of an older version get the id that its column shows; users without one keep the column', async () => {
    store = await openStore(await fresh.place())
    const steps = Object.entries(migrationsOf(store.engine))
    await migrate(store, Object.fromEntries(steps.filter(([name]) => name < '0024')))
    const { db } = store
    const ids = { github_id: 'octo', linux_do_id: '7', wechat_id: 'wx-7', telegram_id: '77', oidc_id: 'sub-7' }
    const add = async (username: string, columns: Partial<typeof ids>) => {
      const row = { username, password: '', aff_code: username, ...columns }
      return (await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id
    }
    const bound = await add('bound', ids)
    const imported = await add('imported', { github_id: 'cat', wechat_id: 'wx-8' })
    const empty = await add('empty', {})
    const subjects = {
      github: '583231',
      linuxdo: '7',
      wechat: 'wx-7',
      telegram: '77',
      oidc: 'https://id.example sub-7',
    }
    const identity = (user_id: number, provider: string, subject: string) => ({
      user_id,
      provider,
      subject,
      created_at: 5,
    })
    const old = [
      ...Object.entries(subjects).map(([provider, subject]) => identity(bound, provider, subject)),
      identity(empty, 'github', '99'),
    ]
    const untyped = db as unknown as import('kysely').Kysely<{ user_identities: (typeof old)[number] }>
    await untyped.insertInto('user_identities').values(old).execute()

    await migrate(store)

    const rows = await db.selectFrom('user_identities').selectAll().execute()
    const shown = (userId: number) =>
      Object.fromEntries(rows.filter(({ user_id }) => user_id === userId).map((row) => [row.provider, row.shown]))
    expect(shown(bound)).toEqual({ github: 'octo', linuxdo: '7', wechat: 'wx-7', telegram: '77', oidc: 'sub-7' })
    expect(shown(empty)).toEqual({ github: '' })
    expect(rows).toHaveLength(old.length)
    for (const before of old) expect(rows).toContainEqual(expect.objectContaining(before))
    const users = {
      shown_github: 'octo',
      shown_linuxdo: '7',
      shown_wechat: 'wx-7',
      shown_telegram: '77',
      shown_oidc: 'sub-7',
    }
    expect(await findUser(db, bound)).toMatchObject({ ...users, shown_google: '' })
    expect(await findUser(db, imported)).toMatchObject({ shown_github: 'cat', shown_wechat: 'wx-8', shown_oidc: '' })
    expect(await findUser(db, empty)).toMatchObject({ shown_github: '', shown_linuxdo: '' })
  })
})
