import type { Generated, Selectable } from 'kysely'
import type { OrderStatus } from '#contract/statuses.ts'

export type ClaimKind = 'refund' | 'dispute'
/** `inquiry`: a bank asks, and no money has moved. */
export type ClaimState = 'requested' | 'pending' | 'done' | 'failed' | 'inquiry' | 'open' | 'lost' | 'won'

/** A refund or a dispute: what a payer, or a payer's bank, takes back of a payment. */
export interface PaymentClaimTable {
  id: Generated<number>
  order_id: number
  kind: ClaimKind
  /** Our number of a refund that was requested here, else the gateway's. Unique for an order and kind. */
  reference: string
  /** Hundredths of the order's currency. */
  cents: number
  state: ClaimState
  /** A report with the same or a smaller version has nothing new. */
  version: number
  created_at: number
}
export type PaymentClaimRow = Selectable<PaymentClaimTable>

/** A line of the ledger of payments. Lines are only added. */
export interface PaymentEntryTable {
  id: Generated<number>
  order_id: number
  user_id: number
  created_at: number
  /** `payment`, or the kind and the state of the claim that caused the line, such as `refund_failed`. */
  kind: string
  reference: Generated<string>
  version: Generated<number>
  /** Hundredths of the order's currency that were received; negative = returned. */
  cents: number
  /** Quota units that were added to the wallet; negative = taken from it. */
  quota: number
  /** Quota units that were frozen; negative = freed or forfeited. */
  frozen: Generated<number>
}

export interface TopUpTable {
  id: Generated<number>
  user_id: number
  /** Whole units that were ordered. */
  amount: number
  /** The amount to pay, in `currency`. */
  money: number
  /** Our order number. */
  trade_no: string
  create_time: number
  status: OrderStatus
  gateway: Generated<string>
  method: Generated<string>
  currency: Generated<string>
  /** The quota that is credited when the order is paid. */
  quota: Generated<number>
  /** The gateway's payment number; no two orders share one. */
  gateway_trade_no: Generated<string | null>
  /** When the order was paid, expired or refunded; 0 = not yet. */
  complete_time: Generated<number>
  /** How often the gateway was queried, and when it is queried next. */
  query_count: Generated<number>
  next_query: Generated<number>
  /** The gateway's number of the attempt to pay, such as a Checkout Session; "" = none. */
  gateway_session: Generated<string>
  /** What refunds and lost disputes took back: hundredths of `currency`, and quota units. */
  returned_cents: Generated<number>
  returned_quota: Generated<number>
  /** What open disputes keep frozen. */
  frozen_cents: Generated<number>
  frozen_quota: Generated<number>
}

export type TopUpRow = Selectable<TopUpTable>

declare module '../../platform/store/tables.ts' {
  interface Tables {
    payment_claims: PaymentClaimTable
    payment_entries: PaymentEntryTable
    top_ups: TopUpTable
  }
}
