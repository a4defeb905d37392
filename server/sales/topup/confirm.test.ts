import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as api from '#contract/api/topup.ts'
import { errors } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { expectPaymentsToAgree } from '#test/harness/payment-books.ts'
import { type Customer, openShop, type Shop } from '#test/harness/payments.ts'
import { queryOrders } from '../../cluster/jobs/query-orders.ts'

const WORTH = 1_000_000
const DAY = 86_400

forEachDatabase((_engine, fresh) => {
  let shop: Shop
  let admin: Customer

  beforeAll(async () => {
    shop = await openShop(await fresh.started())
    await shop.set('TransferAccount', 'Switchyard Ltd\nDE02 1203 0000 0000 2020 51')
    await shop.set('TransferCurrency', 'EUR')
    await shop.set('TransferPrice', '1.1')
    admin = await shop.customer({ role: ROLE.admin })
  })
  afterAll(() => shop.close())

  async function ordered(columns = {}) {
    const customer = await shop.customer(columns)
    const reply = await customer.post('pay', { amount: 2, payment_method: 'transfer' })
    const { trade_no: no } = reply.redirect as { trade_no: string }
    const { id, gateway_session: reference } = await shop.order(no)
    return { customer, no, id, reference, reply }
  }
  const confirm = (id: number, received = '2.20') =>
    admin.call(api.confirmOrder, { params: { id }, body: { received, received_on: '2026-11-20' } })
  const reject = (id: number) => admin.call(api.rejectOrder, { params: { id }, body: { reason: 'nothing came' } })

  test('an order shows where to transfer what, with a reference by which it is found', async () => {
    const { customer, no, reference, reply } = await ordered()
    expect(reply).toMatchObject({
      url: `https://switchyard.test/topup?order=${no}`,
      redirect: { money: '2.20', currency: 'EUR' },
    })
    expect(reference).toMatch(/^[A-Z2-9]{8}$/)
    const own = (await customer.call(api.listOwnOrders, { query: { trade_no: no } })).data?.items[0]
    expect(own).toMatchObject({ reference, account: ['Switchyard Ltd', 'DE02 1203 0000 0000 2020 51'] })
    const found = await admin.call(api.listOrders, { query: { trade_no: reference } })
    expect(found.data?.items.map((order) => order.trade_no)).toEqual([no])
  })

  test('a confirmation credits it once, however often it is given, and says so in the audits', async () => {
    const { customer, no, id } = await ordered({ quota: 7 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(id)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.find(({ success }) => !success)?.message).toBe(errors.order_not_confirmable.zh)
    expect(await customer.quota()).toBe(7 + WORTH)
    expect(await shop.order(no)).toMatchObject({ status: 'success', gateway_trade_no: no })
    expect(await auditsOf(shop.server, 'order', id)).toMatchObject([{ actor_id: admin.id, action: 'order.update' }])
    expect(await expectPaymentsToAgree(shop.server.services.store, customer.id)).toBe(WORTH)
  })

  test('of another amount the same share is credited, and can be refunded in parts', async () => {
    const { customer, id } = await ordered()
    for (const wrong of ['0', '22.01']) expect((await confirm(id, wrong)).message).toBe(errors.received_amount_wrong.zh)
    expect((await confirm(id, '1.10')).data).toMatchObject({ money: 1.1, quota: WORTH / 2, account: [] })
    const refund = { params: { id }, body: { reason: 'sent back', amount: '0.55' } }
    expect((await admin.call(api.refundOrder, refund)).data).toMatchObject({ status: 'partly_refunded' })
    expect(await expectPaymentsToAgree(shop.server.services.store, customer.id)).toBe(WORTH / 4)
    expect(await customer.quota()).toBe(WORTH / 4)
  })

  test('a rejected order is not credited, and an expired one still can be', async () => {
    const [one, other] = [await ordered(), await ordered()]
    expect((await reject(one.id)).data).toMatchObject({ status: 'rejected', account: [] })
    expect((await confirm(one.id)).message).toBe(errors.order_not_confirmable.zh)
    const age = (days: number) =>
      shop.server.services.store.db
        .updateTable('top_ups')
        .set({ create_time: nowInSeconds() - days * DAY, next_query: 0 })
        .where('trade_no', '=', other.no)
        .execute()
    await age(13)
    await queryOrders.run(shop.server.services, new AbortController().signal)
    expect(await shop.order(other.no)).toMatchObject({ status: 'pending' })
    await age(15)
    await queryOrders.run(shop.server.services, new AbortController().signal)
    expect(await shop.order(other.no)).toMatchObject({ status: 'expired' })
    expect((await reject(other.id)).message).toBe(errors.order_not_confirmable.zh)
    expect((await confirm(other.id)).success).toBe(true)
    expect([await one.customer.quota(), await other.customer.quota()]).toEqual([0, WORTH])
  })

  test('is for administrators above the payer, and for transfers only; no callback reports one', async () => {
    const { customer, no, id } = await ordered({ role: ROLE.admin })
    expect((await confirm(id)).message).toBe(errors.user_not_editable.zh)
    expect((await reject(id)).message).toBe(errors.user_not_editable.zh)
    expect(
      (await customer.call(api.confirmOrder, { params: { id }, body: { received: '2.20', received_on: '2026-11-20' } }))
        .success,
    ).toBe(false)
    const epay = await shop.order(await (await shop.customer()).start())
    expect((await confirm(epay.id)).message).toBe(errors.order_not_confirmable.zh)
    const body = JSON.stringify({ order: no, status: 'paid' })
    expect(await (await shop.server.request('/api/user/transfer/notify', { method: 'POST', body })).text()).toBe('fail')
    expect(await shop.order(no)).toMatchObject({ status: 'pending' })
  })
})
