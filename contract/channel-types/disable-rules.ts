import type { FailureKind } from '../traffic.ts'

/** What made the server disable a channel. */
export const DISABLE_RULES = [
  /** The vendor refuses the key, or its account. */
  'key',
  /** The account has no money, or its budget is used up. */
  'money',
  /** The test of all channels took longer than ChannelDisableThreshold. */
  'slow',
  /** The balance is used up. */
  'balance',
] as const
export type DisableRule = (typeof DISABLE_RULES)[number]

/** Rules that say that an account has no money. */
export const CREDIT_RULES: readonly DisableRule[] = ['money', 'balance']

/** A failed attempt that led to it. */
export interface DisableSample {
  /** Milliseconds since the epoch. */
  at: number
  model: string
  kind: FailureKind
  /** HTTP status of the upstream; 0 = none. */
  status: number
  message: string
  /** "" = it was no call. */
  request_id: string
}

/** Why a channel was disabled automatically: the JSON text in its `other_info`. */
export interface DisableNote {
  status_reason: string
  /** Unix seconds. */
  status_time: number
  rule?: DisableRule
  /** The latest failures before it, the newest first. */
  samples?: readonly DisableSample[]
  /** Unix seconds of the next test; absent = a minute after it was disabled. */
  probe_at?: number
  /** How many tests have failed since. */
  probes?: number
}
