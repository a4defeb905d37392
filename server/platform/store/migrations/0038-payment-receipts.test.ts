import { afterAll, expect, test } from 'bun:test'
import type { OrderStatus } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { openStore, type Store } from '../database.ts'
import { migrate, migrationsOf } from '../migrate.ts'

const at = (text: string) => Math.floor(new Date(text).getTime() / 1000)

forEachDatabase((_engine, fresh) => {
  let store: Store
  afterAll(() => store.close())

  test('what was paid before gets numbers in order of payment, and what was refunded a credit note', async () => {
    store = await openStore(await fresh.place())
    const steps = Object.entries(migrationsOf(store.engine))
    await migrate(store, Object.fromEntries(steps.filter(([name]) => name < '0038')))
    const { db } = store
    const { id: user_id } = await db
      .insertInto('users')
      .values({ username: 'ann', password: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('options').values({ key: 'SystemName', value: 'Old Shop' }).execute()
    const add = (trade_no: string, status: OrderStatus, create_time: number, complete_time: number) =>
      db
        .insertInto('top_ups')
        .values({ user_id, trade_no, status, create_time, complete_time, amount: 2, money: 14.6, quota: 1_000_000 })
        .execute()
    await add('late', 'success', at('2026-03-01T10:00:00'), at('2026-03-01T12:00:00'))
    await add('early', 'success', at('2026-03-01T11:00:00'), at('2026-03-01T11:05:00'))
    await add('open', 'pending', at('2026-03-01T09:00:00'), 0)
    await add('before', 'success', at('2025-12-31T12:00:00'), at('2025-12-31T12:10:00'))
    await add('back', 'refunded', at('2026-02-01T12:00:00'), at('2026-04-01T12:00:00'))

    await migrate(store)

    const rows = await db.selectFrom('payment_receipts').selectAll().orderBy('id').execute()
    const seen = rows.map(({ number, content, buyer }) => ({ number, buyer, ...JSON.parse(content) }))
    const seller = { name: 'Old Shop', address: '', tax_id: '', email: '', footer: '' }
    const first = { seller, username: 'ann', credit: '$2.00', currency: 'CNY', total: 1460, tax: 0, buyer: '' }
    expect(seen).toMatchObject([
      { number: '2025-0001', trade_no: 'before', date: '2025-12-31', ...first },
      { number: '2026-0001', trade_no: 'back', corrects: '' },
      { number: '2026-0002', trade_no: 'early' },
      { number: '2026-0003', trade_no: 'late' },
      { number: 'CN-2026-0001', trade_no: 'back', total: -1460, date: '2026-04-01', corrects: '2026-0001' },
    ])
    expect(await db.selectFrom('receipt_counters').selectAll().orderBy('series').execute()).toEqual([
      { series: '2025-{number}', last: 1 },
      { series: '2026-{number}', last: 3 },
      { series: 'CN-2026-{number}', last: 1 },
    ])
  })

  test('a node of the older version can still credit an order, and a second receipt of an order is refused', async () => {
    const { db } = store
    const order = { user_id: 1, amount: 1, money: 7.3, trade_no: 'after', create_time: 1, status: 'success' as const }
    await db.insertInto('top_ups').values(order).execute()
    const [known] = await db.selectFrom('payment_receipts').selectAll().orderBy('id').execute()
    const { id: _, ...second } = { ...known!, number: 'another' }
    expect(db.insertInto('payment_receipts').values(second).execute()).rejects.toThrow()
    expect(await db.deleteFrom('users').where('username', '=', 'ann').executeTakeFirst()).toEqual({
      numDeletedRows: 1n,
    })
  })
})
