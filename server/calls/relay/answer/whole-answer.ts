import { Refused, Unreadable } from '../../../formats/dialects/dialect.ts'
import { asInputUsage } from '../../../formats/dialects/merge-usage.ts'
import type { BoughtAnswer } from '../../../money/accounting/records.ts'
import { quotaWords } from '../../../money/receipts/quota-text.ts'
import { Deadline, type Ticker } from '../../../platform/async/ticker.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { RelayResponse } from '../../../wire/http1/shared/response.ts'
import type { WholeAnswer } from '../../upstream/answers/answer-reader.ts'
import { usageOrEstimate } from '../../upstream/answers/usage-or-estimate.ts'
import { embeddedFailure, failureInAnswer } from '../../upstream/read-failure.ts'
import { localFailure, type UpstreamFailure } from '../../upstream/upstream-failure.ts'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import { abortPolicyOf, timeLimitsOf } from '../attempt/time-limits.ts'
import type { Call } from '../call/call.ts'
import type { HeldCall } from '../call/held-call.ts'
import { boughtAnswer, chargeCall, voidCall, waiverOf } from '../charge/charge.ts'
import { shortBudgetError } from '../charge/hold-cost.ts'
import { learnRatios } from '../charge/learn-ratios.ts'
import { logUnchargedCall } from '../charge/log-failed-call.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { AnswerReservation } from './answer-reservation.ts'
import { noteWholeAnswer } from './note-place.ts'
import { priceAnswer } from './price-answer.ts'

/** Status of a failed call whose caller has disconnected; it is never sent. */
const CLIENT_CLOSED_STATUS = 499
const ENDED = { reason: 'stop' } as const
/** How a charge ends when the caller disconnected and the answer was read to its end. */
const DRAINED = { reason: 'client_abort', abortPolicy: 'drain' } as const

/**
 * Receives a whole answer, charges it and returns the response, or returns the failure after which another channel
 * is tried. Throws an ApiError when there is no memory for the answer or the owner cannot pay.
 */
export async function deliverWholeAnswer(
  held: HeldCall,
  attempt: AnsweredAttempt,
  deps: RelayDeps,
): Promise<RelayResponse | { failure: UpstreamFailure }> {
  const { call, run } = held
  let reservation: AnswerReservation | undefined
  const keep = (bytes: number) => {
    reservation ??= new AnswerReservation(call, deps)
    reservation.add(bytes)
  }
  let reply: RelayResponse | undefined
  run.phase = 'answering'
  try {
    const bytes = attempt.answer.bytes(keep)
    const received =
      bytes instanceof Promise ? await awaitAnswer(call, attempt, bytes, deps.ticker) : readAnswer(bytes, attempt, call)
    if ('failure' in received) return call.signal.aborted ? endDisconnected(held, deps) : received
    reply = await chargeAndRespond(held, attempt, received, deps)
    if (reservation?.isReserved) reply.release = reservation.release
    return reply
  } finally {
    if (!reply) reservation?.release()
  }
}

/** Charges an answer, and returns the response; an answer that its owner cannot pay is not delivered. */
async function chargeAndRespond(
  held: HeldCall,
  attempt: AnsweredAttempt,
  received: WholeAnswer,
  deps: RelayDeps,
): Promise<RelayResponse> {
  const { call, hold } = held
  const { body, contentType, usage: reported, outputTokens, pictures, vendorReason } = received
  // A call that requested four images and received two pays for two.
  const priced = pictures === undefined ? call : (call.quoteForImages?.(pictures) ?? call)
  const counted = usageOrEstimate(reported, priced, call.endpoint.hasOutput ? outputTokens : 0)
  const answer = priceAnswer(counted, attempt, priced.quote)
  const waiving = waiverOf(call, { reason: 'stop', isEmpty: received.isEmpty === true, usage: answer.usage }, deps)
  const waived = waiving instanceof Promise ? await waiving : waiving
  const cost = waived ? 0 : answer.full
  const extending = hold.extend(cost, 0)
  const isCovered = extending instanceof Promise ? await extending : extending
  if (!isCovered) {
    const bought = boughtAnswer(call, attempt.channel, answer, deps)
    return rejectUndeliverable(held, priced.inputTokens, { cost, bought }, deps)
  }
  call.trace?.see(body)
  const outcome = {
    ...answer,
    firstByteMs: Date.now() - call.startedAt,
    omitted: attempt.omitted,
    vendorReason,
    waived,
    ...(call.signal.aborted ? DRAINED : ENDED),
  }
  await chargeCall(held, attempt.channel, outcome, deps)
  if (call.endpoint.format === 'responses') noteWholeAnswer(held.run, attempt, body, deps)
  if (answer.source === 'upstream' && deps.services.estimates.isSample(call.model))
    learnRatios(call, attempt.model, answer.usage, received, deps)
  return { status: 200, headers: { 'content-type': contentType ?? contentTypeOf(body, attempt, call) }, body }
}

/** Returns the content type of an answer that is passed on. A model's text is one JSON object. */
function contentTypeOf(body: Buffer, { answer }: AnsweredAttempt, call: Call): string {
  const type = answer.header('content-type')
  return call.isText && !isJsonType(type) ? 'application/json' : safeContentType(type, body)
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
  const failure = failureInAnswer(body, Date.now(), attempt.channel.type)
  if (failure) return { failure }
  try {
    const read = attempt.reader.whole(body, attempt.mayRetry)
    return read.usage && !call.endpoint.hasOutput ? { ...read, usage: asInputUsage(read.usage) } : read
  } catch (error) {
    if (error instanceof Refused) return { failure: embeddedFailure(error.error, Date.now(), attempt.channel.type) }
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

function endDisconnected(held: HeldCall, deps: RelayDeps): RelayResponse {
  voidCall(held, deps)
  logUnchargedCall(held, { reason: 'client_abort' }, deps)
  return { status: CLIENT_CLOSED_STATUS, headers: {}, body: '' }
}

/**
 * Rejects an answer that costs more than its owner can pay: it is not delivered, and the same call must have its
 * price available from now on.
 */
async function rejectUndeliverable(
  held: HeldCall,
  inputTokens: number,
  { cost, bought }: { cost: number; bought: BoughtAnswer | undefined },
  deps: RelayDeps,
): Promise<never> {
  const units = Math.ceil(cost / 1000)
  voidCall(held, deps)
  await deps.undeliverable.record({ ...held.call, inputTokens }, units, units, bought)
  throw (
    shortBudgetError(held, deps) ??
    new ApiError('answer_exceeds_quota', { need: quotaWords(units, deps.services.options.values), units })
  )
}

/**
 * Content types of upstreams that are passed on. HTML, XML, SVG and scripts are left out: a form on another site
 * can make a browser open an answer under this server's address (with a token as `?key=`), where a script would run
 * with the user's session.
 */
const SAFE_TYPES =
  /^(?:application\/(?:json|octet-stream|ogg|[\w.-]*subrip|[\w.-]+\+json|x-ndjson)|text\/(?:plain|vtt|srt)|audio\/[\w.+-]+|video\/[\w.+-]+|image\/(?!svg)[\w.-]+)(?: *;[ -+\--~]*)?$/i
const JSON_START = /^\s*[[{]/

/** Returns the Content-Type of an answer to the caller: the upstream's, or one that no browser executes. */
export function safeContentType(type: string | undefined, body: Buffer): string {
  if (type !== undefined && SAFE_TYPES.test(type)) return type
  return JSON_START.test(body.toString('latin1', 0, 100)) ? 'application/json' : 'application/octet-stream'
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?: *;|$)/i
/** Whether the upstream declares its answer as JSON. */
const isJsonType = (type: string | undefined): boolean => type !== undefined && JSON_TYPE.test(type)
