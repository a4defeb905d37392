import { completionTokens, costOf } from '#contract/price.ts'
import { Deadline, type Ticker } from '../../async/ticker.ts'
import { detectShape } from '../../body/detect-shape.ts'
import { fieldValue, scanFields, skipBlank } from '../../body/scan-fields.ts'
import { upstreamDialects } from '../../dialects/all.ts'
import type { JsonObject } from '../../dialects/conversation.ts'
import { Refused, Unreadable, type UpstreamDialect } from '../../dialects/dialect.ts'
import { isObject } from '../../dialects/json.ts'
import { asInputUsage } from '../../dialects/merge-usage.ts'
import { checkCompletion } from '../../dialects/openai/check-completion.ts'
import { hasNoResult, isErrorAnswer, readUpstreamError, statusOfError } from '../../dialects/openai-errors.ts'
import { findUsage } from '../../dialects/openai-usage.ts'
import { readRerankUsage } from '../../dialects/rerank.ts'
import { ApiError } from '../../errors/api-error.ts'
import type { RelayResponse } from '../../http1/shared/response.ts'
import type { Hold } from '../../money/hold.ts'
import type { ReadAnswer } from '../../upstream/answers/answer-reader.ts'
import { readCompletionAnswer } from '../../upstream/answers/completion-answer.ts'
import { estimateTextTokens } from '../../upstream/answers/estimate.ts'
import { readChunks } from '../../upstream/answers/read-any-answer.ts'
import { usageOrEstimate } from '../../upstream/answers/usage-or-estimate.ts'
import { Conversion } from '../../upstream/conversion.ts'
import { localFailure, type UpstreamFailure } from '../../upstream/upstream-failure.ts'
import { chargeCall, voidCall } from '../billing/charge.ts'
import { logUnchargedCall } from '../billing/log-failed-call.ts'
import type { RelayDeps } from '../deps.ts'
import type { Call } from '../request/call.ts'
import { abortPolicyOf, timeLimitsOf } from '../routing/time-limits.ts'
import { withChargedTier } from '../upstream/price-edits.ts'
import type { Upstream } from '../upstream/try-channel.ts'
import { AnswerReservation } from './answer-reservation.ts'
import { isJsonType, safeContentType } from './content-type.ts'
import { toRequestedEncoding } from './embedding-encoding.ts'

/** Answers up to this size are parsed completely; of larger ones (embeddings) only the usage is read. */
const MAX_PARSED_BYTES = 64 * 1024
/** Status of a failed call whose caller has disconnected; it is never sent. */
const CLIENT_CLOSED_STATUS = 499
/** How a charge ends when the caller disconnected and the answer was read to its end. */
const DRAINED = { reason: 'client_abort', abortPolicy: 'drain' } as const

/**
 * Receives a whole answer, charges it and returns the response, or returns the failure after which another channel
 * is tried. Throws an ApiError when there is no memory for the answer or the owner cannot pay.
 */
export async function deliverWholeAnswer(
  call: Call,
  upstream: Upstream,
  hold: Hold,
  deps: RelayDeps,
): Promise<RelayResponse | { failure: UpstreamFailure }> {
  const reservation = new AnswerReservation(call, deps)
  let reply: RelayResponse | { failure: UpstreamFailure } | undefined
  try {
    reply = await receiveAndCharge(call, upstream, hold, reservation, deps)
    if (reservation.isReserved && 'body' in reply) reply.release = reservation.release
    return reply
  } finally {
    if (!reply || 'failure' in reply) reservation.release()
  }
}

async function receiveAndCharge(
  call: Call,
  upstream: Upstream,
  hold: Hold,
  reservation: AnswerReservation,
  deps: RelayDeps,
): Promise<RelayResponse | { failure: UpstreamFailure }> {
  const bytes = upstream.answer.bytes(reservation.add)
  const received =
    bytes instanceof Promise ? await awaitAnswer(call, upstream, bytes, deps.ticker) : readAnswer(bytes, upstream, call)
  if ('failure' in received) return call.signal.aborted ? endDisconnected(call, hold, deps) : received
  const { body, contentType, reported, outputTokens, imageCount, vendorReason } = received
  // A call that requested four images and received two pays for two.
  if (imageCount !== undefined && call.quoteForImages) Object.assign(call, call.quoteForImages(imageCount))
  const { usage: counted, source } = usageOrEstimate(
    reported,
    call.inputTokens,
    call.endpoint.hasOutput ? outputTokens : 0,
  )
  const usage = withChargedTier(counted, upstream, call.quote.rates)
  const cost = costOf(call.quote.rates, usage)
  const covered = hold.extend(cost, 0)
  if (!(covered instanceof Promise ? await covered : covered)) return rejectUndeliverable(call, hold, cost, deps)
  const firstByteMs = Date.now() - call.startedAt
  const end = call.signal.aborted ? DRAINED : { reason: 'stop' as const }
  const { model: upstreamModel, omitted } = upstream
  const outcome = { usage, source, firstByteMs, upstreamModel, omitted, vendorReason, ...end }
  await chargeCall(call, upstream.channel, hold, outcome, deps)
  return {
    status: 200,
    headers: {
      'content-type': contentType ?? safeContentType(upstream.answer.header('content-type'), body),
    },
    body,
  }
}

/** Waits for an answer that has not fully arrived, within the limits of the channel and its abort policy. */
async function awaitAnswer(
  call: Call,
  upstream: Upstream,
  bytes: Promise<Buffer>,
  ticker: Ticker,
): Promise<ReadAnswer | { failure: UpstreamFailure }> {
  const { exchange, channel } = upstream
  const { policy, drainMs } = abortPolicyOf(channel)
  let drainTimer: ReturnType<typeof setTimeout> | undefined
  const onDisconnect = () => {
    if (policy === 'cancel') exchange.cancel('the caller hung up')
    else drainTimer = setTimeout(() => exchange.cancel('the caller hung up'), drainMs)
  }
  const deadline = new Deadline(ticker, Date.now() + timeLimitsOf(channel).total, () =>
    exchange.cancel('the answer took too long'),
  )
  call.signal.addEventListener('abort', onDisconnect)
  if (call.signal.aborted) onDisconnect()
  try {
    return readAnswer(await bytes, upstream, call)
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

/** Some upstreams report errors with status 200; they are treated as failures. */
function errorWithStatus200(body: Buffer): UpstreamFailure {
  const error = readUpstreamError(body.toString('utf8'), 500)
  return { kind: 'answered', status: statusOfError(error), error }
}

/**
 * Whether the answer of a call is a model's text: such answers are read in any shape and returned in the shape that
 * the caller requested.
 */
export const isTextAnswer = ({ endpoint: { operation } }: Pick<Call, 'endpoint'>) =>
  operation === 'chat' || operation === 'completions'

/** Reads what the charge needs. Large answers are not parsed completely. */
function readAnswer(bytes: Buffer, upstream: Upstream, call: Call): ReadAnswer | { failure: UpstreamFailure } {
  const body = stripByteOrderMark(bytes) as Buffer<ArrayBuffer>
  if (isErrorAnswer(body)) return { failure: errorWithStatus200(body) }
  try {
    const read = isTextAnswer(call) ? readTextAnswer(body, upstream, call) : readUnchanged(body, upstream, call)
    const { reported } = read
    return reported && !call.endpoint.hasOutput ? { ...read, reported: asInputUsage(reported) } : read
  } catch (error) {
    if (error instanceof Refused) return { failure: { kind: 'answered', status: error.status, error: error.error } }
    return {
      failure: localFailure('malformed', error instanceof Unreadable ? error.message : 'the answer is not JSON'),
    }
  }
}

const OPEN_BRACE = 0x7b

/** Whether an answer has the shape that the caller requested, which here is one JSON object. */
const hasRequestedShape = (body: Buffer, { stream }: Call) =>
  !stream && (body[0] === OPEN_BRACE || (detectShape(body) === 'json' && body[skipBlank(body, 0)] === OPEN_BRACE))

/** Returns a model's answer in the shape that the caller requested. Throws as readers do. */
function readTextAnswer(body: Buffer<ArrayBuffer>, upstream: Upstream, call: Call): ReadAnswer {
  if (!hasRequestedShape(body, call)) return convertShape(body, upstream, call)
  try {
    const read = readUnchanged(body, upstream, call)
    return isJsonType(upstream.answer.header('content-type')) ? read : { contentType: 'application/json', ...read }
  } catch (error) {
    // The answer begins like an object, but may be several objects.
    if (error instanceof SyntaxError) return convertShape(body, upstream, call)
    throw error
  }
}

/** Converts an answer of another shape to the shape that the caller requested. Throws as readers do. */
function convertShape(body: Buffer, upstream: Upstream, call: Call): ReadAnswer {
  const { reader, format } = upstream
  if (reader instanceof Conversion) return reader.answer(body)
  const { collect }: UpstreamDialect = upstreamDialects[format]
  const whole = call.stream ? undefined : collect?.(readChunks(body))
  if (whole)
    return { ...readUnchanged(Buffer.from(JSON.stringify(whole)), upstream, call), contentType: 'application/json' }
  return call.endpoint.operation === 'completions'
    ? readCompletionAnswer(body, call)
    : new Conversion(call, format).answer(body)
}

/** Reads an answer that is passed on unchanged, unless its reader writes another one. Throws as readers do. */
function readUnchanged(body: Buffer<ArrayBuffer>, { reader, mayRetry }: Upstream, call: Call): ReadAnswer {
  const { endpoint } = call
  if (reader) return reader.answer(body, mayRetry)
  const isLong = body.length > MAX_PARSED_BYTES
  const parsed = isLong ? readTopLevelFields(body) : parsedObject(body)
  if (!isLong && hasNoResult(parsed)) throw new Unreadable(readUpstreamError(body.toString('utf8'), 200).message)
  if (!isLong && isTextAnswer({ endpoint })) checkCompletion(parsed)
  const reported = findUsage(parsed) ?? readRerankUsage(parsed.meta)
  const tellsOutput = !endpoint.hasOutput || (reported !== undefined && completionTokens(reported) > 0)
  const passed = endpoint.operation === 'embeddings' ? toRequestedEncoding(body, call) : body
  return { body: passed, reported, outputTokens: tellsOutput ? 0 : estimateOutputTokens(body) }
}

const JSON_WITH_BOM = /^\u00EF\u00BB\u00BF\s*[[{]/

/** Removes the byte order mark that some servers put before JSON: parsers need not accept it (RFC 8259 §8.1). */
function stripByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && JSON_WITH_BOM.test(bytes.toString('latin1', 0, 100)) ? bytes.subarray(3) : bytes
}

/** Top-level fields that are read from a large answer. */
const READ_FIELDS = [
  'usage',
  'usageMetadata',
  'usage_metadata',
  'x_groq',
  'metrics',
  'timings',
  'meta',
  'service_tier',
] as const

/** Reads these fields of a large answer without parsing the rest. */
function readTopLevelFields(body: Buffer): JsonObject {
  const fields = scanFields(body)
  return Object.fromEntries(READ_FIELDS.map((name) => [name, fieldValue(body, fields, name)]))
}

function parsedObject(body: Buffer): JsonObject {
  const value: unknown = JSON.parse(body.toString('utf8'))
  if (!isObject(value)) throw new SyntaxError('not an object')
  return value
}

const TEXT_FIELDS = new Set(['content', 'reasoning_content', 'arguments', 'text', 'refusal'])

/** Estimates the output tokens of an answer without usage. */
function estimateOutputTokens(body: Buffer): number {
  let tokens = 0
  JSON.parse(body.toString('utf8'), (name, value) => {
    if (typeof value !== 'string' || !TEXT_FIELDS.has(name)) return value
    const text = Buffer.from(value)
    tokens += estimateTextTokens(text, 0, text.length)
    return value
  })
  return tokens
}

function endDisconnected(call: Call, hold: Hold, deps: RelayDeps): RelayResponse {
  voidCall(call, hold, deps)
  logUnchargedCall(call, 'client_abort', deps)
  return { status: CLIENT_CLOSED_STATUS, headers: {}, body: '' }
}

/**
 * Rejects an answer that costs more than its owner can pay: it is not delivered, and the same call must have its
 * price available from now on.
 */
async function rejectUndeliverable(call: Call, hold: Hold, cost: number, deps: RelayDeps): Promise<never> {
  const units = Math.ceil(cost / 1000)
  voidCall(call, hold, deps)
  await deps.undeliverable.record(call, units, units)
  throw new ApiError('answer_exceeds_quota', { need: units })
}
