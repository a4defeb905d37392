import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import * as api from '#contract/api/topup.ts'
import { errors } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type Customer, openShop, type Shop } from '#test/harness/payments.ts'
import { payersOf } from '../../money/accounting/wallet.ts'

const WORTH = 1_000_000

forEachDatabase((_engine, fresh) => {
  let shop: Shop
  let admin: Customer
  const db = () => shop.server.services.store.db

  beforeAll(async () => {
    shop = await openShop(await fresh.started())
    admin = await shop.customer({ role: ROLE.admin })
  })
  afterAll(() => shop.close())

  async function credited(columns = {}) {
    const customer = await shop.customer(columns)
    const tradeNo = await customer.start()
    shop.epay.pay(tradeNo)
    await shop.epay.notify(tradeNo)
    return { customer, tradeNo, id: (await shop.order(tradeNo)).id }
  }
  const audits = (id: number) => auditsOf(shop.server, 'order', id)

  describe('the list', () => {
    let alice: Customer
    let bob: Customer
    let paid: string
    let open: string

    beforeAll(async () => {
      alice = await shop.customer({ username: 'alice' })
      bob = await shop.customer({ username: 'bob' })
      paid = await alice.start()
      shop.epay.pay(paid)
      await shop.epay.notify(paid)
      open = await alice.start()
      await bob.start()
    })

    const list = async (query: object) => (await admin.call(api.listOrders, { query })).data
    const numbers = async (query: object) => (await list(query))?.items.map((order) => order.trade_no)

    test('has the orders of everybody, newest first', async () => {
      const all = await list({})
      expect(all).toMatchObject({ page: 1, page_size: 10, total: 3 })
      expect(all?.items.map((order) => order.username)).toEqual(['bob', 'alice', 'alice'])
      expect(await numbers({ p: 2, page_size: 2 })).toEqual([paid])
    })

    test('has no orders of root or other administrators for an administrator, nor do sums and queries', async () => {
      const peer = await shop.customer({ role: ROLE.admin })
      const orders = [await peer.start(), await admin.start()]
      await db()
        .insertInto('top_ups')
        .columns([
          'user_id',
          'money',
          'quota',
          'trade_no',
          'gateway',
          'method',
          'currency',
          'status',
          'create_time',
          'complete_time',
        ])
        .expression(
          db()
            .selectFrom('top_ups')
            .select(({ lit, val }) => [
              lit(1).as('user_id'),
              'money',
              'quota',
              val('of-root').as('trade_no'),
              'gateway',
              'method',
              'currency',
              'status',
              'create_time',
              'complete_time',
            ])
            .where('trade_no', '=', open),
        )
        .execute()
      expect((await numbers({}))?.includes(orders[0]!)).toBe(false)
      expect(await numbers({ username: 'root' })).toEqual([])
      expect((await numbers({}))?.includes(orders[1]!)).toBe(true)
      const total = async (who: Customer | Shop['root']) =>
        (await who.call(api.sumOrders, { query: {} })).data?.reduce((sum, { count }) => sum + count, 0)
      expect(await total(admin)).toBe(4)
      expect(await total(shop.root)).toBe(6)
      const id = (await shop.order('of-root')).id
      expect((await admin.call(api.queryOrder, { params: { id } })).message).toBe(errors.record_not_found.zh)
      await db()
        .deleteFrom('top_ups')
        .where('trade_no', 'in', [...orders, 'of-root'])
        .execute()
    })

    test('can be filtered', async () => {
      const gatewayNo = shop.epay.orders.get(paid)!.tradeNo
      expect(await numbers({ username: 'alice' })).toEqual([open, paid])
      expect(await numbers({ user_id: alice.id, status: 'success' })).toEqual([paid])
      expect(await numbers({ trade_no: open })).toEqual([open])
      expect(await numbers({ trade_no: gatewayNo })).toEqual([paid])
      expect(await numbers({ gateway: 'stripe' })).toEqual([])
      expect(await numbers({ start_timestamp: nowInSeconds() + 10 })).toEqual([])
      expect((await list({ end_timestamp: nowInSeconds() + 10 }))?.total).toBe(3)
    })

    test('comes with what it adds up to', async () => {
      const sums = async (query: object) => (await admin.call(api.sumOrders, { query })).data
      const money = (await shop.order(paid)).money
      const success = { status: 'success' as const, currency: 'CNY', count: 1, money, quota: WORTH }
      expect(await sums({})).toEqual([
        { ...success, status: 'pending', count: 2, money: 2 * money, quota: 2 * WORTH },
        success,
      ])
      expect(await sums({ username: 'alice', status: 'success' })).toEqual([success])
      expect(await sums({ gateway: 'stripe' })).toEqual([])
      expect((await bob.call(api.sumOrders, { query: {} })).message).toBe(errors.role_too_low.zh)
    })

    test('of one self has only one’s own, whoever else is named', async () => {
      const own = (await bob.call(api.listOwnOrders, { query: {} })).data
      expect(own).toMatchObject({ total: 1, items: [{ user_id: bob.id, username: 'bob' }] })
      const foreign = await bob.call(api.listOwnOrders, { query: { trade_no: open, user_id: alice.id } as object })
      expect(foreign.data?.total).toBe(0)
      expect((await alice.call(api.listOwnOrders, { query: { status: 'pending' } })).data?.items[0]?.trade_no).toBe(
        open,
      )
      expect((await bob.call(api.listOrders, { query: {} })).message).toBe(errors.role_too_low.zh)
    })
  })

  describe('asking the gateway now', () => {
    test('credits a missed payment, once, and says who had it asked', async () => {
      const customer = await shop.customer()
      const tradeNo = await customer.start()
      const { id } = await shop.order(tradeNo)
      const ask = async () => (await admin.call(api.queryOrder, { params: { id } })).data
      expect(await ask()).toMatchObject({ answer: 'unpaid', outcome: 'none', order: { status: 'pending' } })
      shop.epay.pay(tradeNo)
      expect(await ask()).toMatchObject({ answer: 'paid', outcome: 'credited', order: { status: 'success' } })
      expect(await ask()).toMatchObject({ answer: 'paid', outcome: 'already' })
      expect(await customer.quota()).toBe(WORTH)
      expect(await audits(id)).toMatchObject([{ actor_id: admin.id, action: 'order.update' }])
    })

    test('says when there is no answer', async () => {
      const { id } = await credited()
      shop.epay.failing.status = 500
      const { success, message } = await admin.call(api.queryOrder, { params: { id } })
      shop.epay.failing.status = undefined
      expect({ success, message }).toEqual({ success: false, message: errors.gateway_not_answering.zh })
      expect((await admin.call(api.queryOrder, { params: { id: 999_999 } })).message).toBe(errors.record_not_found.zh)
      expect(shop.logged()).not.toContain(shop.epay.key)
    })
  })

  describe('a refund', () => {
    const refund = (id: number, reason = 'paid twice') =>
      admin.call(api.refundOrder, { params: { id }, body: { reason } })

    test('takes back what the order added, once, however often it is asked for', async () => {
      const { customer, tradeNo, id } = await credited({ quota: 7 })
      const answers = await Promise.all(Array.from({ length: 10 }, () => refund(id)))
      expect(answers.filter((answer) => answer.success)).toHaveLength(1)
      expect(answers.find((answer) => !answer.success)?.message).toBe(errors.order_not_refundable.zh)
      expect(await customer.quota()).toBe(7)
      expect(await shop.order(tradeNo)).toMatchObject({ status: 'refunded' })
      expect(await audits(id)).toMatchObject([{ actor_id: admin.id }])
      expect(await shop.epay.notify(tradeNo)).toBe('success')
      expect(await customer.quota()).toBe(7)
    })

    test('takes from lower roles only, except by root', async () => {
      const refused = errors.user_not_editable.zh
      const peer = await credited({ role: ROLE.admin })
      const above = await credited({ role: ROLE.root })
      for (const { id, customer, tradeNo } of [peer, above]) {
        expect((await refund(id)).message).toBe(refused)
        expect(await customer.quota()).toBe(WORTH)
        expect((await shop.order(tradeNo)).status).toBe('success')
        expect(await audits(id)).toEqual([])
      }
      const own = await admin.start()
      shop.epay.pay(own)
      await shop.epay.notify(own)
      expect((await refund((await shop.order(own)).id)).message).toBe(refused)
      const body = { reason: 'paid twice' }
      expect((await shop.root.call(api.refundOrder, { params: { id: peer.id }, body })).success).toBe(true)
      expect(await peer.customer.quota()).toBe(0)
    })

    test('is refused where the money has been spent, or never came', async () => {
      const spent = await credited()
      await db()
        .updateTable('users')
        .set({ quota: WORTH - 1 })
        .where('id', '=', spent.customer.id)
        .execute()
      expect((await refund(spent.id)).message).toBe(errors.refund_exceeds_balance.zh)
      expect(await spent.customer.quota()).toBe(WORTH - 1)
      expect((await shop.order(spent.tradeNo)).status).toBe('success')

      const open = await spent.customer.start()
      expect((await refund((await shop.order(open)).id)).message).toBe(errors.order_not_refundable.zh)
      expect((await refund(999_999)).message).toBe(errors.record_not_found.zh)
      expect((await refund(spent.id, '')).success).toBe(false)
    })

    test('of a wallet that a node holds a part of leaves the right balance', async () => {
      const { customer, id } = await credited({ quota: 7 })
      const held = await shop.server.services.accounting.wallet.hold(payersOf(customer.id), {
        need: 5,
        min: 5,
        overdraft: 0,
      })
      if ('hold' in held) held.hold.release()
      expect(await customer.quota()).toBeLessThan(7 + WORTH)
      expect((await refund(id)).success).toBe(true)
      await shop.server.services.accounting.wallet.returnIdle(-1)
      expect(await customer.quota()).toBe(7)
    })
  })

  describe('the wallet history', () => {
    let customer: Customer
    let open: string

    beforeAll(async () => {
      const { customer: owner, id } = await credited()
      customer = owner
      await admin.call(api.refundOrder, { params: { id }, body: { reason: 'mistake' } })
      open = await customer.start()
      const row = { user_id: customer.id, created_at: 1, content: '', username: '', token_name: '', quota: 5 }
      const rest = { prompt_tokens: 0, completion_tokens: 0, use_time: 0, is_stream: 0, channel_id: 0, token_id: 0 }
      const rows = [
        { type: LOG_TYPE.system, model_name: '', content: '新用户注册赠送' },
        { type: LOG_TYPE.system, model_name: 'gpt-4o', content: 'an interrupted call' },
        { type: LOG_TYPE.consume, model_name: 'gpt-4o', content: 'a call' },
      ]
      const values = rows.map((columns) => ({ ...row, ...rest, ...columns, other: '', request_id: '' }))
      await db().insertInto('logs').values(values).execute()
    })

    test('tells of all money but calls, newest first; a paid order is told once', async () => {
      const { data } = await customer.call(api.walletHistory, { query: {} })
      expect(data?.total).toBe(4)
      const told = data?.items.map(({ kind, type, quota, status }) => ({ kind, type, quota, status }))
      expect(told).toContainEqual({ kind: 'order', type: 1, quota: 0, status: 'pending' })
      expect(told).toContainEqual({ kind: 'log', type: 1, quota: WORTH, status: '' })
      expect(told).toContainEqual({ kind: 'log', type: 3, quota: -WORTH, status: '' })
      expect(told?.at(-1)).toEqual({ kind: 'log', type: 4, quota: 5, status: '' })
      expect(data?.items.find(({ kind }) => kind === 'order')?.content).toBe(open)
    })

    test('comes in pages without gaps', async () => {
      const whole = (await customer.call(api.walletHistory, { query: {} })).data?.items
      const pages = await Promise.all(
        [1, 2].map((p) => customer.call(api.walletHistory, { query: { p, page_size: 2 } })),
      )
      expect(pages.flatMap(({ data }) => data?.items ?? [])).toEqual(whole ?? [])
    })

    test('of somebody else is for administrators', async () => {
      const query = { user_id: customer.id }
      expect((await admin.call(api.walletHistory, { query })).data?.total).toBe(4)
      const other = await shop.customer()
      expect((await other.call(api.walletHistory, { query })).message).toBe(errors.role_too_low.zh)
      expect((await other.call(api.walletHistory, { query: {} })).data?.total).toBe(0)
      expect((await other.call(api.walletHistory, { query: { user_id: other.id } })).success).toBe(true)
    })
  })
})
