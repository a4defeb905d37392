import { costOf } from '#contract/prices/price.ts'
import { Refused, Unreadable } from '../../../formats/dialects/dialect.ts'
import { asInputUsage } from '../../../formats/dialects/merge-usage.ts'
import type { Hold } from '../../../money/accounting/hold.ts'
import type { BoughtAnswer } from '../../../money/accounting/records.ts'
import { quoteForUsage } from '../../../money/prices/quote.ts'
import { quotaWords } from '../../../money/receipts/quota-text.ts'
import { andThen, type MaybePromise } from '../../../platform/async/and-then.ts'
import { Deadline, type Ticker } from '../../../platform/async/ticker.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { RelayResponse } from '../../../wire/http1/shared/response.ts'
import type { WholeAnswer } from '../../upstream/answers/answer-reader.ts'
import { isTextAnswer } from '../../upstream/answers/text-reader.ts'
import { usageOrEstimate } from '../../upstream/answers/usage-or-estimate.ts'
import { failureInAnswer } from '../../upstream/read-failure.ts'
import { localFailure, type UpstreamFailure } from '../../upstream/upstream-failure.ts'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import { answeredTier, chargedUsage, toldCost } from '../attempt/price-edits.ts'
import { abortPolicyOf, timeLimitsOf } from '../attempt/time-limits.ts'
import { upstreamIdOf } from '../attempt/upstream-id.ts'
import { boughtAnswer, chargeCall, voidCall } from '../charge/charge.ts'
import { shortBudgetError } from '../charge/extend-hold.ts'
import { learnRatios } from '../charge/learn-ratios.ts'
import { logUnchargedCall } from '../charge/log-failed-call.ts'
import { waiverOf } from '../charge/waive.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { Call } from '../read/call.ts'
import type { Progress } from '../read/progress.ts'
import { AnswerReservation } from './answer-reservation.ts'
import { isJsonType, safeContentType } from './content-type.ts'
import { noteWholeAnswer } from './note-place.ts'

/** Status of a failed call whose caller has disconnected; it is never sent. */
const CLIENT_CLOSED_STATUS = 499
/** How a charge ends when the caller disconnected and the answer was read to its end. */
const DRAINED = { reason: 'client_abort', abortPolicy: 'drain' } as const

/**
 * Receives a whole answer, charges it and returns the response, or returns the failure after which another channel
 * is tried. Throws an ApiError when there is no memory for the answer or the owner cannot pay.
 */
export async function deliverWholeAnswer(
  progress: Progress,
  attempt: AnsweredAttempt,
  hold: Hold,
  deps: RelayDeps,
): Promise<RelayResponse | { failure: UpstreamFailure }> {
  const reservation = new AnswerReservation(progress.call, deps)
  let reply: RelayResponse | { failure: UpstreamFailure } | undefined
  try {
    reply = await receiveAndCharge(progress, attempt, hold, reservation, deps)
    if (reservation.isReserved && 'body' in reply) reply.release = reservation.release
    return reply
  } finally {
    if (!reply || 'failure' in reply) reservation.release()
  }
}

function receiveAndCharge(
  progress: Progress,
  attempt: AnsweredAttempt,
  hold: Hold,
  reservation: AnswerReservation,
  deps: RelayDeps,
): MaybePromise<RelayResponse | { failure: UpstreamFailure }> {
  const { call } = progress
  progress.phase = 'answering'
  const bytes = attempt.answer.bytes(reservation.add)
  const reading =
    bytes instanceof Promise ? awaitAnswer(call, attempt, bytes, deps.ticker) : readAnswer(bytes, attempt, call)
  return andThen(reading, (received) => {
    if (!('failure' in received)) return chargeAndRespond(progress, attempt, hold, received, deps)
    return call.signal.aborted ? endDisconnected(progress, hold, deps) : received
  })
}

/** Charges an answer, and returns the response; an answer that its owner cannot pay is not delivered. */
function chargeAndRespond(
  progress: Progress,
  attempt: AnsweredAttempt,
  hold: Hold,
  received: WholeAnswer,
  deps: RelayDeps,
): MaybePromise<RelayResponse> {
  const { call } = progress
  const { body, contentType, usage: reported, outputTokens, pictures, vendorReason } = received
  // A call that requested four images and received two pays for two.
  const priced = pictures === undefined ? call : (call.quoteForImages?.(pictures) ?? call)
  const { quote: expected } = priced
  const { usage: counted, source } = usageOrEstimate(reported, priced, call.endpoint.hasOutput ? outputTokens : 0)
  const usage = chargedUsage(counted, attempt, expected)
  const quote = quoteForUsage(expected, usage)
  const waiver = waiverOf(call, { reason: 'stop', isEmpty: received.isEmpty === true, usage }, deps)
  return andThen(waiver, (waived) => {
    const cost = waived ? 0 : costOf(quote.rates, usage)
    return andThen(hold.extend(cost, 0), (covered) => {
      const { model: upstreamModel, omitted } = attempt
      const [tier, told] = [answeredTier(counted, attempt), toldCost(counted, attempt)]
      if (!covered) {
        const bought = { quote, usage, source, upstreamModel, tier, told }
        const unpaid = boughtAnswer(call, attempt.channel, bought, deps)
        return rejectUndeliverable(progress, priced.inputTokens, hold, { cost, bought: unpaid }, deps)
      }
      const outcome = {
        quote,
        usage,
        source,
        upstreamModel,
        tier,
        told,
        upstreamId: upstreamIdOf(attempt.answer),
        firstByteMs: Date.now() - call.startedAt,
        omitted,
        vendorReason,
        waived,
        reason: 'stop' as const,
      }
      call.trace?.see(body)
      const charged = call.signal.aborted ? { ...outcome, ...DRAINED } : outcome
      return chargeCall(progress, attempt.channel, hold, charged, deps).then(() => {
        noteWholeAnswer(progress, attempt, body, deps)
        if (source === 'upstream') learnRatios(call, upstreamModel, usage, received, deps)
        return { status: 200, headers: { 'content-type': contentType ?? contentTypeOf(body, attempt, call) }, body }
      })
    })
  })
}

/** Returns the content type of an answer that is passed on. A model's text is one JSON object. */
function contentTypeOf(body: Buffer, { answer }: AnsweredAttempt, call: Call): string {
  const type = answer.header('content-type')
  return isTextAnswer(call.endpoint) && !isJsonType(type) ? 'application/json' : safeContentType(type, body)
}

/** Waits for an answer that has not fully arrived, within the limits of the channel and its abort policy. */
async function awaitAnswer(
  call: Call,
  attempt: AnsweredAttempt,
  bytes: Promise<Buffer>,
  ticker: Ticker,
): Promise<WholeAnswer | { failure: UpstreamFailure }> {
  const { exchange, channel } = attempt
  const { policy, drainMs } = abortPolicyOf(channel)
  let drainTimer: ReturnType<typeof setTimeout> | undefined
  const onDisconnect = () => {
    if (policy === 'cancel' && !attempt.byCost) exchange.cancel('the caller hung up')
    else drainTimer = setTimeout(() => exchange.cancel('the caller hung up'), drainMs)
  }
  const deadline = new Deadline(ticker, Date.now() + timeLimitsOf(channel).total, () =>
    exchange.cancel('the answer took too long'),
  )
  call.signal.addEventListener('abort', onDisconnect)
  if (call.signal.aborted) onDisconnect()
  try {
    return readAnswer(await bytes, attempt, call)
  } catch (error) {
    exchange.cancel('the rest is not needed')
    if (error instanceof ApiError && error.code === 'answer_too_large')
      return { failure: localFailure('oversized', error.message) }
    if (error instanceof ApiError) throw error
    return { failure: localFailure(deadline.passed ? 'timeout' : 'unreachable', `the answer broke off: ${error}`) }
  } finally {
    deadline.clear()
    clearTimeout(drainTimer)
    call.signal.removeEventListener('abort', onDisconnect)
  }
}

/** Reads an answer, or returns the failure of an upstream that has sent none. */
function readAnswer(bytes: Buffer, attempt: AnsweredAttempt, call: Call): WholeAnswer | { failure: UpstreamFailure } {
  const body = stripByteOrderMark(bytes) as Buffer<ArrayBuffer>
  // Some upstreams report errors with status 200.
  const failure = failureInAnswer(body, () => attempt.reader.whole(body, attempt.mayRetry), Date.now())
  if (failure) return { failure }
  try {
    const read = attempt.reader.whole(body, attempt.mayRetry)
    return read.usage && !call.endpoint.hasOutput ? { ...read, usage: asInputUsage(read.usage) } : read
  } catch (error) {
    if (error instanceof Refused) return { failure: { kind: 'answered', status: error.status, error: error.error } }
    return {
      failure: localFailure('malformed', error instanceof Unreadable ? error.message : 'the answer is not JSON'),
    }
  }
}

const JSON_WITH_BOM = /^\u00EF\u00BB\u00BF\s*[[{]/

/** Removes the byte order mark that some servers put before JSON: parsers need not accept it (RFC 8259 §8.1). */
function stripByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && JSON_WITH_BOM.test(bytes.toString('latin1', 0, 100)) ? bytes.subarray(3) : bytes
}

function endDisconnected(progress: Progress, hold: Hold, deps: RelayDeps): RelayResponse {
  voidCall(progress, hold, deps)
  logUnchargedCall(progress, 'client_abort', deps)
  return { status: CLIENT_CLOSED_STATUS, headers: {}, body: '' }
}

/**
 * Rejects an answer that costs more than its owner can pay: it is not delivered, and the same call must have its
 * price available from now on.
 */
async function rejectUndeliverable(
  progress: Progress,
  inputTokens: number,
  hold: Hold,
  { cost, bought }: { cost: number; bought: BoughtAnswer | undefined },
  deps: RelayDeps,
): Promise<never> {
  const units = Math.ceil(cost / 1000)
  voidCall(progress, hold, deps)
  await deps.undeliverable.record({ ...progress.call, inputTokens }, units, units, bought)
  throw (
    shortBudgetError(progress, hold, deps) ??
    new ApiError('answer_exceeds_quota', { need: quotaWords(units, deps.services.options.values), units })
  )
}
