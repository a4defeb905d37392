import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { OrderStatus } from '#contract/statuses.ts'
import { queryOrders } from '#server/cluster/jobs/query-orders.ts'
import { reconcileOrders } from '#server/cluster/jobs/reconcile-orders.ts'
import { inspect } from '#server/money/watchdog/inspect.ts'
import { openServices } from '#server/open.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { type FakeStripe, startFakeStripe } from '#test/fake-stripe/server.ts'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { expectPaymentsToAgree } from '#test/harness/payment-books.ts'
import { type ConsoleSession, startProcess } from '#test/harness/process.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

const ROUNDS = 5
const PAYERS = 6
const ROOT = 1
const MERCHANT = [process.execPath, join(import.meta.dirname, '../fake-stripe/merchant.ts')]

fromTier(
  'all',
  forEachDatabase,
)((_engine, fresh) => {
  let place: Place
  let stripe: FakeStripe
  let url = ''
  const env = () => ({ DATABASE_URL: place.databaseUrl ?? '', STRIPE_URL: stripe.url })

  beforeAll(async () => {
    place = await fresh.started()
    stripe = startFakeStripe({ endpoint: () => `${url}/api/user/stripe/notify` })
  })
  afterAll(() => stripe.stop())

  /** Pays, has some of it refunded or disputed, and tells the shop; its connection may break at any of it. */
  async function trade(root: ConsoleSession, turn: number): Promise<void> {
    const no = await startOrder(root)
    if (no === undefined) return
    await stripe.send(stripe.pay(no))
    if (turn % 4 === 1) await stripe.send(stripe.dispute(no))
    if (turn % 8 === 1) await stripe.send(stripe.moveDispute(no, turn % 16 === 1 ? 'won' : 'lost'))
    if (turn % 4 === 2) await stripe.send(stripe.refundInDashboard(no, 1 + (turn % 200)))
    if (turn % 4 !== 3) return
    const found = (await root.send('GET', `/api/topup/self?trade_no=${no}`)) as { items: { id: number }[] }
    const body = { reason: 'asked for', amount: turn % 8 === 3 ? '2.00' : '0.77' }
    await root.send('POST', `/api/topup/${found.items[0]?.id}/refund`, body)
  }

  async function startOrder(root: ConsoleSession): Promise<string | undefined> {
    const known = new Set(stripe.sessions.keys())
    // The payment call has an answer of its own form, which the session refuses to read.
    await root.send('POST', '/api/user/pay', { amount: 2, payment_method: 'stripe' }).catch(() => {})
    const made = [...stripe.sessions.values()].find(({ id, status }) => !known.has(id) && status === 'open')
    return made?.client_reference_id
  }

  test(`kill -9 for ${ROUNDS} rounds: every payment, refund and dispute counts once`, async () => {
    let turn = 0
    let traded = 0
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startProcess(place.dataDir, env(), MERCHANT)
      url = server.url
      const root = await server.login()
      if (round === 0) {
        const options = { StripeSecretKey: stripe.key, StripeWebhookSecret: stripe.webhookSecret, ServerAddress: url }
        for (const [key, value] of Object.entries(options)) await root.send('PUT', '/api/option/', { key, value })
      }
      const before = traded
      let alive = true
      const payers = Array.from({ length: PAYERS }, async () => {
        while (alive) {
          await trade(root, turn++).then(
            () => traded++,
            () => Bun.sleep(5),
          )
        }
      })
      await until(() => traded > before + 1)
      await Bun.sleep(400 + round * 130)
      await server.kill()
      alive = false
      await Promise.all(payers)
    }

    const config: Config = readConfig({ DATA_DIR: place.dataDir, LOG_LEVEL: 'silent', ...env() })
    config.externals = { ...config.externals, stripe: stripe.url }
    const { services, close } = await openServices(config)
    try {
      const { store } = services
      await expectPaymentsToAgree(store, ROOT)
      const { signal } = new AbortController()
      for (let i = 0; i < 2; i++) {
        await store.db.updateTable('top_ups').set({ next_query: 0 }).execute()
        await queryOrders.run(services, signal)
      }
      await reconcileOrders.run(services, signal)
      await expectPaymentsToAgree(store, ROOT)
      for await (const { check, differences } of inspect(store, 0)) {
        if (check === 'payments' || check === 'balances') expect(differences).toEqual([])
      }
      const orders = await store.db.selectFrom('top_ups').selectAll().execute()
      expect(orders.filter(({ status }) => status === 'success').length).toBeGreaterThan(ROUNDS)
      for (const order of orders) expect([order.status, order.returned_cents]).toEqual(stateAtStripe(order.trade_no))
    } finally {
      await close()
    }
  })

  /** The status and the returned amount that follow from Stripe's own books. */
  function stateAtStripe(no: string): [status: OrderStatus, returned: number] {
    const { payment_intent: payment, payment_status, amount_total: total } = stripe.sessionOf(no)
    if (payment_status !== 'paid') return ['pending', 0]
    const dispute = [...stripe.disputes.values()].find(({ payment_intent }) => payment_intent === payment)
    if (dispute?.status === 'needs_response') return ['disputed', 0]
    if (dispute?.status === 'lost') return ['charged_back', total]
    const returned = [...stripe.refunds.values()]
      .filter(({ payment_intent }) => payment_intent === payment)
      .reduce((sum, { amount }) => sum + amount, 0)
    if (returned === 0) return ['success', 0]
    return [returned === total ? 'refunded' : 'partly_refunded', returned]
  }
})
