import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { OptionValues } from '#contract/options.ts'
import { options } from '#contract/options.ts'
import { type FakeEpay, startFakeEpay } from '#test/fake-epay/server.ts'
import { signed } from '#test/fake-epay/sign.ts'
import { readConfig } from '../../../platform/config.ts'
import { parseOption } from '../../../platform/options/parse-option.ts'
import { epaySign, isEpaySigned } from './epay-sign.ts'
import { centsOf, GatewayError, type NewPayment, type OpenGateway } from './gateway.ts'
import { openGateway } from './gateways.ts'

const KEY = 'ABCDEFG'

describe('the signature', () => {
  // MD5 of the texts in the comments, computed with another program.
  const vectors: [Record<string, string>, string][] = [
    // a=1&b=2ABCDEFG
    [{ b: '2', a: '1' }, '421627bb8572120e4b91b7f0c70f9122'],
    // Empty values and the signature's own fields do not count.
    [{ b: '2', c: '', a: '1', sign: 'x', sign_type: 'MD5' }, '421627bb8572120e4b91b7f0c70f9122'],
    // money=1.00&name=TUC1 测试&notify_url=https://a.b/c?d=e&pid=1001ABCDEFG
    [
      { pid: '1001', money: '1.00', name: 'TUC1 测试', notify_url: 'https://a.b/c?d=e' },
      '3c9a55d477b7bd006ae77d09e0c2b969',
    ],
  ]
  test.each(vectors)('of %p', (fields, expected) => {
    expect(epaySign(fields, KEY)).toBe(expected)
  })

  const fields = signed({ pid: '1001', money: '1.00' }, KEY)
  test.each<[string, Record<string, string>, string, boolean]>([
    ['right', fields, KEY, true],
    ['in capitals', { ...fields, sign: fields.sign.toUpperCase() }, KEY, true],
    ['without its type', { pid: '1001', money: '1.00', sign: fields.sign }, KEY, true],
    ['of another key', fields, 'other', false],
    ['of other fields', { ...fields, money: '100.00' }, KEY, false],
    ['with one more field', { ...fields, extra: '1' }, KEY, false],
    ['cut short', { ...fields, sign: fields.sign.slice(1) }, KEY, false],
    ['empty', { ...fields, sign: '' }, KEY, false],
    ['of another type', { ...fields, sign_type: 'RSA' }, KEY, false],
    ['right for an empty key', signed({ pid: '1001' }, ''), '', false],
  ])('%s', (_name, given, key, expected) => {
    expect(isEpaySigned(given, key)).toBe(expected)
  })
})

test.each([
  ['1', 100],
  ['1.5', 150],
  ['7.30', 730],
  ['7.3000', 730],
  ['0.01', 1],
  ['7.305', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['1,00', undefined],
])('the amount %p is %p hundredths', (text, cents) => {
  expect(centsOf(text)).toBe(cents as never)
})

const values = (settings: Partial<OptionValues>): OptionValues => {
  const defaults = Object.keys(options).map((key) => [
    key,
    parseOption(key as keyof typeof options, options[key as keyof typeof options].default),
  ])
  return { ...Object.fromEntries(defaults), ...settings }
}

/** What a gateway is opened with. */
const opened = (settings: OptionValues) => ({ options: { values: settings }, config: readConfig({}) })

test.each(['PayAddress', 'EpayId', 'EpayKey'] as const)('without %s there is no gateway', (missing) => {
  const complete = values({ PayAddress: 'https://pay.example', EpayId: '1', EpayKey: 'k' })
  expect(openGateway('epay', opened(complete))).toBeDefined()
  expect(openGateway('epay', opened({ ...complete, [missing]: '' }))).toBeUndefined()
})

describe('with a gateway in a folder', () => {
  let fake: FakeEpay
  let gateway: OpenGateway
  const request = {
    tradeNo: 'USR1NOabcdef1',
    title: 'TUC1',
    cents: 730,
    method: 'zfb',
    at: 0,
    callbackBase: 'https://callback.example/base',
    siteBase: 'https://site.example',
  }

  const formOf = async (order: NewPayment) => {
    const start = await gateway.createPayment(order)
    if (start.kind !== 'form') throw new Error('not a form')
    return start
  }

  beforeAll(() => {
    fake = startFakeEpay({ folder: '/shop/pay' })
    const settings = values({ PayAddress: fake.address, EpayId: fake.pid, EpayKey: fake.key })
    gateway = openGateway('epay', opened(settings))!
  })
  afterAll(() => fake.stop())

  test('the form is one that it takes, at an address that keeps the folder', async () => {
    const form = await formOf(request)
    expect(form.url).toBe(`${fake.address}/submit.php`)
    const { sign, ...fields } = form.fields
    expect(sign).toMatch(/^[0-9a-f]{32}$/)
    expect(fields).toEqual({
      pid: fake.pid,
      type: 'alipay',
      out_trade_no: 'USR1NOabcdef1',
      notify_url: 'https://callback.example/base/api/user/epay/notify',
      return_url: 'https://site.example/api/user/epay/return',
      name: 'TUC1',
      money: '7.30',
      device: 'pc',
      sign_type: 'MD5',
    })
    expect(Object.values(form.fields)).not.toContain(fake.key)
    expect(await fake.submit(form.url, form.fields)).toMatchObject({ money: '7.30', type: 'alipay' })
  })

  test('a callback is read when it is signed and ours', () => {
    const read = (fields: Record<string, string>) =>
      gateway.verifyCallback({ fields, body: '', header: () => undefined, at: 0 })
    const payment = { tradeNo: request.tradeNo, cents: 730, currency: 'CNY' }
    expect(read(fake.callback(request.tradeNo))).toMatchObject({ paid: false, payment })
    fake.pay(request.tradeNo)
    expect(read(fake.callback(request.tradeNo))).toMatchObject({ paid: true, payment })
    const wrong: Record<string, string>[] = [{ pid: '1002' }, { money: 'all' }, { trade_no: '' }, { out_trade_no: '' }]
    for (const changes of wrong) {
      expect(read(fake.callback(request.tradeNo, changes))).toBeUndefined()
    }
    expect(read({})).toBeUndefined()
  })

  test('an order is asked about in the same folder', async () => {
    const unpaid = { ...request, tradeNo: 'USR1NOabcdef2' }
    const form = await formOf(unpaid)
    await fake.submit(form.url, form.fields)
    expect(await gateway.queryOrder!({ ...request, session: '' })).toMatchObject({
      kind: 'paid',
      payment: { cents: 730 },
    })
    expect(await gateway.queryOrder!({ ...unpaid, session: '' })).toEqual({ kind: 'unpaid' })
    expect(await gateway.queryOrder!({ tradeNo: 'USR1NOnothing', session: '' })).toEqual({ kind: 'unknown' })
    expect(new Set(fake.paths)).toEqual(new Set(['/shop/pay/submit.php', '/shop/pay/api.php']))
  })

  test('no answer is an error that keeps the key to itself', async () => {
    fake.failing.status = 502
    const unreachable = values({ PayAddress: 'http://127.0.0.1:1', EpayId: '1', EpayKey: fake.key })
    for (const open of [gateway, openGateway('epay', opened(unreachable))!]) {
      const error = await open.queryOrder!({ ...request, session: '' }).catch((error) => error)
      expect(error).toBeInstanceOf(GatewayError)
      expect(Bun.inspect(error)).not.toContain(fake.key)
    }
    fake.failing.status = undefined
  })
})
