import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { nowInSeconds } from '#server/platform/clock.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type Customer, openShop, type Shop } from '#test/harness/payments.ts'
import { queryOrders } from './query-orders.ts'
import { reconcileOrders } from './reconcile-orders.ts'

const DAY = 86_400
const WORTH = 1_000_000

forEachDatabase((_engine, fresh) => {
  let shop: Shop
  let customer: Customer
  const db = () => shop.server.services.store.db
  const never = new AbortController().signal

  beforeAll(async () => {
    shop = await openShop(await fresh.started())
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    await db().deleteFrom('top_ups').execute()
    await db().deleteFrom('logs').where('user_id', '=', 0).execute()
    customer = await shop.customer()
  })

  const change = (tradeNo: string, columns: Record<string, unknown>) =>
    db().updateTable('top_ups').set(columns).where('trade_no', '=', tradeNo).execute()
  const asked = () => shop.epay.paths.filter((path) => path === '/api.php').length
  const query = async () => {
    const before = asked()
    await queryOrders.run(shop.server.services, never)
    return asked() - before
  }
  const reconcile = async () => {
    await reconcileOrders.run(shop.server.services, never)
    const reports = await db().selectFrom('logs').selectAll().where('user_id', '=', 0).where('type', '=', 4).execute()
    return reports.map((report) => report.content)
  }

  describe('the order query', () => {
    test('credits a payment whose callback never came', async () => {
      const tradeNo = await customer.start()
      shop.epay.pay(tradeNo)
      expect(await query()).toBe(0)
      await change(tradeNo, { next_query: nowInSeconds() })
      expect(await query()).toBe(1)
      expect(await shop.order(tradeNo)).toMatchObject({ status: 'success' })
      expect(await customer.quota()).toBe(WORTH)
      expect(await shop.epay.notify(tradeNo)).toBe('success')
      expect(await customer.quota()).toBe(WORTH)
    })

    test('asks at growing intervals', async () => {
      const tradeNo = await customer.start()
      const pauses: number[] = []
      for (let round = 0; round < 9; round++) {
        await change(tradeNo, { next_query: nowInSeconds() })
        expect(await query()).toBe(1)
        pauses.push((await shop.order(tradeNo)).next_query - nowInSeconds())
      }
      expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
      expect(pauses[0]).toBeWithin(13, 16)
      expect(pauses.at(-1)).toBeWithin(3598, 3601)
    })

    test.each([
      ['unpaid at the gateway', true],
      ['never opened there', false],
    ])('an order that was %s expires after a day', async (_name, opened) => {
      const tradeNo = await customer.start()
      if (!opened) shop.epay.orders.delete(tradeNo)
      await change(tradeNo, { create_time: nowInSeconds() - DAY + 60, next_query: 0 })
      await query()
      expect((await shop.order(tradeNo)).status).toBe('pending')
      await change(tradeNo, { create_time: nowInSeconds() - DAY, next_query: 0 })
      await query()
      expect(await shop.order(tradeNo)).toMatchObject({ status: 'expired' })
    })

    test('without an answer nothing expires before a week, and the key is not logged', async () => {
      const tradeNo = await customer.start()
      shop.epay.failing.status = 503
      await change(tradeNo, { create_time: nowInSeconds() - 6 * DAY, next_query: 0 })
      await query()
      expect((await shop.order(tradeNo)).status).toBe('pending')
      await change(tradeNo, { create_time: nowInSeconds() - 7 * DAY, next_query: 0 })
      await query()
      expect((await shop.order(tradeNo)).status).toBe('expired')
      shop.epay.failing.status = undefined
      expect(shop.logged()).toContain('payment gateways did not answer queries')
      expect(shop.logged()).not.toContain(shop.epay.key)
    })

    test('an order that was paid with another amount is neither credited nor expired', async () => {
      const tradeNo = await customer.start()
      shop.epay.pay(tradeNo).money = '14.59'
      await change(tradeNo, { create_time: nowInSeconds() - 2 * DAY, next_query: 0 })
      await query()
      expect((await shop.order(tradeNo)).status).toBe('pending')
      expect(await customer.quota()).toBe(0)
      expect(shop.logged()).toContain('other_amount')
    })
  })

  describe('the nightly reconciliation', () => {
    test('credits what was missed, also for expired orders, and reports it', async () => {
      const pending = await customer.start()
      const expired = await customer.start()
      const unpaid = await customer.start()
      for (const tradeNo of [pending, expired]) shop.epay.pay(tradeNo)
      await change(expired, { status: 'expired' })
      const reports = await reconcile()
      expect(reports).toHaveLength(1)
      expect(reports[0]).toStartWith('充值对账：核对订单 3，补记 2（')
      for (const tradeNo of [pending, expired]) {
        expect(reports[0]).toContain(tradeNo)
        expect((await shop.order(tradeNo)).status).toBe('success')
      }
      expect((await shop.order(unpaid)).status).toBe('pending')
      expect(await customer.quota()).toBe(2 * WORTH)
      expect(await reconcile()).toHaveLength(1)
      expect(await customer.quota()).toBe(2 * WORTH)
    })

    test('reports differences and changes nothing about them', async () => {
      const credited = await customer.start()
      shop.epay.pay(credited)
      await shop.epay.notify(credited)
      shop.epay.orders.get(credited)!.paid = false
      const cheap = await customer.start()
      shop.epay.pay(cheap).money = '1.00'
      const [report] = await reconcile()
      expect(report).toContain(`${credited} not_paid`)
      expect(report).toContain(`${cheap} other_amount`)
      expect(await customer.quota()).toBe(WORTH)
      expect((await shop.order(cheap)).status).toBe('pending')
    })

    test('says when the gateway could not be asked', async () => {
      await customer.start()
      shop.epay.failing.status = 500
      expect((await reconcile())[0]).toEndWith('未能查询 1')
      shop.epay.failing.status = undefined
    })

    test('is silent when all agrees, and leaves older orders alone', async () => {
      const old = await customer.start()
      shop.epay.pay(old)
      await change(old, { create_time: nowInSeconds() - 3 * DAY - 10 })
      await customer.start()
      expect(await reconcile()).toEqual([])
      expect((await shop.order(old)).status).toBe('pending')
    })
  })

  test('a commit that fails answers no success, and the payment is not lost', async () => {
    const tradeNo = await customer.start()
    shop.epay.pay(tradeNo)
    await db().schema.alterTable('logs').renameTo('logs_away').execute()
    expect(await shop.epay.notify(tradeNo)).not.toContain('success":true')
    expect(await shop.epay.notify(tradeNo)).not.toBe('success')
    expect(await shop.order(tradeNo)).toMatchObject({ status: 'pending', gateway_trade_no: null })
    expect(await customer.quota()).toBe(0)
    await db().schema.alterTable('logs_away').renameTo('logs').execute()
    await reconcile()
    expect(await customer.quota()).toBe(WORTH)
    expect(await customer.topUps()).toHaveLength(1)
  })
})
