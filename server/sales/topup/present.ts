import type { Movement, Order } from '#contract/api/topup.ts'
import { isConfirmed } from '#contract/payment-gateways.ts'
import { ORDER_STATUS } from '#contract/statuses.ts'
import { readMessage } from '../../money/receipts/write-log.ts'
import { openGateway, type Settings } from './payments/gateways.ts'
import type { TopUpRow } from './tables.ts'

/** A stored order with its user's name. */
export type OrderWithUser = TopUpRow & { username: string | null }

/** The fields of an order that leave the server. */
export function presentOrder(row: OrderWithUser, settings: Settings): Order {
  return {
    id: row.id,
    user_id: row.user_id,
    username: row.username ?? '',
    amount: row.amount,
    money: row.money,
    currency: row.currency,
    quota: row.quota,
    gateway: row.gateway,
    method: row.method,
    trade_no: row.trade_no,
    gateway_trade_no: row.gateway_trade_no ?? '',
    status: row.status,
    returned_money: row.returned_cents / 100,
    returned_quota: row.returned_quota,
    frozen_quota: row.frozen_quota,
    reference: isConfirmed(row.gateway) ? row.gateway_session : '',
    account: row.status === ORDER_STATUS.pending ? (openGateway(row.gateway, settings)?.account ?? []) : [],
    create_time: row.create_time,
    complete_time: row.complete_time,
  }
}

/** An entry of a wallet's history; `other` is that of its log row. */
export function presentMovement({ other, ...line }: Omit<Movement, 'words'> & { other: string }): Movement {
  return { ...line, words: readMessage(other) }
}
