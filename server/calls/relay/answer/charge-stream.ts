import type { EndReason } from '#contract/receipt.ts'
import type { AnswerStream } from '../../upstream/answers/answer-reader.ts'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import { noteAnswerError } from '../attempt/record-failure.ts'
import { abortPolicyOf } from '../attempt/time-limits.ts'
import type { HeldCall } from '../call/held-call.ts'
import { boughtAnswer, chargeCall, voidCall, waiverOf } from '../charge/charge.ts'
import { payableCost } from '../charge/hold-cost.ts'
import { learnRatios } from '../charge/learn-ratios.ts'
import { logUnchargedCall } from '../charge/log-failed-call.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { StreamMeter } from './stream-meter.ts'

/** A stream that has ended. */
interface EndedStream {
  stream: AnswerStream
  meter: StreamMeter
  reason: EndReason
  /** Milliseconds; below 0 = nothing has arrived. */
  firstByteMs: number
}

/**
 * Charges what was delivered of a stream. Returns the final reason of its end: an answer that costs more than its owner
 * can pay ended for lack of quota. Rejects when the charge cannot be written.
 */
export async function chargeStream(
  held: HeldCall,
  attempt: AnsweredAttempt,
  { stream, meter, reason, firstByteMs }: EndedStream,
  deps: RelayDeps,
): Promise<EndReason> {
  const { call, run, hold } = held
  const { channel } = attempt
  const isRefused =
    reason === 'upstream_error' && stream.error !== undefined && noteAnswerError(run, channel, stream.error, deps)
  // Usage that an upstream reports for an undelivered answer, or for its tools, is not charged to the caller.
  if (!meter.hasDelivered && !isChargeable(reason, firstByteMs)) {
    voidCall(held, deps)
    const unpaid = reason === 'insufficient_quota' ? await recordUnpaid(held, attempt, meter, deps) : undefined
    logUnchargedCall(held, { reason, unpaid, isRefused }, deps)
    return reason
  }
  const answer = meter.priceDelivered()
  const { usage, source, full } = answer
  const waived = await waiverOf(call, { reason, isEmpty: !meter.hasDelivered, usage }, deps)
  const cost = waived ? 0 : full
  const payable = await payableCost(call, hold, cost, deps)
  const end = payable < cost && reason === 'stop' ? 'insufficient_quota' : reason
  const outcome = {
    ...answer,
    reason: end,
    isRefused,
    firstByteMs,
    omitted: attempt.omitted,
    vendorReason: stream.vendorReason,
    waived,
    ...(end === 'client_abort' && { abortPolicy: abortPolicyOf(channel).policy }),
    ...(payable < cost && { payable }),
  }
  await chargeCall(held, channel, outcome, deps)
  if (source === 'upstream' && end === 'stop' && deps.services.estimates.isSample(call.model))
    learnRatios(call, attempt.model, usage, stream, deps)
  return end
}

/** Whether an answer without text is charged: it is complete, or the caller disconnected while it was arriving. */
const isChargeable = (reason: EndReason, firstByteMs: number): boolean =>
  reason === 'stop' || (reason === 'client_abort' && firstByteMs >= 0)

/**
 * Records an answer whose first piece the owner could not pay: the upstream charges the operator for what it had
 * produced by then. Returns that cost in quota units.
 */
async function recordUnpaid(
  { call }: HeldCall,
  attempt: AnsweredAttempt,
  meter: StreamMeter,
  deps: RelayDeps,
): Promise<number> {
  const answer = meter.priceProduced()
  const units = Math.ceil(answer.full / 1000)
  await deps.undeliverable.record(call, units, units, boughtAnswer(call, attempt.channel, answer, deps))
  return units
}
