import type { ClaimKind, ClaimState } from '../tables.ts'

/** A refund or a dispute as it is reported. */
export interface ReportedClaim {
  kind: ClaimKind
  /** Our number of a refund that was requested here, else the gateway's. */
  reference: string
  cents: number
  state: ClaimState
  /** Larger than that of every earlier report of the same claim. */
  version: number
}

/** Versions of a refund's states: it moves through them in this order only. */
export const REFUND_VERSIONS = { requested: 0, pending: 1, done: 2, failed: 3 } as const
