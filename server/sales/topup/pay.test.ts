import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { errors, errorText } from '#contract/errors.ts'
import { MAX_QUOTA } from '#contract/quota.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type Customer, openShop, type Shop } from '#test/harness/payments.ts'

forEachDatabase((_engine, fresh) => {
  let shop: Shop
  let customer: Customer

  beforeAll(async () => {
    shop = await openShop(await fresh.started(), { folder: '/epay' })
    await shop.set('TopupGroupRatio', '{"default":1,"vip":0.5}')
    customer = await shop.customer()
  })
  afterAll(() => shop.close())

  const pay = (body: object) => customer.post('pay', { amount: 1, top_up_code: '', payment_method: 'wx', ...body })
  const countOrders = async () =>
    (await shop.server.services.store.db.selectFrom('top_ups').select('id').execute()).length

  test('an amount costs what price and group say, as text', async () => {
    expect(await customer.post('amount', { amount: 10, top_up_code: '' })).toEqual({
      message: 'success',
      data: '73.00',
    })
    const vip = await shop.customer({ group: 'vip' })
    expect(await vip.post('amount', { amount: 10 })).toEqual({ message: 'success', data: '36.50' })
  })

  test('there is no order for what the balance has no room for', async () => {
    const rich = await shop.customer({ quota: MAX_QUOTA - 500_000 })
    const order = { top_up_code: '', payment_method: 'wx' }
    const before = await countOrders()
    expect(await rich.post('pay', { ...order, amount: 2 })).toEqual({
      message: 'error',
      data: errorText('balance_too_large', 'zh'),
    })
    expect(await countOrders()).toBe(before)
    expect(await rich.post('pay', { ...order, amount: 1 })).toMatchObject({ message: 'success' })
  })

  test('paying creates an order and answers a form that the gateway takes', async () => {
    const reply = await pay({ amount: 3 })
    const fields = reply.data as Record<string, string>
    expect(Object.keys(reply).sort()).toEqual(['data', 'message', 'url'])
    expect(reply).toMatchObject({ message: 'success', url: `${shop.epay.address}/submit.php` })
    expect(fields).toMatchObject({
      type: 'wxpay',
      money: '21.90',
      name: 'TUC3',
      notify_url: 'https://switchyard.test/api/user/epay/notify',
    })
    expect(fields.out_trade_no).toMatch(new RegExp(`^USR${customer.id}NO[0-9A-Za-z]{6}\\d{10}$`))
    expect(JSON.stringify(reply)).not.toContain(shop.epay.key)
    await shop.epay.submit(String(reply.url), fields)
    expect(await shop.order(fields.out_trade_no!)).toMatchObject({
      user_id: customer.id,
      amount: 3,
      money: 21.9,
      quota: 1_500_000,
      currency: 'CNY',
      gateway: 'epay',
      method: 'wx',
      status: 'pending',
      gateway_trade_no: null,
    })
  })

  test('callbacks may come to another address', async () => {
    await shop.set('CustomCallbackAddress', 'https://callback.test/in/')
    const { data } = await pay({})
    expect(data).toMatchObject({
      notify_url: 'https://callback.test/in/api/user/epay/notify',
      return_url: 'https://switchyard.test/api/user/epay/return',
    })
    await shop.set('CustomCallbackAddress', '')
  })

  describe('refused without an order', () => {
    const parameters = errors.topup_parameters.zh
    test.each<[string, 'amount' | 'pay', unknown, string]>([
      ['a fraction', 'amount', { amount: 1.5 }, parameters],
      ['a text', 'amount', { amount: '5' }, parameters],
      ['nothing', 'amount', {}, parameters],
      ['no JSON', 'amount', '{', parameters],
      ['too little', 'amount', { amount: 0 }, '充值数量不能小于 1'],
      ['a negative amount', 'amount', { amount: -5 }, '充值数量不能小于 1'],
      ['too much', 'amount', { amount: 2_000_000_001 }, '充值数量不能大于 2000000000'],
      ['no method', 'pay', { amount: 1 }, parameters],
      ['an unknown method', 'pay', { amount: 1, payment_method: 'card' }, errors.payment_method_unknown.zh],
      ['a name of every object', 'pay', { amount: 1, payment_method: 'toString' }, errors.payment_method_unknown.zh],
      ['too little to pay', 'pay', { amount: 0, payment_method: 'zfb' }, '充值数量不能小于 1'],
    ])('%s', async (_name, path, body, text) => {
      const before = await countOrders()
      expect(await customer.post(path, body)).toEqual({ message: 'error', data: text })
      expect(await countOrders()).toBe(before)
    })

    test('a price of almost nothing', async () => {
      await shop.set('Price', '0.001')
      const refused = { message: 'error', data: errors.topup_money_too_low.zh }
      expect(await customer.post('amount', { amount: 1 })).toEqual(refused)
      expect(await pay({})).toEqual(refused)
      await shop.set('Price', '7.3')
    })

    test.each(['PayAddress', 'EpayId', 'EpayKey'])('without %s', async (key) => {
      const former = { PayAddress: shop.epay.address, EpayId: shop.epay.pid, EpayKey: shop.epay.key }[key] ?? ''
      await shop.set(key, '')
      expect(await pay({})).toEqual({ message: 'error', data: errors.payment_not_configured.zh })
      await shop.set(key, former)
    })

    test('an address that is none', async () => {
      // Saving refuses it; an older version may have stored it.
      const { store, options } = shop.server.services
      await store.db.updateTable('options').set({ value: 'http://:0' }).where('key', '=', 'PayAddress').execute()
      await options.reload()
      expect(await pay({})).toEqual({ message: 'error', data: errors.payment_not_configured.zh })
      await shop.set('PayAddress', shop.epay.address)
    })

    test('a visitor, in the envelope', async () => {
      const response = await shop.server.request('/api/user/pay', { method: 'POST', body: '{}' })
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({ success: false, message: errors.not_logged_in.zh })
    })
  })

  test('where quota units are shown, they are what is bought', async () => {
    await shop.set('DisplayInCurrencyEnabled', 'false')
    expect(await customer.post('amount', { amount: 499_999 })).toEqual({
      message: 'error',
      data: '充值数量不能小于 500000',
    })
    const reply = await pay({ amount: 750_000 })
    const fields = reply.data as Record<string, string>
    expect(fields).toMatchObject({ money: '10.95', name: 'TUC1' })
    expect(await shop.order(fields.out_trade_no!)).toMatchObject({ amount: 1, quota: 750_000 })
    await shop.set('DisplayInCurrencyEnabled', 'true')
  })

  test('where another currency is shown, an amount of it is bought', async () => {
    await shop.set('DisplayCurrency', 'CNY')
    await shop.set('DisplayRateCNY', '7.3')
    expect(await customer.post('amount', { amount: 10, currency: 'CNY' })).toEqual({
      message: 'success',
      data: '10.00',
    })
    const reply = await pay({ amount: 10, currency: 'CNY' })
    const fields = reply.data as Record<string, string>
    expect(fields).toMatchObject({ money: '10.00', name: 'TUC1' })
    expect(await shop.order(fields.out_trade_no!)).toMatchObject({ amount: 1, quota: 684_932, currency: 'CNY' })
    // Consoles of this family name no currency: theirs is the dollar.
    expect(await customer.post('amount', { amount: 10 })).toEqual({ message: 'success', data: '73.00' })
    await shop.set('DisplayCurrency', 'USD')
    expect(await pay({ amount: 10, currency: 'CNY' })).toEqual({
      message: 'error',
      data: errors.topup_parameters.zh,
    })
  })

  test('orders that are never paid cannot be made without end', async () => {
    const hasty = await shop.customer()
    const order = { amount: 1, payment_method: 'zfb' }
    for (let count = 0; count < 20; count++) expect((await hasty.post('pay', order)).message).toBe('success')
    expect(await hasty.post('pay', order)).toEqual({ message: 'error', data: errors.too_many_requests.zh })
  })
})
