import { names } from '#contract/name-list.ts'
import { ORDER_STATUS } from '#contract/statuses.ts'
import type { Row } from '../source/reader.ts'
import { integer, number, text } from './row.ts'

export const TOP_UP_COLUMNS = names(`
  user_id amount money trade_no payment_method payment_provider create_time complete_time status
`)
export const ORDER_COLUMNS = names(`
  user_id gateway_id trade_no gateway_no amount order_amount order_currency quota status created_at updated_at
  deleted_at
`)

/** A paid top-up as it will be here. */
export interface MappedOrder {
  sourceId: number
  owner: number
  amount: number
  money: number
  trade_no: string
  gateway: string
  method: string
  currency: string
  quota: number
  create_time: number
  complete_time: number
}

/** What an amount means there. */
export interface Units {
  QuotaPerUnit: number
  DisplayInCurrencyEnabled: boolean
}

/**
 * Maps an order of new-api; undefined = it is not paid. Orders that wait for their payment are not taken: two servers
 * that ask the gateway would both credit them.
 */
export function mapTopUp(row: Row, units: Units): MappedOrder | undefined {
  if (!isPaid(row)) return undefined
  const amount = integer(row, 'amount')
  const created = integer(row, 'create_time')
  return {
    sourceId: integer(row, 'id'),
    owner: integer(row, 'user_id'),
    amount,
    money: number(row, 'money'),
    trade_no: text(row, 'trade_no').trim() || `import-${integer(row, 'id')}`,
    gateway: text(row, 'payment_provider') || (text(row, 'payment_method') === 'stripe' ? 'stripe' : 'epay'),
    method: text(row, 'payment_method'),
    currency: 'CNY',
    quota: units.DisplayInCurrencyEnabled ? amount * units.QuotaPerUnit : amount,
    create_time: created,
    complete_time: integer(row, 'complete_time') || created,
  }
}

/** Maps an order of one-hub. `gateways`: the types of its payment gateways, by id. */
export function mapOneHubOrder(row: Row, gateways: ReadonlyMap<number, string>): MappedOrder | undefined {
  if (!isPaid(row)) return undefined
  return {
    sourceId: integer(row, 'id'),
    owner: integer(row, 'user_id'),
    amount: integer(row, 'amount'),
    money: number(row, 'order_amount'),
    trade_no: text(row, 'trade_no').trim() || `import-${integer(row, 'id')}`,
    gateway: gateways.get(integer(row, 'gateway_id')) ?? 'epay',
    method: gateways.get(integer(row, 'gateway_id')) ?? '',
    currency: text(row, 'order_currency') || 'CNY',
    quota: integer(row, 'quota'),
    create_time: integer(row, 'created_at'),
    complete_time: integer(row, 'updated_at') || integer(row, 'created_at'),
  }
}

const isPaid = (row: Row) => text(row, 'status') === ORDER_STATUS.success
