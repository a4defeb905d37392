import { afterAll, beforeAll, expect, test } from 'bun:test'
import { decodePDFRawStream, PDFDocument, PDFRawStream } from 'pdf-lib'
import * as api from '#contract/api/payment-receipts.ts'
import { refundOrder } from '#contract/api/topup.ts'
import { getWatchdog } from '#contract/api/watchdog.ts'
import { errors } from '#contract/errors.ts'
import { returnedCents } from '#contract/payment-receipts.ts'
import { ROLE } from '#contract/roles.ts'
import { numberReceipts } from '#server/cluster/jobs/number-payment-receipts.ts'
import { applyClaims } from '#server/sales/topup/claims/apply.ts'
import type { ReportedClaim } from '#server/sales/topup/claims/reported-claim.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type Customer, openShop, type Shop } from '#test/harness/payments.ts'

const YEAR = new Date().getFullYear()
const ACME = { name: 'Acme GmbH', address: 'Straße 5\nBerlin', tax_id: 'DE1' }

forEachDatabase((_engine, fresh) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(await fresh.started())
  })
  afterAll(() => shop.close())

  async function buy(customer: Customer) {
    const tradeNo = await customer.start()
    shop.epay.pay(tradeNo)
    await shop.epay.notify(tradeNo)
    return shop.order(tradeNo)
  }
  const receiptsOf = async (who: Pick<Customer, 'call'>, id: number) =>
    (await who.call(api.listReceipts, { params: { id } })).data ?? []
  const numbers = async (prefix: string) => {
    const rows = shop.server.services.store.db.selectFrom('payment_receipts').select('number').orderBy('number')
    return (await rows.execute()).map(({ number }) => number).filter((number) => number.startsWith(prefix))
  }

  test('a payment has a receipt with the company and the tax of its time, which never changes', async () => {
    await shop.set('ReceiptCompany', 'Example Ltd.')
    await shop.set('ReceiptAddress', '1 High Street\nLondon')
    await shop.set('ReceiptTaxName', 'VAT')
    await shop.set('ReceiptTaxRate', '19')
    const alice = await shop.customer()
    await alice.call(api.setBilling, { body: ACME })
    const order = await buy(alice)
    const [receipt, ...more] = await receiptsOf(alice, order.id)
    expect(more).toEqual([])
    expect(receipt).toMatchObject({
      kind: 'receipt',
      number: `${YEAR}-0001`,
      seller: { name: 'Example Ltd.', address: '1 High Street\nLondon' },
      buyer: ACME,
      trade_no: order.trade_no,
      credit: '$2.00',
      currency: 'CNY',
      total: 1460,
      tax: 233,
      tax_rate: 19,
      corrects: '',
    })
    await shop.set('ReceiptCompany', 'New Ltd.')
    await shop.set('ReceiptTaxRate', '0')
    await alice.call(api.setBilling, { body: { ...ACME, address: 'Hamburg' } })
    await shop.epay.notify(order.trade_no)
    expect(await receiptsOf(alice, order.id)).toEqual([receipt!])
  })

  test('payments at the same time have numbers without gaps, and a rolled back one leaves none', async () => {
    const bob = await shop.customer()
    const before = (await numbers(`${YEAR}-`)).length
    const tradeNos = await Promise.all(Array.from({ length: 4 }, () => bob.start()))
    for (const tradeNo of tradeNos) shop.epay.pay(tradeNo)
    // The gateway repeats itself, as gateways do.
    await Promise.all([...tradeNos, ...tradeNos, ...tradeNos].map((tradeNo) => shop.epay.notify(tradeNo)))

    const { db } = shop.server.services.store
    const { issueReceipt } = await import('./issue.ts')
    const values = shop.server.services.options.values
    const order = await shop.order(tradeNos[0]!)
    const rolledBack = db.transaction().execute(async (trx) => {
      await trx.deleteFrom('payment_receipts').where('order_id', '=', order.id).execute()
      await issueReceipt(trx, values, order)
      throw new Error('the machine is gone')
    })
    expect(rolledBack).rejects.toThrow('the machine is gone')
    await rolledBack.catch(() => {})

    await buy(bob)
    const last = before + 5
    expect(await numbers(`${YEAR}-`)).toEqual(
      Array.from({ length: last }, (_, index) => `${YEAR}-${String(index + 1).padStart(4, '0')}`),
    )
  })

  test('a refund has a credit note with the terms of its receipt', async () => {
    await shop.set('ReceiptTaxRate', '6')
    const carol = await shop.customer()
    const order = await buy(carol)
    await shop.set('ReceiptTaxRate', '0')
    const refunded = await shop.root.call(refundOrder, { params: { id: order.id }, body: { reason: 'asked for it' } })
    expect(refunded.success).toBe(true)
    const [receipt, note] = await receiptsOf(carol, order.id)
    expect(receipt).toMatchObject({ kind: 'receipt', total: 1460, tax: 83, buyer: null })
    expect(note).toMatchObject({
      kind: 'credit_note',
      number: `CN-${YEAR}-0001`,
      corrects: receipt!.number,
      total: -1460,
      tax: -83,
      tax_rate: 6,
    })
  })

  test('a refund in parts has a credit note for each part, which together take back the payment', async () => {
    const cleo = await shop.customer()
    const order = await buy(cleo)
    for (const amount of ['5.00', undefined]) {
      const body = { reason: 'asked for it', ...(amount && { amount }) }
      expect((await shop.root.call(refundOrder, { params: { id: order.id }, body })).success).toBe(true)
    }
    expect((await receiptsOf(cleo, order.id)).map(({ kind, total }) => [kind, total])).toEqual([
      ['receipt', 1460],
      ['credit_note', -500],
      ['credit_note', -960],
    ])
  })

  const papersOf = async (who: Customer, id: number) =>
    (await receiptsOf(who, id)).map(({ kind, total }) => [kind, total])
  const watched = async () => (await shop.root.call(getWatchdog, { query: { fresh: 'true' } })).data?.differences
  const report = (tradeNo: string, reference: string, cents: number, state: ReportedClaim['state'], version: number) =>
    applyClaims(shop.server.services, tradeNo, [{ kind: 'refund', reference, cents, state, version }])

  test('a refund that fails after it had a credit note has a correction of it', async () => {
    const cora = await shop.customer()
    const order = await buy(cora)
    await report(order.trade_no, 'one', 500, 'done', 2)
    await Promise.all([1, 2, 3].map(() => report(order.trade_no, 'one', 500, 'failed', 3)))
    const [, note, correction] = await receiptsOf(cora, order.id)
    expect(await papersOf(cora, order.id)).toEqual([
      ['receipt', 1460],
      ['credit_note', -500],
      ['correction', 500],
    ])
    expect(correction?.corrects).toBe(note!.number)
    expect(await watched()).toEqual([])
  })

  test('papers add up to what was kept, whatever gateways report and in whatever order', async () => {
    const chloe = await shop.customer()
    const order = await buy(chloe)
    const states = ['requested', 'pending', 'done', 'failed', 'lost', 'won', 'open'] as const
    let seed = 7
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed / 2_147_483_647
    }
    for (let version = 0; version < 40; version++) {
      const pick = (count: number) => Math.floor(random() * count)
      await Promise.all(
        [1, 2].map(() =>
          report(order.trade_no, `claim ${pick(3)}`, 100 + pick(900), states[pick(states.length)]!, version),
        ),
      )
      const { db } = shop.server.services.store
      const claims = await db.selectFrom('payment_claims').selectAll().where('order_id', '=', order.id).execute()
      const sum = (await papersOf(chloe, order.id)).reduce((all, [, total]) => all + Number(total), 0)
      expect(sum).toBe(1460 - returnedCents(14.6, claims))
    }
    expect((await papersOf(chloe, order.id)).map(([kind]) => kind)).toContain('correction')
    expect((await watched())?.filter(({ field }) => field === 'papers')).toEqual([])
  })

  test('the watchdog tells of papers that do not add up', async () => {
    const cleo = await shop.customer()
    const order = await buy(cleo)
    const { db } = shop.server.services.store
    const papers = db.updateTable('payment_receipts').where('order_id', '=', order.id)
    const [{ content }] = (await db
      .selectFrom('payment_receipts')
      .select('content')
      .where('order_id', '=', order.id)
      .execute()) as [{ content: string }]
    await papers.set({ content: content.replace('1460', '750') }).execute()
    expect(await watched()).toContainEqual({
      check: 'payments',
      subject: `order ${order.id}`,
      field: 'papers',
      expected: 1460,
      found: 750,
    })
    await papers.set({ content }).execute()
  })

  test('a customer makes out a receipt that names nobody, once', async () => {
    const [dave, eve] = [await shop.customer(), await shop.customer()]
    const order = await buy(dave)
    const id = (await receiptsOf(dave, order.id))[0]!.id
    const name = (who: Customer, name: string) =>
      who.call(api.nameReceiptBuyer, { params: { id }, body: { ...ACME, name } })
    expect(await name(eve, 'Eve')).toMatchObject({ success: false, message: errors.record_not_found.zh })
    expect(await name(dave, '  ')).toMatchObject({ success: false })
    expect(await name(dave, 'Dave')).toMatchObject({ success: true })
    expect(await name(dave, 'Dan')).toMatchObject({ success: false, message: errors.receipt_is_made_out.zh })
    expect((await receiptsOf(dave, order.id))[0]!.buyer).toEqual({ ...ACME, name: 'Dave' })
  })

  test('billing details are stored, replaced and removed', async () => {
    const frank = await shop.customer()
    const read = async () => (await frank.call(api.getBilling, {})).data
    const none = { name: '', address: '', tax_id: '' }
    expect(await read()).toEqual(none)
    await frank.call(api.setBilling, { body: ACME })
    await frank.call(api.setBilling, { body: { ...ACME, tax_id: ' DE2 ' } })
    expect(await read()).toEqual({ ...ACME, tax_id: 'DE2' })
    await frank.call(api.setBilling, { body: { name: '' } })
    expect(await read()).toEqual(none)
  })

  test('receipts are read by their user and by administrators, also as a PDF', async () => {
    const [gus, eve, admin] = [await shop.customer(), await shop.customer(), await shop.customer({ role: ROLE.admin })]
    await gus.call(api.setBilling, { body: { name: '示例科技 Ltd. 🙂', address: '上海', tax_id: '' } })
    const order = await buy(gus)
    const [receipt] = await receiptsOf(gus, order.id)
    expect(await receiptsOf(admin, order.id)).toEqual([receipt!])
    expect(await receiptsOf(eve, order.id)).toEqual([])
    const file = (who: Customer, language: string) =>
      shop.server.request(`/api/receipt/${receipt!.id}/pdf`, {
        headers: { ...who.headers, 'Accept-Language': language },
      })
    expect(await (await file(eve, 'zh')).json()).toMatchObject({ success: false })
    const reply = await file(admin, 'en')
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="${receipt!.number}.pdf"`)
    const english = await shownIn(await reply.arrayBuffer())
    for (const text of [receipt!.number, 'Receipt', '14.60 CNY', order.trade_no, '示例科技', ' Ltd. ?', '上海']) {
      expect(english).toContain(text)
    }
    expect(await shownIn(await (await file(gus, 'zh')).arrayBuffer())).toContain('账户余额充值')
  })

  test('numbers count on from 1 in each series of the format', async () => {
    await shop.set('ReceiptNumberFormat', 'R{number}')
    await shop.set('CreditNoteNumberFormat', 'R{number}')
    const hal = await shop.customer()
    const order = await buy(hal)
    await shop.root.call(refundOrder, { params: { id: order.id }, body: { reason: 'asked for it' } })
    expect((await receiptsOf(hal, order.id)).map(({ number }) => number)).toEqual(['R0001', 'R0002'])
    const refused = await shop.root.call((await import('#contract/api/options.ts')).setOption, {
      body: { key: 'ReceiptNumberFormat', value: 'R{year}' },
    })
    expect(refused).toMatchObject({ success: false, message: '必须包含 {number}' })
  })

  test('what a node of an older version has credited or refunded is numbered later', async () => {
    const ian = await shop.customer()
    const { db } = shop.server.services.store
    const orders = [await buy(ian), await buy(ian)] as const
    await db.deleteFrom('payment_receipts').where('order_id', '=', orders[0].id).execute()
    await db.updateTable('top_ups').set({ status: 'refunded' }).where('id', '=', orders[1].id).execute()
    await numberReceipts.run(shop.server.services, new AbortController().signal)
    await numberReceipts.run(shop.server.services, new AbortController().signal)
    const kinds = async (id: number) => (await receiptsOf(ian, id)).map(({ kind }) => kind)
    expect(await kinds(orders[0].id)).toEqual(['receipt'])
    expect(await kinds(orders[1].id)).toEqual(['receipt', 'credit_note'])
  })
})

/** The texts that a PDF shows, in order. */
async function shownIn(file: ArrayBuffer): Promise<string> {
  const document = await PDFDocument.load(file)
  const streams = document.context.enumerateIndirectObjects().map(([, object]) => object)
  const operators = streams
    .filter((object) => object instanceof PDFRawStream)
    .map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1'))
    .join('\n')
  const fonts = operators.matchAll(/\/(Helvetica|Chinese)\S* [\d.]+ Tf[\s\S]*?<([0-9A-Fa-f]*)> Tj/g)
  return Array.from(fonts, ([, font, hex = '']) =>
    font === 'Chinese'
      ? Buffer.from(hex, 'hex').swap16().toString('utf16le')
      : Buffer.from(hex, 'hex').toString('latin1'),
  ).join('\n')
}
