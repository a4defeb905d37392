/** Status numbers in API replies and database tables. */
export const USER_STATUS = { enabled: 1, disabled: 2 } as const
export const CHANNEL_STATUS = { unknown: 0, enabled: 1, disabled: 2, autoDisabled: 3 } as const
/** States of a key in the pool of a channel; the numbers are those of this API family. */
export const KEY_STATUS = { enabled: 1, disabled: 2, stopped: 3 } as const
export const TOKEN_STATUS = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const
/**
 * An unpaid order is `pending`, or `expired` or `rejected` once no payment is awaited. Every other status is that of a paid order,
 * and follows from its refunds and disputes.
 */
export const ORDER_STATUS = {
  pending: 'pending',
  success: 'success',
  expired: 'expired',
  /** An administrator said that no payment will come. */
  rejected: 'rejected',
  /** A refund was requested, and the gateway has not confirmed it. */
  refunding: 'refunding',
  partlyRefunded: 'partly_refunded',
  refunded: 'refunded',
  /** The payer's bank disputes the payment: what it disputes is frozen. */
  disputed: 'disputed',
  /** A dispute was lost: what it disputed is forfeited. */
  chargedBack: 'charged_back',
} as const
export type OrderStatus = (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS]
export const UNPAID_STATUSES: readonly OrderStatus[] = [
  ORDER_STATUS.pending,
  ORDER_STATUS.expired,
  ORDER_STATUS.rejected,
]
/** Whether an order was paid, whatever was refunded or disputed since. */
export const isPaidStatus = (status: OrderStatus) => !UNPAID_STATUSES.includes(status)
export const REDEMPTION_STATUS = { unused: 1, disabled: 2, used: 3 } as const
export const LOG_TYPE = { unknown: 0, topup: 1, consume: 2, manage: 3, system: 4 } as const
export type LogType = (typeof LOG_TYPE)[keyof typeof LOG_TYPE]
