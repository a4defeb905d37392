import type { FailureKind } from '#contract/traffic.ts'
import { refersElsewhere, type UpstreamFailure, type Verdict } from './upstream-failure.ts'

/** Statuses about the channel's key or account, not about the caller. */
const KEY_STATUSES = new Set([401, 403])
const NO_MONEY = 402
const BUSY = 429
const TOO_SLOW = new Set([408, 504, 524])
const SERVER_ERROR = 500
/** How vendors say that an account has no money, where the status does not. */
const QUOTA_ERROR = /quota|billing|credit|balance|arrearage|insufficient|payment/i

/**
 * Classifies a failed attempt for statistics; undefined = nothing was sent, or another account must serve the call, so
 * that the channel did not fail.
 */
export function failureKind(failure: UpstreamFailure, verdict: Verdict): FailureKind | undefined {
  const { kind, status, error } = failure
  if (kind === 'unfit' || refersElsewhere(failure)) return undefined
  if (kind === 'timeout') return 'timeout'
  if (kind === 'unreachable') return 'network'
  if (kind !== 'answered') return 'server'
  const says = `${error.code} ${error.type} ${error.message}`
  if (status === NO_MONEY || (verdict.disable !== undefined && QUOTA_ERROR.test(says))) return 'quota'
  if (verdict.disable !== undefined || KEY_STATUSES.has(status)) return 'key'
  if (status === BUSY || verdict.callerError === 'upstream_busy') return 'rate'
  if (TOO_SLOW.has(status)) return 'timeout'
  return status >= SERVER_ERROR || status < 400 ? 'server' : 'caller'
}
