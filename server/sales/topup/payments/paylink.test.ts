import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { queryOrder, topUpAmount } from '#contract/api/topup.ts'
import { errors } from '#contract/errors.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { type FakePaylink, startFakePaylink } from '#test/fake-paylink/server.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type Customer, openShop, type Shop } from '#test/harness/payments.ts'
import { queryOrders } from '../../../cluster/jobs/query-orders.ts'
import { reconcileOrders } from '../../../cluster/jobs/reconcile-orders.ts'

const UNIT = 500_000
const NOTIFY = '/api/user/paylink/notify'

forEachDatabase((_engine, fresh) => {
  let shop: Shop
  let page: FakePaylink
  const db = () => shop.server.services.store.db

  beforeAll(async () => {
    shop = await openShop(await fresh.started())
    page = startFakePaylink({
      merchant: () => 'https://switchyard.test',
      deliver: (url, init) => shop.server.request(new URL(url).pathname, init),
    })
    await shop.set('PaylinkUrl', page.template)
    await shop.set('PaylinkSecret', page.secret)
    await shop.set('PaylinkPrice', '1.1')
  })
  afterAll(async () => {
    await page.stop()
    await shop.close()
  })

  /** Orders for 2 dollars and opens the page as the payer's browser does. */
  async function opened() {
    const customer = await shop.customer({ quota: 7 })
    const reply = await customer.post('pay', { amount: 2, payment_method: 'paylink' })
    const { trade_no: tradeNo } = reply.redirect as { trade_no: string }
    expect((await fetch(String(reply.url))).status).toBe(200)
    return { customer, tradeNo, url: String(reply.url) }
  }

  const send = async (body: string, signature: string) => {
    const headers = { 'Content-Type': 'application/json', 'X-Switchyard-Signature': signature }
    const response = await shop.server.request(NOTIFY, { method: 'POST', headers, body })
    return { status: response.status, text: await response.text() }
  }
  const bodyOf = (tradeNo: string, changes = {}) =>
    JSON.stringify({ ...page.orders.get(tradeNo), status: 'paid', ...changes })

  async function expectUntouched(customer: Customer, tradeNo: string, status = 'pending') {
    expect(await customer.quota()).toBe(7)
    expect(await customer.topUps()).toEqual([])
    expect(await shop.order(tradeNo)).toMatchObject({ status, gateway_trade_no: null })
  }
  async function expectCredited(customer: Customer, tradeNo: string) {
    expect(await customer.quota()).toBe(7 + 2 * UNIT)
    expect(await customer.topUps()).toHaveLength(1)
    expect(await shop.order(tradeNo)).toMatchObject({ status: 'success', gateway_trade_no: tradeNo })
  }
  const FAILED = { status: 400, text: 'fail' }

  test('the browser is sent to a link that the page takes; price and currency are those of the page', async () => {
    const { customer, tradeNo, url } = await opened()
    expect(page.orders.get(tradeNo)).toEqual({ order: tradeNo, amount: '2.20', currency: 'USD' })
    expect(url).not.toContain(page.secret)
    expect(await shop.order(tradeNo)).toMatchObject({
      gateway: 'paylink',
      method: 'paylink',
      money: 2.2,
      currency: 'USD',
    })
    const amount = (payment_method?: string) => customer.call(topUpAmount, { body: { amount: 2, payment_method } })
    expect(await amount('paylink')).toMatchObject({ message: 'success', data: '2.20' })
    expect(await amount()).toMatchObject({ message: 'success', data: '14.60' })
    expect(await amount('card')).toMatchObject({ message: 'error', data: errors.payment_method_unknown.zh })
    const started = await customer.post('pay', { amount: 1, payment_method: 'paylink' })
    expect(started).toMatchObject({ message: 'success', data: {}, redirect: { money: '1.10', currency: 'USD' } })
  })

  test('a link whose amount was changed is refused by the page', async () => {
    const { url } = await opened()
    const cheap = new URL(url)
    cheap.searchParams.set('amount', '0.01')
    expect((await fetch(cheap)).status).toBe(400)
  })

  test('a callback credits order, wallet and log', async () => {
    const { customer, tradeNo } = await opened()
    const response = await page.report(tradeNo)
    expect({ status: response.status, text: await response.text() }).toEqual({ status: 200, text: 'success' })
    await expectCredited(customer, tradeNo)
    expect(await customer.topUps()).toEqual([
      { content: '使用在线充值成功，充值金额: ＄2.000000 额度，支付金额：2.20', quota: 2 * UNIT },
    ])
  })

  test('an amount may be a number', async () => {
    const { customer, tradeNo } = await opened()
    expect((await page.report(tradeNo, { amount: 2.2 })).status).toBe(200)
    await expectCredited(customer, tradeNo)
  })

  test('200 callbacks at once credit once, and all are told so', async () => {
    const { customer, tradeNo } = await opened()
    const answers = await Promise.all(Array.from({ length: 200 }, () => page.report(tradeNo).then((r) => r.text())))
    expect(new Set(answers)).toEqual(new Set(['success']))
    await expectCredited(customer, tradeNo)
  })

  test('a duplicate and a replay within the tolerance are acknowledged and change nothing', async () => {
    const { customer, tradeNo } = await opened()
    const body = bodyOf(tradeNo)
    const signature = page.sign(body)
    for (let time = 0; time < 3; time++) expect(await send(body, signature)).toEqual({ status: 200, text: 'success' })
    expect((await page.report(tradeNo)).status).toBe(200)
    await expectCredited(customer, tradeNo)
  })

  test('callbacks out of order: what comes after the payment takes nothing back', async () => {
    const { customer, tradeNo } = await opened()
    expect((await page.report(tradeNo, { status: 'pending' })).status).toBe(200)
    await expectUntouched(customer, tradeNo)
    expect((await page.report(tradeNo)).status).toBe(200)
    for (const status of ['pending', 'failed']) expect((await page.report(tradeNo, { status })).status).toBe(200)
    await expectCredited(customer, tradeNo)
  })

  describe('nothing is credited for', () => {
    type Order = { tradeNo: string }
    test.each<[string, (order: Order) => [body: string, signature: string]]>([
      ['no signature', ({ tradeNo }) => [bodyOf(tradeNo), '']],
      [
        'a signature of another secret',
        ({ tradeNo }) => [bodyOf(tradeNo), page.sign(bodyOf(tradeNo), nowInSeconds(), 'other')],
      ],
      [
        'a signature of an empty secret',
        ({ tradeNo }) => [bodyOf(tradeNo), page.sign(bodyOf(tradeNo), nowInSeconds(), '')],
      ],
      ['a body changed after signing', ({ tradeNo }) => [`${bodyOf(tradeNo)} `, page.sign(bodyOf(tradeNo))]],
      [
        'fields in another order than signed',
        ({ tradeNo }) => {
          const { order, amount, currency } = page.orders.get(tradeNo)!
          return [JSON.stringify({ status: 'paid', currency, amount, order }), page.sign(bodyOf(tradeNo))]
        },
      ],
      [
        'a timestamp that the signature does not cover',
        ({ tradeNo }) => [
          bodyOf(tradeNo),
          page.sign(bodyOf(tradeNo), nowInSeconds() - 900).replace(/t=\d+/, `t=${nowInSeconds()}`),
        ],
      ],
      [
        'a replay after five minutes',
        ({ tradeNo }) => [bodyOf(tradeNo), page.sign(bodyOf(tradeNo), nowInSeconds() - 302)],
      ],
      [
        'a timestamp of the future',
        ({ tradeNo }) => [bodyOf(tradeNo), page.sign(bodyOf(tradeNo), nowInSeconds() + 305)],
      ],
      ...(
        [
          ['less money', { amount: '2.19' }],
          ['more money', { amount: '2.21' }],
          ['an amount that is none', { amount: '2.20 USD' }],
          ['an amount with too many decimals', { amount: 2.201 }],
          ['no amount', { amount: undefined }],
          ['another currency', { currency: 'EUR' }],
          ['a currency in other letters', { currency: 'usd' }],
          ['no currency', { currency: undefined }],
          ['an order that does not exist', { order: 'USR1NOx' }],
          ['no order', { order: '' }],
          ['an order that is no text', { order: 7 }],
        ] as [string, object][]
      ).map(([name, changes]): [string, (order: Order) => [string, string]] => [
        name,
        ({ tradeNo }) => [bodyOf(tradeNo, changes), page.sign(bodyOf(tradeNo, changes))],
      ]),
      ['no JSON', () => ['paid', page.sign('paid')]],
      ['null', () => ['null', page.sign('null')]],
    ])('%s', async (_name, make) => {
      const { customer, tradeNo } = await opened()
      expect(await send(...make({ tradeNo }))).toEqual(FAILED)
      await expectUntouched(customer, tradeNo)
      expect((await page.report(tradeNo)).status).toBe(200)
      await expectCredited(customer, tradeNo)
    })

    test('a payment that is signed but not made', async () => {
      const { customer, tradeNo } = await opened()
      for (const status of ['pending', 'failed', 'PAID', ''])
        expect((await page.report(tradeNo, { status })).status).toBe(200)
      await expectUntouched(customer, tradeNo)
    })

    test('an order of another gateway, whose callback the page signs', async () => {
      const customer = await shop.customer({ quota: 7 })
      const tradeNo = await customer.start(2)
      const body = JSON.stringify({ order: tradeNo, amount: '14.60', currency: 'CNY', status: 'paid' })
      expect(await send(body, page.sign(body))).toEqual(FAILED)
      await expectUntouched(customer, tradeNo)
    })

    test.each(['PaylinkUrl', 'PaylinkSecret'])('anything while %s is empty', async (key) => {
      const { customer, tradeNo } = await opened()
      await shop.set(key, '')
      const body = bodyOf(tradeNo)
      for (const secret of [page.secret, '']) {
        expect((await send(body, page.sign(body, nowInSeconds(), secret))).text).toBe('fail')
      }
      const refused = await customer.post('pay', { amount: 2, payment_method: 'paylink' })
      expect(refused).toEqual({ message: 'error', data: errors.payment_method_unknown.zh })
      await shop.set(key, key === 'PaylinkUrl' ? page.template : page.secret)
      await expectUntouched(customer, tradeNo)
    })
  })

  test('wrong callbacks are logged with the reason, without secret and signature', async () => {
    const { tradeNo } = await opened()
    const body = bodyOf(tradeNo, { amount: '1.00' })
    const signature = page.sign(body)
    await send(body, signature)
    await send(body, 't=1,v1=forged')
    for (const said of ['other_amount', 'not_signed', tradeNo]) expect(shop.logged()).toContain(said)
    for (const secret of [page.secret, signature, 'forged']) expect(shop.logged()).not.toContain(secret)
  })

  test('a callback is the last word about an order: it counts after the order has expired too, once', async () => {
    const { customer, tradeNo } = await opened()
    await db()
      .updateTable('top_ups')
      .set({ create_time: nowInSeconds() - 86_400, next_query: 0 })
      .where('trade_no', '=', tradeNo)
      .execute()
    await queryOrders.run(shop.server.services, new AbortController().signal)
    await expectUntouched(customer, tradeNo, 'expired')
    for (let time = 0; time < 2; time++) expect((await page.report(tradeNo)).status).toBe(200)
    await expectCredited(customer, tradeNo)
  })

  test('jobs do not ask a gateway that answers no queries, and an administrator is told so', async () => {
    const { tradeNo } = await opened()
    await reconcileOrders.run(shop.server.services, new AbortController().signal)
    expect(
      await db().selectFrom('logs').select('content').where('user_id', '=', 0).where('type', '=', 4).execute(),
    ).toEqual([])
    const { id } = await shop.order(tradeNo)
    const { message } = await shop.root.call(queryOrder, { params: { id } })
    expect(message).toBe(errors.gateway_without_queries.zh)
  })
})
