import { completionTokens } from '#contract/prices/price.ts'
import type { AttemptRecord, EndReason } from '#contract/receipt.ts'
import type { FailureKind } from '#contract/traffic.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { ChargeOutcome } from '../../../money/receipts/charge-outcome.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { failureKind } from '../../upstream/failure-kind.ts'
import { RelayFailure } from '../../upstream/relay-failure.ts'
import type { Call } from '../call/call.ts'
import type { CallRun } from '../call/call-run.ts'
import type { RelayDeps } from '../deps/deps.ts'

/** The channel of calls that no channel served. */
const NO_CHANNEL = 0
const OK = 200

/** Counts a failed attempt at a channel, unless its caller has gone. */
export function countFailedAttempt(
  { call, attempts }: CallRun,
  { id: channel }: Channel,
  { failure, verdict }: RelayFailure,
  { services }: RelayDeps,
): void {
  const kind = call.signal.aborted ? undefined : failureKind(failure, verdict)
  if (!kind) return
  const message = attempts.at(-1)?.error ?? ''
  services.traffic.failed({ ...whatOf(call), channel, at: Date.now(), kind, status: failure.status, message })
}

/**
 * Counts a call that no channel served; of those that this server refused itself, the statistics of channels hear only where no
 * channel is enabled.
 */
export function countUnserved(
  { id: requestId, model }: { id: string; model: string },
  attempts: readonly AttemptRecord[],
  error: unknown,
  { services: { traffic } }: Pick<RelayDeps, 'services'>,
): void {
  const at = { model, requestId, channel: NO_CHANNEL, at: Date.now() }
  if (error instanceof RelayFailure) {
    const { failure, verdict } = error
    const kind = failureKind(failure, verdict) ?? 'caller'
    traffic.failed({ ...at, kind, status: failure.status, message: attempts.at(-1)?.error ?? '' })
  } else if (error instanceof ApiError && error.code === 'no_channel') {
    traffic.failed({ ...at, kind: 'server', status: 0, message: 'no channel is enabled' })
  } else traffic.totals.failed({ ...at, kind: attempts.length > 0 ? 'server' : 'refused' })
}

/**
 * Counts an answer in the times of its channel. What a caller broke off, or could not pay, says nothing about how long
 * the channel takes.
 */
export function countAnswered(
  call: Call,
  { id: channel }: Channel,
  { reason, isRefused, firstByteMs, usage, realtime }: ChargeOutcome & { isRefused?: boolean },
  deps: RelayDeps,
): void {
  if (reason !== 'stop' && !isRefused) countBroken(call, channel, reason, deps)
  if (reason !== 'stop' || realtime !== undefined) return
  const endedAt = Date.now()
  const streamedTokens = call.stream ? completionTokens(usage) : 0
  const totalMs = endedAt - call.startedAt
  deps.services.traffic.served({ channel, model: call.model, endedAt, firstByteMs, totalMs, streamedTokens })
}

/** Counts an answer that the upstream broke off as a failure of the channel and of the call. */
export function countBroken(call: Call, channel: number, reason: EndReason, { services }: RelayDeps): void {
  const broken = BROKEN[reason]
  if (!broken) return
  const failed = { ...whatOf(call), at: Date.now(), ...broken, status: OK }
  services.traffic.failed({ ...failed, channel })
  services.circuits.failed(channel, call.model, failed)
  services.traffic.failed({ ...failed, channel: NO_CHANNEL })
}

/** Counts an answer that is larger than this server holds, as a failure of the channel alone. */
export function countTooLarge(call: Call, { id }: Pick<Channel, 'id'>, { services }: RelayDeps): void {
  const failure = { kind: 'server', status: OK, message: 'The answer is too large', requestId: call.id } as const
  services.circuits.failed(id, call.model, failure)
}

/** Ends of an answer for which the upstream is responsible. */
const BROKEN: Partial<Record<EndReason, { kind: FailureKind; message: string }>> = {
  upstream_error: { kind: 'server', message: 'The answer broke off' },
  idle_timeout: { kind: 'timeout', message: 'The upstream sent nothing more' },
  total_timeout: { kind: 'timeout', message: 'The answer took longer than the total time limit' },
}

const whatOf = (call: Call) => ({ model: call.model, requestId: call.id })
