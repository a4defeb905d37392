import type { Generated } from 'kysely'
import type { LimitScope } from '#contract/limits.ts'

/** Column types of the tables of balances: leases, windows of budgets, the journal, and what was not paid. */

/** What was used of a budget in one calendar window. */
export interface BudgetWindowTable {
  id: Generated<number>
  scope: LimitScope
  /** The token, user, … that has the budget. */
  subject: string
  /** `budgetName` of the budget. */
  budget: string
  starts_at: number
  ends_at: number
  /** Quota units that calls may cost in the window. */
  quota: number
  /** The units that settled charges have cost. */
  used: Generated<number>
}

/** What a user's wallet received without a log row that still states it. Wallet = opening + log rows − calls. */
export interface LedgerOpeningTable {
  user_id: number
  quota: Generated<number>
}

export interface WalletLeaseTable {
  node_id: string
  owner_kind: 'user' | 'token' | 'budget'
  owner_id: number
  granted: number
  spent: number
  carry: number
  expires_at: number
}

export interface JournalPositionTable {
  node_id: string
  segment: number
  offset: number
  /** Segments before this one are complete: no call in them can be open. */
  floor: number
}

/** An answer that cost more than its account could pay. Rows are kept for a day. */
export interface UnpaidAnswerTable {
  request_id: string
  user_id: number
  created_at: number
  /** Price of the whole answer, in quota units. */
  price: number
  /** The units that were not charged. */
  units: number
}

declare module '../../platform/store/tables.ts' {
  interface Tables {
    budget_windows: BudgetWindowTable
    ledger_openings: LedgerOpeningTable
    wallet_leases: WalletLeaseTable
    journal_positions: JournalPositionTable
    unpaid_answers: UnpaidAnswerTable
  }
}
