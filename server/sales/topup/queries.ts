import { type SelectQueryBuilder, sql } from 'kysely'
import type { Movement, OrderSum } from '#contract/api/topup.ts'
import { ROLE } from '#contract/roles.ts'
import { LOG_TYPE, ORDER_STATUS, type OrderStatus, UNPAID_STATUSES } from '#contract/statuses.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { isOfWallet } from '../../money/receipts/write-log.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { readPage } from '../../platform/store/read-page.ts'
import type { Tables } from '../../platform/store/tables.ts'
import type { OrderWithUser } from './present.ts'
import type { TopUpRow } from './tables.ts'

const withUser = (db: Queryable) =>
  db
    .selectFrom('top_ups')
    .selectAll()
    .select((eb) =>
      eb.selectFrom('users').select('username').whereRef('users.id', '=', 'top_ups.user_id').as('username'),
    )

export function findOrder(db: Queryable, id: number): Promise<OrderWithUser | undefined> {
  return withUser(db).where('id', '=', id).executeTakeFirst()
}

/** Finds an order of a gateway by our number. */
export function findByTradeNo(db: Queryable, gateway: string, tradeNo: string): Promise<TopUpRow | undefined> {
  const found = db.selectFrom('top_ups').selectAll().where('trade_no', '=', tradeNo)
  return found.where('gateway', '=', gateway).executeTakeFirst()
}

/** The filter; "", 0 and undefined match any value. */
export interface OrderFilter {
  userId?: number | undefined
  username?: string
  gateway?: string
  /** Our order number, the gateway's, or the reference of a transfer, in full. */
  trade_no: string
  status: string
  /** Unix seconds of the creation, both inclusive. */
  start_timestamp?: number | undefined
  end_timestamp?: number | undefined
  /** Whoever reads: orders of others of the same role or above are left out, unless it is root. */
  reader?: Pick<UserFacts, 'id' | 'role'>
}

/** Reads a page of orders, newest first. */
export function listOrders(db: Queryable, filter: OrderFilter, paging: { offset: number; limit: number }) {
  return readPage(where(withUser(db), db, filter), 'create_time', paging)
}

/** Sums the matching orders, by status and currency. */
export function sumOrders(db: Queryable, filter: OrderFilter): Promise<OrderSum[]> {
  return where(db.selectFrom('top_ups'), db, filter)
    .select(['status', 'currency'])
    .select(sql<number>`count(*)`.as('count'))
    .select(({ fn }) => [fn.sum<number>('money').as('money'), fn.sum<number>('quota').as('quota')])
    .groupBy(['status', 'currency'])
    .orderBy('status')
    .orderBy('currency')
    .execute()
}

type OrderQuery<Row> = SelectQueryBuilder<Tables, 'top_ups', Row>

function where<Row>(all: OrderQuery<Row>, db: Queryable, filter: OrderFilter): OrderQuery<Row> {
  let query = all
  const { reader } = filter
  if (reader && reader.role < ROLE.root) {
    const above = db.selectFrom('users').select('id').where('role', '>=', reader.role).where('id', '<>', reader.id)
    query = query.where('user_id', 'not in', above)
  }
  if (filter.userId) query = query.where('user_id', '=', filter.userId)
  if (filter.username) {
    const named = db.selectFrom('users').select('id').where('username', '=', filter.username)
    query = query.where('user_id', 'in', named)
  }
  if (filter.gateway) query = query.where('gateway', '=', filter.gateway)
  if (filter.status) query = query.where('status', '=', filter.status as OrderStatus)
  if (filter.trade_no) {
    query = query.where(({ or, eb }) =>
      or([
        eb('trade_no', '=', filter.trade_no),
        eb('gateway_trade_no', '=', filter.trade_no),
        eb('gateway_session', '=', filter.trade_no),
      ]),
    )
  }
  if (filter.start_timestamp) query = query.where('create_time', '>=', filter.start_timestamp)
  if (filter.end_timestamp) query = query.where('create_time', '<=', filter.end_timestamp)
  return query
}

/** Counts the orders that a user has left unpaid since a time. */
export async function countRecentPending(db: Queryable, userId: number, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('top_ups')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', ORDER_STATUS.pending)
    .where('create_time', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Orders of which a gateway has more to say. */
export const OPEN_STATUSES = [ORDER_STATUS.pending, ORDER_STATUS.refunding]

/** Lists the orders whose query is due, the longest due first. */
export function listDueOrders(db: Queryable, now: number, limit: number): Promise<TopUpRow[]> {
  return db
    .selectFrom('top_ups')
    .selectAll()
    .where('status', 'in', OPEN_STATUSES)
    .where('next_query', '<=', now)
    .orderBy('next_query')
    .limit(limit)
    .execute()
}

/** Lists the orders created since a time, by id, starting after `afterId`. */
export function listOrdersSince(db: Queryable, since: number, afterId: number, limit: number): Promise<TopUpRow[]> {
  return db
    .selectFrom('top_ups')
    .selectAll()
    .where('create_time', '>=', since)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Reads a page of a user's wallet history. Paid orders have log rows, so only the others are listed as orders. */
export async function listMovements(
  db: Queryable,
  userId: number,
  { offset, limit }: { offset: number; limit: number },
) {
  const logs = db
    .selectFrom('logs')
    .select([sql<Movement['kind']>`'log'`.as('kind'), 'id', 'created_at', 'type', 'content', 'quota', 'other'])
    .select(sql<string>`''`.as('status'))
    .where('user_id', '=', userId)
    .where(isOfWallet)
  const orders = db
    .selectFrom('top_ups')
    .select([sql<Movement['kind']>`'order'`.as('kind'), 'id', 'create_time as created_at'])
    .select(sql<number>`cast(${LOG_TYPE.topup} as integer)`.as('type'))
    .select(['trade_no as content', sql<number>`cast(0 as bigint)`.as('quota'), sql<string>`''`.as('other'), 'status'])
    .where('user_id', '=', userId)
    .where('status', 'in', [...UNPAID_STATUSES])
  const movements = db.selectFrom(logs.unionAll(orders).as('movements'))
  const [rows, counted] = await Promise.all([
    movements
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('kind')
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    movements.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: counted.count }
}
