import { ORDER_STATUS } from '#contract/statuses.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import type { ImportContext } from '../context.ts'
import { PAYMENT_COLUMNS } from '../mapping/columns.ts'
import { type MappedOrder, mapOneHubOrder, mapTopUp, ORDER_COLUMNS, TOP_UP_COLUMNS } from '../mapping/orders.ts'
import { integer, text } from '../mapping/row.ts'
import { remark } from '../report.ts'
import { pagesOf, type Row } from '../source/reader.ts'
import { importPages, type Page } from './import-pages.ts'
import { saveOrigin } from './origins.ts'

const CENTS = 100

/**
 * Imports paid top-ups with their lines in the ledger of payments. What they gave is in the users' balances already.
 */
export async function importOrders(ctx: ImportContext): Promise<void> {
  if (ctx.kind === 'one-hub') {
    const gateways = await readGateways(ctx)
    return importRows(ctx, 'orders', ORDER_COLUMNS, (row) => mapOneHubOrder(row, gateways))
  }
  return importRows(ctx, 'top_ups', TOP_UP_COLUMNS, (row) => mapTopUp(row, ctx.units))
}

async function readGateways(ctx: ImportContext): Promise<Map<number, string>> {
  const types = new Map<number, string>()
  for await (const rows of pagesOf(ctx.reader, ctx.schema, { table: 'payments', columns: PAYMENT_COLUMNS })) {
    for (const row of rows) types.set(integer(row, 'id'), text(row, 'type'))
  }
  return types
}

const importRows = (
  ctx: ImportContext,
  table: 'orders' | 'top_ups',
  columns: readonly string[],
  map: (row: Row) => MappedOrder | undefined,
): Promise<void> =>
  importPages(ctx, {
    table,
    kind: 'order',
    columns,
    newIds: true,
    map(rows) {
      const orders = rows.flatMap((row) => map(row) ?? [])
      const unpaid = rows.length - orders.length
      ctx.tally.count('orders', 'left_out', unpaid)
      if (unpaid > 0) ctx.tally.note('orders', [remark('order_unpaid', '')], unpaid)
      return orders
    },
    async readFacts(orders) {
      const numbers = ['', ...orders.map(({ trade_no }) => trade_no)]
      const query = ctx.store.db.selectFrom('top_ups').select('trade_no').where('trade_no', 'in', numbers)
      return { taken: new Set((await query.execute()).map(({ trade_no }) => trade_no)) }
    },
    write: (trx, page, order) => importOrder(ctx, trx, page, order),
  })

async function importOrder(
  ctx: ImportContext,
  trx: Queryable,
  { origins, taken }: Page & { taken: Set<string> },
  order: MappedOrder,
) {
  const { tally } = ctx
  const source_id = String(order.sourceId)
  if (origins.has(source_id)) return tally.count('orders', 'same')
  const owner = ctx.ids.users.get(order.owner)
  if (owner === undefined || taken.has(order.trade_no)) {
    tally.count('orders', 'left_out')
    return tally.note('orders', [remark(owner === undefined ? 'order_owner' : 'order_taken', order.trade_no)])
  }
  taken.add(order.trade_no)
  tally.count('orders', 'taken')
  if (!ctx.dry)
    await saveOrigin(trx, ctx, 'order', { source_id, target_id: await insertOrder(trx, order, owner), state: '' })
}

async function insertOrder(trx: Queryable, order: MappedOrder, user_id: number): Promise<number> {
  const { sourceId: _, owner: _owner, ...columns } = order
  const { id } = await trx
    .insertInto('top_ups')
    .values({ ...columns, user_id, status: ORDER_STATUS.success })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = { order_id: id, user_id, created_at: order.complete_time, kind: 'payment', quota: order.quota }
  await trx
    .insertInto('payment_entries')
    .values({ ...line, cents: Math.round(order.money * CENTS) })
    .execute()
  return id
}
