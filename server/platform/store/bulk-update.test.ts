import { expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { createBulkUpdate } from './bulk-update.ts'

const addToTokens = createBulkUpdate({ table: 'tokens', id: 'id', add: ['used_quota'], set: ['accessed_time'] })
const spend = createBulkUpdate({
  table: 'wallet_leases',
  id: 'owner_id',
  where: ['node_id', 'owner_kind'],
  add: ['spent', 'carry'],
})

const ROWS = 50

forEachDatabase((engine, fresh) => {
  for (const rows of [3, ROWS]) {
    test(`${rows} rows are added to, and get their new values`, async () => {
      const store = await fresh.store()
      const tokens = Array.from({ length: rows }, (_, index) => ({
        user_id: 1,
        key: `key-${index}`,
        key_hash: `hash-${index}`,
        name: `t${index}`,
        used_quota: 100,
        accessed_time: 5,
      }))
      await store.db
        .insertInto('tokens')
        .values(tokens as never)
        .execute()
      const ids = (await store.db.selectFrom('tokens').select('id').orderBy('id').execute()).map(({ id }) => id)
      const changes = ids.map((id, index) => [id, index, 1000 + index])
      // One of them is gone.
      const found = await store.db
        .transaction()
        .execute((trx) => addToTokens(trx, engine, [...changes, [999_999, 1, 1]]))
      expect([...found].toSorted((a, b) => a - b)).toEqual(ids)
      const after = await store.db.selectFrom('tokens').select(['used_quota', 'accessed_time']).orderBy('id').execute()
      expect(after).toEqual(ids.map((_, index) => ({ used_quota: 100 + index, accessed_time: 1000 + index })))
    })
  }

  test('rows with other values of the shared columns stay as they are', async () => {
    const store = await fresh.store()
    const leases = ['mine', 'other'].flatMap((node_id) =>
      Array.from({ length: ROWS }, (_, owner_id) => ({
        ...{ node_id, owner_kind: 'user' as const, owner_id, granted: 100, spent: 1, carry: 0, expires_at: 0 },
      })),
    )
    await store.db.insertInto('wallet_leases').values(leases).execute()
    const rows = Array.from({ length: ROWS }, (_, owner) => [owner, 2, -1])
    const found = await store.db.transaction().execute((trx) => spend(trx, engine, rows, ['mine', 'user']))
    expect(found.size).toBe(ROWS)
    expect(await store.db.transaction().execute((trx) => spend(trx, engine, rows, ['mine', 'token']))).toEqual(
      new Set(),
    )
    const sums = await store.db
      .selectFrom('wallet_leases')
      .select(({ fn }) => ['node_id', fn.sum<number>('spent').as('spent'), fn.sum<number>('carry').as('carry')])
      .groupBy('node_id')
      .orderBy('node_id')
      .execute()
    expect(sums.map(({ node_id, spent, carry }) => [node_id, Number(spent), Number(carry)])).toEqual([
      ['mine', 3 * ROWS, -ROWS],
      ['other', ROWS, 0],
    ])
  })

  test.skipIf(engine === 'sqlite')('transactions that change the same rows at once do not deadlock', async () => {
    const store = await fresh.store()
    const users = Array.from({ length: ROWS }, (_, index) => ({
      ...{ username: `u${index}`, password: '', quota: 0, access_token: null, aff_code: null, deleted_at: null },
    }))
    await store.db.insertInto('users').values(users).execute()
    const ids = (await store.db.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id)
    const add = createBulkUpdate({ table: 'users', id: 'id', add: ['used_quota'] })
    const change = () =>
      store.db.transaction().execute((trx) =>
        add(
          trx,
          engine,
          ids.map((id) => [id, 1]),
        ),
      )
    await Promise.all(Array.from({ length: 20 }, change))
    const after = await store.db.selectFrom('users').select('used_quota').execute()
    expect(after.map(({ used_quota }) => used_quota)).toEqual(ids.map(() => 20))
  })
})
