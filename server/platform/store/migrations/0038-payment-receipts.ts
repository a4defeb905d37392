import { type Kysely, type Migration, sql } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexes, required, tableWithId, textColumn, zero } from './columns.ts'

/** Billing details of customers, and receipts and credit notes that are numbered without gaps. */
export const paymentReceipts = (engine: Engine): Migration => ({
  async up(db) {
    const { schema } = db
    await schema
      .createTable('billing_details')
      .addColumn('user_id', 'bigint', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('name', 'text', textColumn)
      .addColumn('address', 'text', textColumn)
      .addColumn('tax_id', 'text', textColumn)
      .execute()

    await schema
      .createTable('receipt_counters')
      .addColumn('series', 'text', (column) => column.primaryKey())
      .addColumn('last', 'bigint', zero)
      .execute()

    await tableWithId(schema, engine, 'payment_receipts')
      .addColumn('kind', 'text', required)
      .addColumn('order_id', 'bigint', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('number', 'text', (column) => column.notNull().unique())
      .addColumn('issued_at', 'bigint', required)
      .addColumn('content', 'text', required)
      .addColumn('buyer', 'text', textColumn)
      .execute()
    await createIndexes(schema, 'payment_receipts', ['order_id', 'kind'])
    await schema
      .createIndex('payment_receipts_one_of_an_order')
      .unique()
      .on('payment_receipts')
      .column('order_id')
      .where(sql.ref('kind'), '=', 'receipt')
      .execute()

    await numberPaidOrders(db)
  },
})

// biome-ignore lint/suspicious/noExplicitAny: a migration must not know today's table types
type Database = Kysely<any>

interface PaidOrder {
  id: number
  user_id: number
  money: number
  quota: number
  trade_no: string
  gateway_trade_no: string | null
  method: string
  currency: string
  status: string
  create_time: number
  complete_time: number
  username: string | null
}

/** Numbers what was paid and refunded before, in order of time, with the terms that are known: the site's name. */
async function numberPaidOrders(db: Database): Promise<void> {
  const orders = await readPaidOrders(db)
  if (orders.length === 0) return
  const terms = await readTerms(db)
  const counts = new Map<string, number>()
  const numbers = new Map<number, string>()
  const issue = async (order: PaidOrder, kind: 'receipt' | 'credit_note', issuedAt: number) => {
    const at = new Date(issuedAt * 1000)
    const series = `${kind === 'receipt' ? '' : 'CN-'}${at.getFullYear()}-{number}`
    const count = (counts.get(series) ?? 0) + 1
    counts.set(series, count)
    const number = series.replace('{number}', String(count).padStart(4, '0'))
    const corrects = kind === 'receipt' ? '' : (numbers.get(order.id) ?? '')
    if (kind === 'receipt') numbers.set(order.id, number)
    const content = JSON.stringify(contentOf(order, kind, corrects, at, terms))
    const row = { kind, order_id: order.id, user_id: order.user_id, number, issued_at: issuedAt, content }
    await db.insertInto('payment_receipts').values(row).execute()
  }
  // A refund has overwritten the time of the payment, which is minutes after the order at most times.
  const paidAt = (order: PaidOrder) =>
    order.status === 'refunded' ? order.create_time : order.complete_time || order.create_time
  for (const order of orders.toSorted((a, b) => paidAt(a) - paidAt(b) || a.id - b.id)) {
    await issue(order, 'receipt', paidAt(order))
  }
  const refunded = orders.filter(({ status }) => status === 'refunded')
  for (const order of refunded.toSorted((a, b) => a.complete_time - b.complete_time || a.id - b.id)) {
    await issue(order, 'credit_note', order.complete_time)
  }
  for (const [series, last] of counts) await db.insertInto('receipt_counters').values({ series, last }).execute()
}

async function readPaidOrders(db: Database): Promise<PaidOrder[]> {
  const rows = await db
    .selectFrom('top_ups')
    .leftJoin('users', 'users.id', 'top_ups.user_id')
    .select(['top_ups.id', 'user_id', 'money', 'top_ups.quota', 'trade_no', 'gateway_trade_no', 'method', 'currency'])
    .select(['top_ups.status', 'create_time', 'complete_time', 'username'])
    .where('top_ups.status', 'in', ['success', 'refunded'])
    .execute()
  return rows as PaidOrder[]
}

interface Terms {
  name: string
  unitsPerDollar: number
  showsDollars: boolean
}

async function readTerms(db: Database): Promise<Terms> {
  const rows = await db.selectFrom('options').select(['key', 'value']).execute()
  const value = (key: string) => rows.find((row) => row.key === key)?.value as string | undefined
  return {
    name: value('SystemName') || 'Switchyard',
    unitsPerDollar: Number(value('QuotaPerUnit')) || 500_000,
    showsDollars: value('DisplayInCurrencyEnabled') !== 'false',
  }
}

function contentOf(order: PaidOrder, kind: string, corrects: string, at: Date, terms: Terms) {
  const two = (value: number) => String(value).padStart(2, '0')
  const cents = Math.round(order.money * 100)
  return {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    seller: { name: terms.name, address: '', tax_id: '', email: '', footer: '' },
    username: order.username ?? '',
    trade_no: order.trade_no,
    gateway_trade_no: order.gateway_trade_no ?? '',
    method: order.method,
    credit: terms.showsDollars ? `$${(order.quota / terms.unitsPerDollar).toFixed(2)}` : String(order.quota),
    currency: order.currency || 'CNY',
    total: kind === 'receipt' ? cents : -cents,
    tax: 0,
    tax_name: '',
    tax_rate: 0,
    corrects,
  }
}
