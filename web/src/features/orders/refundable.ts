import type { Order } from '#contract/api/topup.ts'
import { isPaidStatus } from '#contract/statuses.ts'

type Paid = Pick<Order, 'status' | 'money' | 'quota' | 'returned_money' | 'returned_quota' | 'frozen_quota'>

/** What refunds and disputes have left of an order's payment, in hundredths and in quota units. */
export function leftOf(order: Paid): { cents: number; quota: number } {
  const { money, quota, returned_money, returned_quota, frozen_quota } = order
  const total = Math.round(money * 100)
  const frozen = quota === 0 ? 0 : Math.ceil((total * frozen_quota) / quota)
  const cents = Math.max(0, total - Math.round(returned_money * 100) - frozen)
  return { cents, quota: quota - returned_quota - frozen_quota }
}

/** Returns whether anything is left to refund. */
export const isRefundable = (order: Paid) => isPaidStatus(order.status) && leftOf(order).cents > 0

/** Returns the quota units that a refund of an amount takes back: about its share, and at the end the rest. */
export function unitsTaken(order: Paid, cents: number): number {
  const left = leftOf(order)
  if (cents >= left.cents) return left.quota
  const total = Math.round(order.money * 100)
  const before = Math.round(order.returned_money * 100)
  return Math.floor((order.quota * (before + cents)) / total) - order.returned_quota
}
