/** Status numbers in API replies and database tables. */
export const USER_STATUS = { enabled: 1, disabled: 2 } as const
export const CHANNEL_STATUS = { unknown: 0, enabled: 1, disabled: 2, autoDisabled: 3 } as const
export const TOKEN_STATUS = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const
/**
 * An order becomes `expired` when its gateway reports no payment for a day; only an administrator sets `refunded`.
 */
export const ORDER_STATUS = {
  pending: 'pending',
  success: 'success',
  expired: 'expired',
  refunded: 'refunded',
} as const
export type OrderStatus = (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS]
export const REDEMPTION_STATUS = { unused: 1, disabled: 2, used: 3 } as const
export const LOG_TYPE = { unknown: 0, topup: 1, consume: 2, manage: 3, system: 4 } as const
export type LogType = (typeof LOG_TYPE)[keyof typeof LOG_TYPE]
