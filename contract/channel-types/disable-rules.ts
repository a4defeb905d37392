import type { FailureKind } from '../traffic.ts'

/** What made the server disable a channel. */
export const DISABLE_RULES = [
  /** Status 401. */
  'status',
  /** The error's code. */
  'code',
  /** The error's type. */
  'type',
  /** The words of the error. */
  'message',
  /** What an error of this channel type means. */
  'vendor',
  /** The test of all channels took longer than ChannelDisableThreshold. */
  'slow',
  /** The balance is used up. */
  'balance',
] as const
export type DisableRule = (typeof DISABLE_RULES)[number]

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
}
