import type { Movement, Order } from '#contract/api/topup.ts'
import { isConfirmed } from '#contract/payment-gateways.ts'
import { ORDER_STATUS } from '#contract/statuses.ts'
import { readMessage } from '../../money/receipts/write-log.ts'
import { pick } from '../../platform/json/pick.ts'
import { openGateway, type Settings } from './payments/gateways.ts'
import type { TopUpRow } from './tables.ts'

/** A stored order with its user's name. */
export type OrderWithUser = TopUpRow & { username: string | null }

/** The fields of an order that leave the server. */
export function presentOrder(row: OrderWithUser, settings: Settings): Order {
  return {
    ...pick(row, 'id user_id amount money currency quota gateway method trade_no status returned_quota frozen_quota'),
    ...pick(row, 'create_time complete_time'),
    username: row.username ?? '',
    gateway_trade_no: row.gateway_trade_no ?? '',
    returned_money: row.returned_cents / 100,
    reference: isConfirmed(row.gateway) ? row.gateway_session : '',
    account: row.status === ORDER_STATUS.pending ? (openGateway(row.gateway, settings)?.account ?? []) : [],
  }
}

/** An entry of a wallet's history; `other` is that of its log row. */
export function presentMovement({ other, ...line }: Omit<Movement, 'words'> & { other: string }): Movement {
  return { ...line, words: readMessage(other) }
}
