import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { testService } from '#contract/api/options.ts'
import { getOrder, queryOrder, refundOrder } from '#contract/api/topup.ts'
import { errors } from '#contract/errors.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { FakeStripe } from '#test/fake-stripe/server.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { expectPaymentsToAgree } from '#test/harness/payment-books.ts'
import { type Customer, openShop, type Shop } from '#test/harness/payments.ts'
import { openStripe } from '#test/harness/stripe-shop.ts'
import { queryOrders } from '../../../cluster/jobs/query-orders.ts'
import { reconcileOrders } from '../../../cluster/jobs/reconcile-orders.ts'

const UNIT = 500_000
const WORTH = 2 * UNIT
const PAID = 220

forEachDatabase((_engine, fresh) => {
  let shop: Shop
  let stripe: FakeStripe
  const { signal } = new AbortController()
  const db = () => shop.server.services.store.db

  beforeAll(async () => {
    shop = await openShop(await fresh.started())
    stripe = await openStripe(shop)
    await shop.set('StripePrice', '1.1')
  })
  afterAll(async () => {
    await stripe.stop()
    await shop.close()
  })

  /** Orders for 2 dollars. */
  async function started(amount = 2) {
    const customer = await shop.customer({ quota: 7 })
    const reply = await customer.post('pay', { amount, payment_method: 'stripe' })
    const { trade_no: no } = reply.redirect as { trade_no: string }
    return { customer, no, url: String(reply.url), reply }
  }
  async function credited() {
    const order = await started()
    expect((await stripe.send(stripe.pay(order.no))).status).toBe(200)
    return { ...order, id: (await shop.order(order.no)).id }
  }
  const expectState = async (customer: Customer, no: string, quota: number, order: object) => {
    expect(await customer.quota()).toBe(quota)
    expect(await shop.order(no)).toMatchObject(order)
    await expectPaymentsToAgree(shop.server.services.store, customer.id)
  }
  const due = (no: string) => db().updateTable('top_ups').set({ next_query: 0 }).where('trade_no', '=', no).execute()
  const runQueries = () => queryOrders.run(shop.server.services, signal)

  describe('a payment', () => {
    test('is a session of the right amount, bound to the order, and is credited once it is paid', async () => {
      const { customer, no, url, reply } = await started()
      expect(reply.redirect).toEqual({ trade_no: no, money: '2.20', currency: 'USD' })
      const session = stripe.sessionOf(no)
      expect(url).toBe(session.url ?? '')
      expect(session).toMatchObject({ amount_total: PAID, currency: 'usd', metadata: { order: no } })
      expect(session.success_url).toBe(`https://switchyard.test/topup?order=${no}`)
      await expectState(customer, no, 7, { status: 'pending', gateway_session: session.id })
      const event = stripe.pay(no)
      expect(await (await stripe.send(event)).text()).toBe('success')
      const { payment_intent } = session
      await expectState(customer, no, 7 + WORTH, { status: 'success', gateway_trade_no: payment_intent })
      for (let i = 0; i < 3; i++) expect((await stripe.send(event)).status).toBe(200)
      await expectState(customer, no, 7 + WORTH, { status: 'success' })
      expect(await customer.topUps()).toHaveLength(1)
    })

    test('by bank debit is credited when the bank has paid, and not when it refuses', async () => {
      const good = await started()
      const bad = await started()
      for (const { no } of [good, bad]) expect((await stripe.send(stripe.debit(no))).status).toBe(200)
      await expectState(good.customer, good.no, 7, { status: 'pending' })
      await stripe.send(stripe.endDebit(good.no, true))
      await stripe.send(stripe.endDebit(bad.no, false))
      await expectState(good.customer, good.no, 7 + WORTH, { status: 'success' })
      await expectState(bad.customer, bad.no, 7, { status: 'expired' })
    })

    test('of a session that expired ends the order at once', async () => {
      const { customer, no } = await started()
      await stripe.send(stripe.expire(no))
      await expectState(customer, no, 7, { status: 'expired' })
    })

    test('is found by query when its webhook is lost, also at night', async () => {
      const [one, other] = [await started(), await started()]
      stripe.pay(one.no)
      stripe.pay(other.no)
      await due(one.no)
      await runQueries()
      await expectState(one.customer, one.no, 7 + WORTH, { status: 'success' })
      await reconcileOrders.run(shop.server.services, signal)
      await expectState(other.customer, other.no, 7 + WORTH, { status: 'success' })
    })

    test('of another amount or currency than was ordered is not credited', async () => {
      for (const changes of [{ amount_total: PAID - 1 }, { currency: 'jpy' }]) {
        const { customer, no } = await started()
        const event = stripe.pay(no)
        Object.assign(stripe.sessionOf(no), changes)
        expect((await stripe.send(event)).status).toBe(400)
        await expectState(customer, no, 7, { status: 'pending' })
      }
    })

    test('in a currency without hundredths, or with thousandths, is counted in its smallest unit', async () => {
      for (const [currency, price, money, amount] of [
        ['JPY', '151.3', '303.00', 303],
        ['KWD', '0.31', '0.62', 620],
      ] as const) {
        await shop.set('StripeCurrency', currency)
        await shop.set('StripePrice', price)
        const { customer, no, reply } = await started()
        expect(reply.redirect).toMatchObject({ money, currency })
        expect((await customer.post('amount', { amount: 2, payment_method: 'stripe' })).data).toBe(money)
        expect(stripe.sessionOf(no).amount_total).toBe(amount)
        await stripe.send(stripe.pay(no))
        await expectState(customer, no, 7 + WORTH, { status: 'success', money: Number(money), currency })
      }
      await shop.set('StripeCurrency', 'USD')
      await shop.set('StripePrice', '1.1')
    })

    test('below Stripe’s minimum, or while Stripe is away, is not started', async () => {
      await shop.set('StripePrice', '0.01')
      const customer = await shop.customer()
      const start = () => customer.post('pay', { amount: 2, payment_method: 'stripe' })
      expect((await start()).data).toBe(errors.payment_not_started.zh)
      await shop.set('StripePrice', '1.1')
      stripe.failing.status = 503
      expect((await start()).data).toBe(errors.payment_not_started.zh)
      stripe.failing.status = undefined
      expect(shop.logged()).not.toContain(stripe.key)
    }, 20_000)
  })

  describe('a webhook', () => {
    const post = (body: string, signature: string | undefined) =>
      shop.server.request('/api/user/stripe/notify', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(signature && { 'Stripe-Signature': signature }) },
        body,
      })

    test('that Stripe did not sign over these bytes in the last five minutes changes nothing', async () => {
      const { customer, no } = await started()
      const body = JSON.stringify(stripe.pay(no))
      const right = stripe.sign(body)
      const forged = [
        undefined,
        '',
        stripe.sign(body, nowInSeconds() - 301),
        stripe.sign(body, undefined, ['whsec_another']),
        right.replace('v1=', 'v0='),
        right.replace(/t=\d+/, `t=${nowInSeconds() + 1}`),
        right.slice(0, -80),
        'v1=1',
      ]
      const before = stripe.requests.length
      for (const signature of forged) expect((await post(body, signature)).status).toBe(400)
      expect((await post(`${body} `, right)).status).toBe(400)
      expect((await post('{}', right)).status).toBe(400)
      expect(stripe.requests.length).toBe(before)
      await expectState(customer, no, 7, { status: 'pending' })
      expect(shop.logged()).not.toContain(stripe.webhookSecret)
      // While a secret is rolled, Stripe signs with both.
      expect(
        (await post(body, stripe.sign(body, nowInSeconds() - 290, ['whsec_old', stripe.webhookSecret]))).status,
      ).toBe(200)
      await expectState(customer, no, 7 + WORTH, { status: 'success' })
    })

    test('of other business on the account is acknowledged', async () => {
      const { no } = await started()
      const event = stripe.pay(no)
      const others = [
        { ...event, type: 'customer.created' },
        { ...event, data: { object: { ...event.data.object, client_reference_id: 'somebody-elses' } } },
        { ...event, data: { object: { ...event.data.object, client_reference_id: null } } },
      ]
      for (const other of others) expect((await stripe.send(other)).status).toBe(200)
      expect(await shop.order(no)).toMatchObject({ status: 'pending' })
    })

    test('while Stripe does not answer is answered so that it comes again', async () => {
      const { customer, no } = await started()
      const event = stripe.pay(no)
      stripe.failing.status = 500
      expect((await stripe.send(event)).status).toBe(503)
      stripe.failing.status = undefined
      await expectState(customer, no, 7, { status: 'pending' })
      expect((await stripe.send(event)).status).toBe(200)
      await expectState(customer, no, 7 + WORTH, { status: 'success' })
    }, 20_000)
  })

  describe('a refund', () => {
    const refund = (id: number, amount?: string) =>
      shop.root.call(refundOrder, { params: { id }, body: { reason: 'asked for', ...(amount && { amount }) } })
    const refundsOf = (no: string) =>
      [...stripe.refunds.values()].filter(
        ({ payment_intent }) => payment_intent === stripe.sessionOf(no).payment_intent,
      )

    test('from the console returns the money, in parts and as a whole, and takes the quota', async () => {
      const { customer, no, id } = await credited()
      expect((await refund(id, '0.55')).data).toMatchObject({
        status: 'partly_refunded',
        returned_money: 0.55,
        returned_quota: WORTH / 4,
      })
      await expectState(customer, no, 7 + (WORTH * 3) / 4, { status: 'partly_refunded' })
      expect((await refund(id, '1.66')).message).toContain('1.65 USD')
      expect((await refund(id, '0')).success).toBe(false)
      expect((await refund(id)).data).toMatchObject({ status: 'refunded', returned_money: 2.2 })
      await expectState(customer, no, 7, { status: 'refunded' })
      expect(refundsOf(no).map(({ amount }) => amount)).toEqual([55, 165])
      expect((await refund(id)).message).toBe(errors.order_not_refundable.zh)
      for (const event of stripe.events.slice(-6)) await stripe.send(event)
      await expectState(customer, no, 7, { status: 'refunded' })
    })

    test('that is pending shows so, and gives the quota back when it fails', async () => {
      const { customer, no, id } = await credited()
      stripe.refundsBecome.status = 'pending'
      expect((await refund(id)).data).toMatchObject({ status: 'refunding' })
      stripe.refundsBecome.status = 'succeeded'
      await expectState(customer, no, 7, { status: 'refunding' })
      const [made] = refundsOf(no)
      const failed = stripe.endRefund(made?.id ?? '', 'failed')
      await stripe.send(failed)
      await expectState(customer, no, 7 + WORTH, { status: 'success', returned_quota: 0 })
      // An older event comes late.
      for (const event of stripe.events.slice(-4)) await stripe.send(event)
      await expectState(customer, no, 7 + WORTH, { status: 'success' })
    })

    test('that Stripe refuses gives the quota back at once', async () => {
      const { customer, no, id } = await credited()
      stripe.refundInDashboard(no, PAID)
      expect((await refund(id)).message).toContain('Charge has already been refunded.')
      await expectState(customer, no, 7 + WORTH, { status: 'success' })
      await stripe.send(stripe.events.at(-1)!)
      await expectState(customer, no, 7, { status: 'refunded' })
    })

    test('whose answer is lost is made once', async () => {
      const { customer, no, id } = await credited()
      stripe.failing.lost = true
      expect((await refund(id)).data).toMatchObject({ status: 'refunding' })
      stripe.failing.lost = false
      expect(refundsOf(no)).toHaveLength(1)
      await due(no)
      await runQueries()
      expect(refundsOf(no)).toHaveLength(1)
      await expectState(customer, no, 7, { status: 'refunded' })
    }, 20_000)

    test('that did not reach Stripe is requested again by the job', async () => {
      const { customer, no, id } = await credited()
      stripe.failing.status = 500
      expect((await refund(id, '1.10')).data).toMatchObject({ status: 'refunding' })
      await due(no)
      await runQueries()
      stripe.failing.status = undefined
      expect(refundsOf(no)).toHaveLength(0)
      await due(no)
      await runQueries()
      expect(refundsOf(no)).toMatchObject([{ amount: 110, metadata: { order: no } }])
      await expectState(customer, no, 7 + WORTH / 2, { status: 'partly_refunded' })
    }, 40_000)

    test('of quota that was spent is refused here; one that Stripe has made leaves a debt that stops calls', async () => {
      const { customer, no, id } = await credited()
      await db().updateTable('users').set({ quota: 100 }).where('id', '=', customer.id).execute()
      expect((await refund(id)).message).toBe(errors.refund_exceeds_balance.zh)
      expect(refundsOf(no)).toHaveLength(0)
      await stripe.send(stripe.refundInDashboard(no, PAID))
      expect(await customer.quota()).toBe(100 - WORTH)
      expect(await shop.order(no)).toMatchObject({ status: 'refunded' })
      const payers = [{ kind: 'user', id: customer.id }] as const
      const asked = { need: 1, min: 1, overdraft: 1000 }
      expect(await shop.server.services.accounting.wallet.hold(payers, asked)).toEqual({ refused: 'user_quota' })
    })

    test('in the dashboard is found at night when its webhook is lost, however old the order is', async () => {
      const { customer, no } = await credited()
      await db()
        .updateTable('top_ups')
        .set({ create_time: nowInSeconds() - 40 * 86_400 })
        .where('trade_no', '=', no)
        .execute()
      stripe.refundInDashboard(no, 22)
      await reconcileOrders.run(shop.server.services, signal)
      await expectState(customer, no, 7 + (WORTH * 9) / 10, { status: 'partly_refunded', returned_cents: 22 })
    })
  })

  describe('a dispute', () => {
    test('freezes what it disputes, and a won one frees it', async () => {
      const { customer, no, id } = await credited()
      await stripe.send(stripe.dispute(no))
      await expectState(customer, no, 7, { status: 'disputed', frozen_quota: WORTH, frozen_cents: PAID })
      const refused = await shop.root.call(refundOrder, { params: { id }, body: { reason: 'late' } })
      expect(refused.message).toBe(errors.order_not_refundable.zh)
      expect((await customer.call(getOrder, { params: { id } })).data).toMatchObject({ frozen_quota: WORTH })
      await stripe.send(stripe.moveDispute(no, 'under_review'))
      await expectState(customer, no, 7, { status: 'disputed', frozen_quota: WORTH })
      await stripe.send(stripe.moveDispute(no, 'won'))
      await expectState(customer, no, 7 + WORTH, { status: 'success', frozen_quota: 0 })
      for (const event of stripe.events.slice(-5)) await stripe.send(event)
      await expectState(customer, no, 7 + WORTH, { status: 'success' })
    })

    test('that is lost forfeits it, of a part only the part', async () => {
      const { customer, no } = await credited()
      await stripe.send(stripe.dispute(no, PAID / 2))
      await expectState(customer, no, 7 + WORTH / 2, { status: 'disputed', frozen_quota: WORTH / 2 })
      await stripe.send(stripe.moveDispute(no, 'lost'))
      const lost = { status: 'charged_back', frozen_quota: 0, returned_quota: WORTH / 2 }
      await expectState(customer, no, 7 + WORTH / 2, lost)
    })

    test('of quota that was spent leaves a debt until it is won', async () => {
      const { customer, no } = await credited()
      await db().updateTable('users').set({ quota: 5 }).where('id', '=', customer.id).execute()
      await stripe.send(stripe.dispute(no))
      expect(await customer.quota()).toBe(5 - WORTH)
      await stripe.send(stripe.moveDispute(no, 'won'))
      expect(await customer.quota()).toBe(5)
    })

    test('that is only an inquiry freezes nothing until it grows', async () => {
      const { customer, no } = await credited()
      await stripe.send(stripe.dispute(no, undefined, 'warning_needs_response'))
      await expectState(customer, no, 7 + WORTH, { status: 'success', frozen_quota: 0 })
      await stripe.send(stripe.moveDispute(no, 'needs_response'))
      await expectState(customer, no, 7, { status: 'disputed', frozen_quota: WORTH })
    })
  })

  test('the administrator can ask about an order, and test the key', async () => {
    const { no } = await started()
    const { id } = await shop.order(no)
    const ask = async () => (await shop.root.call(queryOrder, { params: { id } })).data
    expect(await ask()).toMatchObject({ answer: 'unpaid', outcome: 'none' })
    stripe.pay(no)
    expect(await ask()).toMatchObject({ answer: 'paid', outcome: 'credited', order: { status: 'success' } })
    const verdict = async () => (await shop.root.call(testService, { body: { service: 'stripe' } })).data
    expect(await verdict()).toEqual({ verdict: 'right', detail: '' })
    await shop.set('StripeSecretKey', 'sk_test_anotherKey')
    const wrong = await verdict()
    expect(wrong?.verdict).toBe('unclear')
    expect(wrong?.detail).not.toContain('anotherKey')
    await shop.set('StripeSecretKey', stripe.key)
  })
})
