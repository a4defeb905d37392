import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

/** Invariants that the watchdog checks; see docs/operate/check-the-books.md. */
export const CHECKS = [
  /** Each hour's roll-up equals the sum of its rows plus the deleted rows. */
  'rollups',
  /** Counters of users, tokens and channels equal the sums of the roll-ups. */
  'users',
  'tokens',
  'channels',
  /** Wallet + leases = total received − total charged. */
  'balances',
  /** The ledger of payments adds up to what paid orders, minus refunds and disputes, gave to wallets; and so do receipts. */
  'payments',
  /** The charge of a row follows from its receipt; checked on a sample. */
  'receipts',
  /** No lease outlives its node. */
  'leases',
] as const
export type CheckName = (typeof CHECKS)[number]

/** A violated invariant: `expected` follows from the ledger, `found` is stored. */
export const difference = z.object({
  check: z.enum(CHECKS),
  /** The affected object, for example `user 5`. */
  subject: z.string(),
  field: z.string(),
  expected: z.number(),
  found: z.number(),
})
export type Difference = z.infer<typeof difference>

export const watchdogReport = z.object({
  /** Unix seconds. */
  started_at: z.number(),
  milliseconds: z.number(),
  /** Whether the roll-ups of all hours were examined, not only those of the last days. */
  complete: z.boolean(),
  /**
   * Number of objects that each check examined, and number of wrong ones; and the quota units of all of them: what
   * follows from the ledger, and what is stored.
   */
  checks: z.array(
    z.object({
      name: z.enum(CHECKS),
      looked_at: z.number(),
      wrong: z.number(),
      expected: z.number(),
      found: z.number(),
    }),
  ),
  /** The first 1,000. */
  differences: z.array(difference),
})
export type WatchdogReport = z.infer<typeof watchdogReport>

/** How far a check is. */
const checkProgress = z.object({
  /** Unix seconds. */
  started_at: z.number(),
  /** What it examines now. */
  check: z.enum(CHECKS),
  /** Number of objects so far, and of all of them the last time; 0 = not known. */
  looked_at: z.number(),
  about: z.number(),
})
export type CheckProgress = z.infer<typeof checkProgress>

export const watchdogState = endpoint('GET /api/watchdog/state', 'root', {
  summary: 'The last ledger check of all nodes, and the progress of a check on the responding node',
  reply: z.object({
    /** The node that answers, and the one that wrote the report. */
    node: z.string(),
    checked_by: z.optional(z.string()),
    report: z.optional(watchdogReport),
    running: z.optional(checkProgress),
  }),
})

export const startWatchdog = endpoint('POST /api/watchdog/check', 'root', {
  summary: 'Start a ledger check; the state shows its progress',
  reply: nothing,
})

export const getWatchdog = endpoint('GET /api/watchdog', 'root', {
  summary: 'Whether all numbers agree: the last report, or a new one with `fresh=true`',
  query: z.object({ fresh: z.optional(z.enum(['true', 'false', ''])) }),
  reply: watchdogReport,
})

export const repairWatchdog = endpoint('POST /api/watchdog/repair', 'root', {
  summary: 'Make derived numbers follow the rows again; balances and rows are never touched',
  reply: z.object({
    /** Corrected values, with the number before (`found`) and after (`expected`). */
    changes: z.array(difference),
    report: watchdogReport,
  }),
})

export const metrics = endpoint('GET /metrics', 'public', {
  summary: 'Prometheus metrics, for root or with METRICS_TOKEN as bearer token',
  reply: z.string(),
  wire: 'raw',
})
