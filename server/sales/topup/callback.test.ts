import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { getUser } from '#contract/api/users.ts'
import { signed } from '#test/fake-epay/sign.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type Customer, openShop, type Shop } from '#test/harness/payments.ts'
import { payersOf } from '../../money/accounting/wallet.ts'

const UNIT = 500_000

forEachDatabase((_engine, fresh) => {
  let shop: Shop
  const db = () => shop.server.services.store.db

  beforeAll(async () => {
    shop = await openShop(await fresh.started())
  })
  afterAll(() => shop.close())

  /** Creates a customer with an order of 2 dollars that is paid at the gateway. */
  async function paid() {
    const customer = await shop.customer({ quota: 7 })
    const tradeNo = await customer.start(2)
    shop.epay.pay(tradeNo)
    return { customer, tradeNo }
  }

  async function expectUntouched(customer: Customer, tradeNo: string, status = 'pending') {
    expect(await customer.quota()).toBe(7)
    expect(await customer.topUps()).toEqual([])
    expect(await shop.order(tradeNo)).toMatchObject({ status, gateway_trade_no: null })
  }

  const send = async (fields: Record<string, string>) =>
    (await shop.server.request(`/api/user/epay/notify?${new URLSearchParams(fields)}`)).text()

  test.each(['GET', 'POST'] as const)('a callback by %s credits order, wallet and log', async (method) => {
    const { customer, tradeNo } = await paid()
    expect(await shop.epay.notify(tradeNo, method)).toBe('success')
    expect(await customer.quota()).toBe(7 + 2 * UNIT)
    expect(await customer.topUps()).toEqual([
      { content: '使用在线充值成功，充值金额: ＄2.000000 额度，支付金额：14.60', quota: 2 * UNIT },
    ])
    const order = await shop.order(tradeNo)
    expect(order).toMatchObject({ status: 'success', gateway_trade_no: shop.epay.orders.get(tradeNo)!.tradeNo })
    expect(order.complete_time).toBeGreaterThan(0)
  })

  test('200 callbacks at once credit once, and all are told so', async () => {
    const { customer, tradeNo } = await paid()
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => shop.epay.notify(tradeNo, index % 2 ? 'GET' : 'POST')),
    )
    expect(new Set(answers)).toEqual(new Set(['success']))
    expect(await customer.quota()).toBe(7 + 2 * UNIT)
    expect(await customer.topUps()).toHaveLength(1)
  })

  test('a repeated callback is acknowledged and changes nothing', async () => {
    const { customer, tradeNo } = await paid()
    await shop.epay.notify(tradeNo)
    const before = await shop.order(tradeNo)
    await shop.set('QuotaPerUnit', '1000')
    expect(await shop.epay.notify(tradeNo)).toBe('success')
    await shop.set('QuotaPerUnit', String(UNIT))
    expect(await shop.order(tradeNo)).toEqual(before)
    expect(await customer.quota()).toBe(7 + 2 * UNIT)
  })

  test('what an order is worth does not change after it was made', async () => {
    const { customer, tradeNo } = await paid()
    await shop.set('QuotaPerUnit', '1000000')
    expect(await shop.epay.notify(tradeNo)).toBe('success')
    await shop.set('QuotaPerUnit', String(UNIT))
    expect(await customer.quota()).toBe(7 + 2 * UNIT)
  })

  test('before it is paid, a callback is acknowledged and nothing is credited', async () => {
    const customer = await shop.customer({ quota: 7 })
    const tradeNo = await customer.start()
    expect(await shop.epay.notify(tradeNo)).toBe('success')
    await expectUntouched(customer, tradeNo)
  })

  describe('nothing is credited for', () => {
    test.each<[string, (fields: Record<string, string>) => Record<string, string>]>([
      ['a signature of another key', (fields) => signed(fields, 'another key')],
      ['a signature of an empty key', (fields) => signed(fields, '')],
      ['no signature', ({ sign: _sign, ...fields }) => fields],
      ['fields changed after signing', (fields) => ({ ...fields, money: '14600.00' })],
      ['another amount', (fields) => signed({ ...fields, money: '14.59' }, shop.epay.key)],
      ['more money than asked', (fields) => signed({ ...fields, money: '14.61' }, shop.epay.key)],
      ['an amount that is none', (fields) => signed({ ...fields, money: '14.60 USD' }, shop.epay.key)],
      ['another merchant', (fields) => signed({ ...fields, pid: '1002' }, shop.epay.key)],
      ['an order that does not exist', (fields) => signed({ ...fields, out_trade_no: 'USR1NOx' }, shop.epay.key)],
      ['no payment number', (fields) => signed({ ...fields, trade_no: '' }, shop.epay.key)],
    ])('%s', async (_name, change) => {
      const { customer, tradeNo } = await paid()
      expect(await send(change(shop.epay.callback(tradeNo)))).toBe('fail')
      await expectUntouched(customer, tradeNo)
      expect(await shop.epay.notify(tradeNo)).toBe('success')
      expect(await customer.quota()).toBe(7 + 2 * UNIT)
    })

    test.each([
      ['another gateway', { gateway: 'stripe' }],
      ['an order from before gateways were stored', { gateway: '' }],
      ['another currency', { currency: 'USD' }],
      ['another amount on record', { money: 14.61 }],
    ])('an order of %s', async (_name, columns) => {
      const { customer, tradeNo } = await paid()
      await db().updateTable('top_ups').set(columns).where('trade_no', '=', tradeNo).execute()
      expect(await shop.epay.notify(tradeNo)).toBe('fail')
      await expectUntouched(customer, tradeNo)
    })

    test('an expired order', async () => {
      const { customer, tradeNo } = await paid()
      await db().updateTable('top_ups').set({ status: 'expired' }).where('trade_no', '=', tradeNo).execute()
      expect(await shop.epay.notify(tradeNo)).toBe('fail')
      await expectUntouched(customer, tradeNo, 'expired')
    })

    test('a payment that has paid for another order', async () => {
      const first = await paid()
      const second = await paid()
      expect(await shop.epay.notify(first.tradeNo)).toBe('success')
      const { tradeNo } = shop.epay.orders.get(first.tradeNo)!
      expect(await shop.epay.notify(second.tradeNo, 'GET', { trade_no: tradeNo })).toBe('fail')
      await expectUntouched(second.customer, second.tradeNo)
    })

    test('a second payment of the same order', async () => {
      const { customer, tradeNo } = await paid()
      await shop.epay.notify(tradeNo)
      expect(await shop.epay.notify(tradeNo, 'GET', { trade_no: 'another' })).toBe('fail')
      expect(await customer.quota()).toBe(7 + 2 * UNIT)
    })

    test.each(['EpayKey', 'EpayId', 'PayAddress'])('anything while %s is empty', async (key) => {
      const { customer, tradeNo } = await paid()
      const former = shop.server.services.options.text(key as never)
      await shop.set(key, '')
      expect(await shop.epay.notify(tradeNo)).toBe('fail')
      expect(await send(signed(shop.epay.callback(tradeNo), ''))).toBe('fail')
      await shop.set(key, former)
      await expectUntouched(customer, tradeNo)
    })
  })

  test('wrong callbacks are logged with the reason, without key and signature', async () => {
    const { tradeNo } = await paid()
    const fields = shop.epay.callback(tradeNo, { money: '1.00' })
    await send(fields)
    await send({ ...fields, sign: 'forged-signature' })
    expect(shop.logged()).toContain('other_amount')
    expect(shop.logged()).toContain('not_signed')
    expect(shop.logged()).toContain(tradeNo)
    for (const secret of [shop.epay.key, fields.sign!, 'forged-signature']) expect(shop.logged()).not.toContain(secret)
  })

  test('the returning browser is sent to the wallet; its word counts as much as a callback', async () => {
    const { customer, tradeNo } = await paid()
    for (let visit = 0; visit < 2; visit++) {
      const response = await shop.epay.goBack(tradeNo)
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toBe(`/topup?order=${tradeNo}`)
    }
    expect(await customer.quota()).toBe(7 + 2 * UNIT)
    expect(await customer.topUps()).toHaveLength(1)

    const forged = await shop.server.request('/api/user/epay/return?out_trade_no=//evil.example&sign=1')
    expect(forged.headers.get('location')).toBe('/topup')
  })

  test('a wallet of which a node holds a part is credited all the same', async () => {
    const { customer, tradeNo } = await paid()
    const hold = await shop.server.services.accounting.wallet.hold(payersOf(customer.id), {
      need: 5,
      min: 5,
      overdraft: 0,
    })
    expect('hold' in hold).toBe(true)
    expect(await shop.epay.notify(tradeNo)).toBe('success')
    const user = await shop.root.call(getUser, { params: { id: customer.id } })
    expect(user.data?.quota).toBe(7 + 2 * UNIT)
    if ('hold' in hold) hold.hold.release()
  })
})
