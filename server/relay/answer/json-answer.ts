import { completionTokens, costOf } from '#contract/price.ts'
import { type Clock, Deadline } from '../../async/ticker.ts'
import { shapeOf } from '../../body/body-shape.ts'
import { fieldValue, scanFields, skipBlank } from '../../body/scan-fields.ts'
import { upstreamDialects } from '../../dialects/all.ts'
import type { JsonObject } from '../../dialects/conversation.ts'
import { Refused, Unreadable, type UpstreamDialect } from '../../dialects/dialect.ts'
import { isObject } from '../../dialects/json.ts'
import { withoutOutput } from '../../dialects/later-usage.ts'
import { checkCompletion } from '../../dialects/openai/check-completion.ts'
import { answersNothing, isErrorAnswer, readUpstreamError, statusOfError } from '../../dialects/openai-errors.ts'
import { usageIn } from '../../dialects/openai-usage.ts'
import { readRerankUsage } from '../../dialects/rerank.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Reply } from '../../http1/shared/response.ts'
import type { Hold } from '../../money/hold.ts'
import type { ReadAnswer } from '../../upstream/answers/answer-reader.ts'
import { completionAnswer } from '../../upstream/answers/completion-answer.ts'
import { estimateTextTokens } from '../../upstream/answers/estimate.ts'
import { chunksIn } from '../../upstream/answers/read-any-answer.ts'
import { usageOr } from '../../upstream/answers/usage-or-estimate.ts'
import { Conversion } from '../../upstream/conversion.ts'
import { local, type UpstreamFailure } from '../../upstream/upstream-failure.ts'
import { bill, voidCall } from '../billing/charge.ts'
import { noteUncharged } from '../billing/log-failed-call.ts'
import type { RelayDeps } from '../deps.ts'
import type { Call } from '../request/call.ts'
import { abortPolicyOf, limitsOf } from '../routing/time-limits.ts'
import type { Upstream } from '../upstream/attempt.ts'
import { withChargedTier } from '../upstream/priced-fields.ts'
import { HeldAnswer } from './answer-reservation.ts'
import { answerType, isJsonType } from './answer-type.ts'
import { inEncoding } from './embedding-encoding.ts'

/** Answers up to this size are parsed as a whole; of longer ones (embeddings) only the usage is. */
const PARSED_BYTES = 64 * 1024
/** Status of a failed call whose caller has gone: nobody reads it. */
const CLIENT_GONE = 499
/** How the bill of an answer ends whose caller left while it was read to its end. */
const DRAINED = { reason: 'client_abort', abortPolicy: 'drain' } as const

/**
 * Receives a whole answer, bills it and hands it over; or says why another channel should be tried. Throws a Failure
 * where there is no memory for the answer now, or no money.
 */
export async function jsonAnswer(
  call: Call,
  upstream: Upstream,
  hold: Hold,
  deps: RelayDeps,
): Promise<Reply | { failure: UpstreamFailure }> {
  const held = new HeldAnswer(call, deps)
  let reply: Reply | { failure: UpstreamFailure } | undefined
  try {
    reply = await receivedAnswer(call, upstream, hold, held, deps)
    if (held.isReserved && 'body' in reply) reply.release = held.release
    return reply
  } finally {
    if (!reply || 'failure' in reply) held.release()
  }
}

async function receivedAnswer(
  call: Call,
  upstream: Upstream,
  hold: Hold,
  held: HeldAnswer,
  deps: RelayDeps,
): Promise<Reply | { failure: UpstreamFailure }> {
  const bytes = upstream.answer.bytes(held.keep)
  const received =
    bytes instanceof Promise ? await receive(call, upstream, bytes, deps.clock) : understood(bytes, upstream, call)
  if ('failure' in received) return call.signal.aborted ? abandoned(call, hold, deps) : received
  const { body, contentType, reported, outputTokens, pictures, vendorReason } = received
  // Who wants four pictures and gets two pays for two.
  if (pictures !== undefined && call.ofPictures) Object.assign(call, call.ofPictures(pictures))
  const { usage: counted, source } = usageOr(reported, call.inputTokens, call.endpoint.hasOutput ? outputTokens : 0)
  const usage = withChargedTier(counted, upstream, call.quote.rates)
  const cost = costOf(call.quote.rates, usage)
  const covered = hold.extend(cost, 0)
  if (!(covered instanceof Promise ? await covered : covered)) return withhold(call, hold, cost, deps)
  const firstByteMs = Date.now() - call.startedAt
  const end = call.signal.aborted ? DRAINED : { reason: 'stop' as const }
  const { model: upstreamModel, omitted } = upstream
  const outcome = { usage, source, firstByteMs, upstreamModel, omitted, vendorReason, ...end }
  await bill(call, upstream.channel, hold, outcome, deps)
  return {
    status: 200,
    headers: {
      'content-type': contentType ?? answerType(upstream.answer.header('content-type'), body),
    },
    body,
  }
}

/** Waits for an answer that is not there as a whole, as long as the channel and its abort policy allow. */
async function receive(
  call: Call,
  upstream: Upstream,
  bytes: Promise<Buffer>,
  clock: Clock,
): Promise<ReadAnswer | { failure: UpstreamFailure }> {
  const { exchange, channel } = upstream
  const { policy, drainMs } = abortPolicyOf(channel)
  let drainTimer: ReturnType<typeof setTimeout> | undefined
  const hangUp = () => {
    if (policy === 'cancel') exchange.cancel('the caller hung up')
    else drainTimer = setTimeout(() => exchange.cancel('the caller hung up'), drainMs)
  }
  const deadline = new Deadline(clock, Date.now() + limitsOf(channel).total, () =>
    exchange.cancel('the answer took too long'),
  )
  call.signal.addEventListener('abort', hangUp)
  if (call.signal.aborted) hangUp()
  try {
    return understood(await bytes, upstream, call)
  } catch (error) {
    exchange.cancel('the rest is not needed')
    if (error instanceof Failure && error.code === 'answer_too_large')
      return { failure: local('oversized', error.message) }
    if (error instanceof Failure) throw error
    return { failure: local(deadline.passed ? 'timeout' : 'unreachable', `the answer broke off: ${error}`) }
  } finally {
    deadline.clear()
    clearTimeout(drainTimer)
    call.signal.removeEventListener('abort', hangUp)
  }
}

/** Some upstreams report errors with status 200: treat them as the failures that they are. */
function disguised(body: Buffer): UpstreamFailure {
  const error = readUpstreamError(body.toString('utf8'), 500)
  return { kind: 'answered', status: statusOfError(error), error }
}

/** Whether the answer of a call is a text of a model: such answers are read in any shape, and told in the caller's. */
export const isTold = ({ endpoint: { operation } }: Pick<Call, 'endpoint'>) =>
  operation === 'chat' || operation === 'completions'

/** Reads what the bill needs. Long answers are not parsed as a whole. */
function understood(bytes: Buffer, upstream: Upstream, call: Call): ReadAnswer | { failure: UpstreamFailure } {
  const body = withoutMark(bytes) as Buffer<ArrayBuffer>
  if (isErrorAnswer(body)) return { failure: disguised(body) }
  try {
    const read = isTold(call) ? told(body, upstream, call) : asItIs(body, upstream, call)
    const { reported } = read
    return reported && !call.endpoint.hasOutput ? { ...read, reported: withoutOutput(reported) } : read
  } catch (error) {
    if (error instanceof Refused) return { failure: { kind: 'answered', status: error.status, error: error.error } }
    return { failure: local('malformed', error instanceof Unreadable ? error.message : 'the answer is not JSON') }
  }
}

const OPEN_BRACE = 0x7b

/** Whether an answer has the shape that its caller wants: here that is one JSON object. */
const isWanted = (body: Buffer, { stream }: Call) =>
  !stream && (body[0] === OPEN_BRACE || (shapeOf(body) === 'json' && body[skipBlank(body, 0)] === OPEN_BRACE))

/** The answer of a model in the shape that its caller wants. Throws as readers do. */
function told(body: Buffer<ArrayBuffer>, upstream: Upstream, call: Call): ReadAnswer {
  if (!isWanted(body, call)) return reshaped(body, upstream, call)
  try {
    const read = asItIs(body, upstream, call)
    return isJsonType(upstream.answer.header('content-type')) ? read : { contentType: 'application/json', ...read }
  } catch (error) {
    // It begins as an object does, and may be several.
    if (error instanceof SyntaxError) return reshaped(body, upstream, call)
    throw error
  }
}

/** An answer of another shape than its caller wants, in that shape. Throws as readers do. */
function reshaped(body: Buffer, upstream: Upstream, call: Call): ReadAnswer {
  const { reader, format } = upstream
  if (reader instanceof Conversion) return reader.answer(body)
  const { collect }: UpstreamDialect = upstreamDialects[format]
  const whole = call.stream ? undefined : collect?.(chunksIn(body))
  if (whole) return { ...asItIs(Buffer.from(JSON.stringify(whole)), upstream, call), contentType: 'application/json' }
  return call.endpoint.operation === 'completions'
    ? completionAnswer(body, call)
    : new Conversion(call, format).answer(body)
}

/** An answer that passes, unless its reader writes another. Throws as readers do. */
function asItIs(body: Buffer<ArrayBuffer>, { reader, mayRetry }: Upstream, call: Call): ReadAnswer {
  const { endpoint } = call
  if (reader) return reader.answer(body, mayRetry)
  const isLong = body.length > PARSED_BYTES
  const parsed = isLong ? topLevel(body) : parsedObject(body)
  if (!isLong && answersNothing(parsed)) throw new Unreadable(readUpstreamError(body.toString('utf8'), 200).message)
  if (!isLong && isTold({ endpoint })) checkCompletion(parsed)
  const reported = usageIn(parsed) ?? readRerankUsage(parsed.meta)
  const tellsOutput = !endpoint.hasOutput || (reported !== undefined && completionTokens(reported) > 0)
  const passed = endpoint.operation === 'embeddings' ? inEncoding(body, call) : body
  return { body: passed, reported, outputTokens: tellsOutput ? 0 : textTokens(body) }
}

const MARKED_JSON = /^\u00EF\u00BB\u00BF\s*[[{]/

/** JSON without the byte order mark that some servers put in front of it: its readers need not know one (RFC 8259 §8.1). */
function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && MARKED_JSON.test(bytes.toString('latin1', 0, 100)) ? bytes.subarray(3) : bytes
}

/** Fields of a long answer that are read, where they stand at its top. */
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

/** The same fields of a long answer, without parsing all of it. */
function topLevel(body: Buffer): JsonObject {
  const fields = scanFields(body)
  return Object.fromEntries(READ_FIELDS.map((name) => [name, fieldValue(body, fields, name)]))
}

function parsedObject(body: Buffer): JsonObject {
  const value: unknown = JSON.parse(body.toString('utf8'))
  if (!isObject(value)) throw new SyntaxError('not an object')
  return value
}

const TEXT_FIELDS = new Set(['content', 'reasoning_content', 'arguments', 'text', 'refusal'])

/** Tokens of what the model wrote, in an answer without usage. */
function textTokens(body: Buffer): number {
  let tokens = 0
  JSON.parse(body.toString('utf8'), (name, value) => {
    if (typeof value !== 'string' || !TEXT_FIELDS.has(name)) return value
    const text = Buffer.from(value)
    tokens += estimateTextTokens(text, 0, text.length)
    return value
  })
  return tokens
}

function abandoned(call: Call, hold: Hold, deps: RelayDeps): Reply {
  voidCall(call, hold, deps)
  noteUncharged(call, 'client_abort', deps)
  return { status: CLIENT_GONE, headers: {}, body: '' }
}

/** The answer costs more than its owner has: it is not handed over, and the same call needs its price from now on. */
async function withhold(call: Call, hold: Hold, cost: number, deps: RelayDeps): Promise<never> {
  const units = Math.ceil(cost / 1000)
  voidCall(call, hold, deps)
  await deps.withheld.note(call, units, units)
  throw new Failure('answer_exceeds_quota', { need: units })
}
