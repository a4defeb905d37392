import { afterAll, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { expectPaymentsToAgree } from '#test/harness/payment-books.ts'
import { adoptOrders } from '../../../sales/topup/claims/ledger.ts'
import { openStore, type Store } from '../database.ts'
import { migrate, migrationsOf } from '../migrate.ts'

forEachDatabase((_engine, fresh) => {
  let store: Store
  afterAll(() => store.close())

  /** Orders as the previous version leaves them, with their log rows. */
  async function addOrders(user_id: number, prefix: string) {
    const { db } = store
    const order = { user_id, amount: 1, quota: 500_000, money: 7.3, create_time: 5, complete_time: 9, gateway: 'epay' }
    const row = { created_at: 9, content: '', username: '', token_name: '', model_name: '', other: '', request_id: '' }
    const none = { prompt_tokens: 0, completion_tokens: 0, use_time: 0, is_stream: 0, channel_id: 0, token_id: 0 }
    for (const status of ['pending', 'success', 'expired', 'refunded'] as const) {
      const isPaid = status === 'success' || status === 'refunded'
      const trade_no = prefix + status
      const gateway_trade_no = isPaid ? `theirs-${trade_no}` : null
      await db
        .insertInto('top_ups')
        .values({ ...order, trade_no, gateway_trade_no, status })
        .execute()
      const log = (type: 1 | 3, quota: number) => ({ ...row, ...none, user_id, type, quota })
      if (isPaid) await db.insertInto('logs').values(log(1, order.quota)).execute()
      if (status === 'refunded') await db.insertInto('logs').values(log(3, -order.quota)).execute()
    }
  }

  test('orders of an older version, and those that a node of it credits or refunds, get their lines', async () => {
    store = await openStore(await fresh.place())
    const steps = Object.entries(migrationsOf(store.engine))
    await migrate(store, Object.fromEntries(steps.filter(([name]) => name < '0037')))
    const user = store.db.insertInto('users').values({ username: 'payer', password: '', aff_code: 'payer' })
    const { id } = await user.returning('id').executeTakeFirstOrThrow()
    await addOrders(id, 'before-')
    await migrate(store)
    expect(await expectPaymentsToAgree(store, id)).toBe(500_000)
    await addOrders(id, 'beside-')
    await adoptOrders(store.db, 0)
    await adoptOrders(store.db, 0)
    expect(await expectPaymentsToAgree(store, id)).toBe(1_000_000)
    const lines = await store.db.selectFrom('payment_entries').select(['kind', 'cents', 'quota']).execute()
    expect(lines).toHaveLength(6)
    expect(lines.filter(({ kind }) => kind === 'refund_done')).toEqual(
      Array.from({ length: 2 }, () => ({ kind: 'refund_done', cents: -730, quota: -500_000 })),
    )
  })
})
