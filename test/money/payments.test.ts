import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { refundOrder } from '#contract/api/topup.ts'
import { queryOrders } from '#server/cluster/jobs/query-orders.ts'
import { reconcileOrders } from '#server/cluster/jobs/reconcile-orders.ts'
import { inspect } from '#server/money/watchdog/inspect.ts'
import type { FakeStripe, StripeEvent } from '#test/fake-stripe/server.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { expectPaymentsToAgree } from '#test/harness/payment-books.ts'
import { openShop, type Shop } from '#test/harness/payments.ts'
import { openStripe } from '#test/harness/stripe-shop.ts'
import { inTier } from '#test/harness/tiers.ts'
import { LIMIT_MS } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

/** Each seed is another order of events. */
const SEEDS = inTier('all') ? [1, 2, 3] : [1]
const ORDERS = 40
const WORTH = 1_000_000
const AT_ONCE = inTier('all') ? 200 : 80

/** A sequence of numbers that is the same in every run. */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return { below: (n: number) => Math.floor(next() * n), shuffled: <T>(all: T[]) => all.toSorted(() => next() - 0.5) }
}

forEachDatabase((_engine, fresh) => {
  let shop: Shop
  let stripe: FakeStripe
  const { signal } = new AbortController()

  beforeAll(async () => {
    shop = await openShop(await fresh.started())
    stripe = await openStripe(shop)
  })
  afterAll(async () => {
    await stripe.stop()
    await shop.close()
  })

  /** Sends an event again, as Stripe does, while the server is too busy to take it. */
  async function sendUntilTaken(event: StripeEvent): Promise<number> {
    const { status } = await stripe.send(event)
    return status < 500 ? status : sendUntilTaken(event)
  }

  async function expectNoFindings() {
    const { store } = shop.server.services
    for await (const { check, differences } of inspect(store, 0)) {
      if (check === 'payments' || check === 'balances') expect(differences).toEqual([])
    }
  }

  test(`${AT_ONCE} webhooks at once, whole and forged, credit each order once`, async () => {
    const customer = await shop.customer()
    const started = await Promise.all(
      Array.from({ length: 10 }, () => customer.post('pay', { amount: 2, payment_method: 'stripe' })),
    )
    const numbers = started.map((reply) => (reply.redirect as { trade_no: string }).trade_no)
    const events = numbers.map((no) => stripe.pay(no))
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, i) => {
        const event = events[i % events.length] as StripeEvent
        if (i % 4 !== 3) return sendUntilTaken(event)
        const body = JSON.stringify(event)
        const headers = { 'Stripe-Signature': stripe.sign(body, undefined, ['whsec_forged']) }
        return (await shop.server.request('/api/user/stripe/notify', { method: 'POST', headers, body })).status
      }),
    )
    expect(answers.filter((status) => status === 400)).toHaveLength(AT_ONCE / 4)
    expect(answers.filter((status) => status === 200)).toHaveLength((AT_ONCE * 3) / 4)
    expect(await customer.quota()).toBe(numbers.length * WORTH)
    expect(await expectPaymentsToAgree(shop.server.services.store, customer.id)).toBe(numbers.length * WORTH)
    await expectNoFindings()
  })

  test.each(SEEDS)(
    'payments, refunds and disputes in any order, with copied, lost and late webhooks, add up (%i)',
    async (seed) => {
      const { below, shuffled } = dice(seed)
      const customers = await Promise.all([shop.customer(), shop.customer()])
      const first = stripe.events.length
      for (let i = 0; i < ORDERS / 2; i++) {
        for (const customer of customers) {
          const reply = await customer.post('pay', { amount: 2, payment_method: 'stripe' })
          if (reply.redirect) await live((reply.redirect as { trade_no: string }).trade_no)
        }
      }

      /** What happens to an order; the shop is told of some of it as it happens. */
      async function live(no: string): Promise<void> {
        const fate = below(9)
        if (fate === 0) return void stripe.expire(no)
        const paid = stripe.pay(no)
        if (below(2) === 0) await stripe.send(paid)
        if (fate === 1) stripe.refundInDashboard(no, 1 + below(200))
        if (fate === 2) stripe.refundInDashboard(no, 200)
        if (fate === 3 || fate === 4) stripe.dispute(no, fate === 3 ? 200 : 1 + below(200))
        if (fate === 4) stripe.moveDispute(no, below(2) ? 'won' : 'lost')
        if (fate === 5) stripe.dispute(no, undefined, 'warning_needs_response')
        if (fate === 6 || fate === 7) {
          const order = await shop.order(no)
          stripe.refundsBecome.status = fate === 6 ? 'pending' : 'succeeded'
          stripe.failing.lost = below(4) === 0
          const body = { reason: 'asked for', amount: `${(1 + below(200)) / 100}` }
          if (order.status === 'success') await shop.root.call(refundOrder, { params: { id: order.id }, body })
          stripe.failing.lost = false
        }
      }

      for (const refund of stripe.refunds.values()) {
        if (refund.status === 'pending') stripe.endRefund(refund.id, below(2) ? 'succeeded' : 'failed')
      }
      // Some are lost, some are copied, all are in disorder and at once.
      const told = shuffled(
        stripe.events.slice(first).flatMap((event) => Array.from({ length: below(4) }, () => event)),
      )
      for (let i = 0; i < told.length; i += 20)
        await Promise.all(told.slice(i, i + 20).map((event) => stripe.send(event)))
      const { store } = shop.server.services
      for (const { id } of customers) await expectPaymentsToAgree(store, id)
      // What was lost is found by the jobs.
      await store.db.updateTable('top_ups').set({ next_query: 0 }).execute()
      await queryOrders.run(shop.server.services, signal)
      await reconcileOrders.run(shop.server.services, signal)
      for (const customer of customers) {
        const given = await expectPaymentsToAgree(store, customer.id)
        const { quota } = await store.db
          .selectFrom('users')
          .select('quota')
          .where('id', '=', customer.id)
          .executeTakeFirstOrThrow()
        expect(quota).toBe(given)
        expect(given).toBe(await dueAtStripe(customer.id))
      }
      await expectNoFindings()
    },
    LIMIT_MS,
  )

  test('an order or a line that was changed outside is found by the watchdog', async () => {
    const customer = await shop.customer()
    const { redirect } = await customer.post('pay', { amount: 2, payment_method: 'stripe' })
    const { trade_no: no } = redirect as { trade_no: string }
    await stripe.send(stripe.pay(no))
    await stripe.send(stripe.dispute(no))
    const { store } = shop.server.services
    await expectNoFindings()
    const subject = `user ${customer.id}`
    const found = async () => {
      const all = []
      for await (const { check, differences } of inspect(store, 0)) if (check === 'payments') all.push(...differences)
      return all.map((one) => [one.subject, one.field, one.expected, one.found])
    }
    await store.db.updateTable('top_ups').set({ frozen_quota: 0 }).where('trade_no', '=', no).execute()
    expect(await found()).toEqual([
      [subject, 'quota', 0, WORTH],
      [subject, 'frozen_quota', WORTH, 0],
    ])
    await store.db.updateTable('top_ups').set({ frozen_quota: WORTH }).where('trade_no', '=', no).execute()
    await store.db
      .deleteFrom('payment_entries')
      .where('user_id', '=', customer.id)
      .where('kind', '=', 'payment')
      .execute()
    expect(await found()).toEqual([
      [subject, 'quota', -WORTH, 0],
      [subject, 'frozen_quota', WORTH, 0],
    ])
  })

  /** What a user's payments are worth by Stripe's own books. */
  async function dueAtStripe(userId: number): Promise<number> {
    const orders = await shop.server.services.store.db
      .selectFrom('top_ups')
      .selectAll()
      .where('user_id', '=', userId)
      .where('gateway', '=', 'stripe')
      .execute()
    return orders.reduce((sum, order) => {
      const { payment_intent: payment, payment_status, amount_total } = stripe.sessionOf(order.trade_no)
      if (payment_status !== 'paid') return sum
      const refunded = [...stripe.refunds.values()]
        .filter(({ payment_intent, status }) => payment_intent === payment && status !== 'failed')
        .reduce((all, { amount }) => all + amount, 0)
      const disputed = [...stripe.disputes.values()]
        .filter(
          ({ payment_intent, status }) =>
            payment_intent === payment && /^(needs_response|under_review|lost)$/.test(status),
        )
        .reduce((all, { amount }) => all + amount, 0)
      const held = Math.min(amount_total, refunded + disputed)
      return sum + order.quota - Math.floor((order.quota * held) / amount_total)
    }, 0)
  }
})
