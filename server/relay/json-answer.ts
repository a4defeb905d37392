import { costOf, type Usage } from '#contract/price.ts'
import { isErrorAnswer, readUpstreamError } from '../dialects/openai-errors.ts'
import { readOpenAIUsage } from '../dialects/openai-usage.ts'
import { Failure } from '../http/failure.ts'
import type { Hold } from '../money/hold.ts'
import { local, type Upstream } from './attempt.ts'
import { bill, usageOr, voidCall } from './bill.ts'
import type { Call } from './call.ts'
import type { RelayDeps } from './deps.ts'
import { estimateTextTokens } from './estimate.ts'
import type { UpstreamFailure } from './failure.ts'
import { abortPolicyOf, limitsOf } from './limits.ts'
import { fieldValue, scanFields } from './splice.ts'

const WITHHELD_MS = 600_000
/** Answers up to this size are parsed as a whole; of longer ones (embeddings) only the usage is. */
const PARSED_BYTES = 64 * 1024
/** Statuses of a failed call whose caller has gone: nobody reads it. */
const CLIENT_GONE = new Response(null, { status: 499 })

interface Received {
  body: Buffer<ArrayBuffer>
  /** The usage in the answer, if any. */
  reported: Usage | undefined
  /** Tokens of its text, where no usage is. */
  outputTokens: number
}

/** Receives a whole answer, bills it and hands it over; or says why another channel should be tried. */
export async function jsonAnswer(
  call: Call,
  upstream: Upstream,
  hold: Hold,
  deps: RelayDeps,
): Promise<Response | { failure: UpstreamFailure }> {
  const received = await receive(call, upstream)
  if ('failure' in received) return call.signal.aborted ? abandoned(call, hold, deps) : received
  const { body, reported, outputTokens } = received
  const { usage, source } = usageOr(reported, call.inputTokens, call.endpoint.hasOutput ? outputTokens : 0)
  const cost = costOf(call.quote.rates, usage)
  if (!(await hold.extend(cost, 0))) return withhold(call, hold, cost, deps)
  const firstByteMs = Date.now() - call.startedAt
  const reason = call.signal.aborted ? 'client_abort' : 'stop'
  const policy = call.signal.aborted ? { abortPolicy: 'drain' as const } : {}
  await bill(
    call,
    upstream.channel,
    hold,
    { usage, source, reason, firstByteMs, upstreamModel: upstream.model, ...policy },
    deps,
  )
  return new Response(body, {
    headers: { 'content-type': upstream.answer.header('content-type') ?? 'application/json' },
  })
}

async function receive(
  call: Call,
  { answer, cancel, channel }: Upstream,
): Promise<Received | { failure: UpstreamFailure }> {
  const { policy, drainMs } = abortPolicyOf(channel)
  let timedOut = false
  let drainTimer: ReturnType<typeof setTimeout> | undefined
  const hangUp = () => {
    if (policy === 'cancel') cancel('the caller hung up')
    else drainTimer = setTimeout(() => cancel('the caller hung up'), drainMs)
  }
  const timer = setTimeout(() => {
    timedOut = true
    cancel('the answer took too long')
  }, limitsOf(channel).total)
  call.signal.addEventListener('abort', hangUp)
  if (call.signal.aborted) hangUp()
  try {
    const body = (await answer.bytes()) as Buffer<ArrayBuffer>
    if (isErrorAnswer(body)) return { failure: disguised(body) }
    return understood(body) ?? { failure: local('malformed', 'the answer is not a JSON object') }
  } catch (error) {
    return { failure: local(timedOut ? 'timeout' : 'unreachable', `the answer broke off: ${error}`) }
  } finally {
    clearTimeout(timer)
    clearTimeout(drainTimer)
    call.signal.removeEventListener('abort', hangUp)
  }
}

/** Some upstreams report errors with status 200: treat them as the failures that they are. */
function disguised(body: Buffer): UpstreamFailure {
  return { kind: 'answered', status: 500, error: readUpstreamError(body.toString('utf8'), 500) }
}

/** Reads what the bill needs; undefined = this is no JSON object. Long answers are not parsed as a whole. */
function understood(body: Buffer<ArrayBuffer>): Received | undefined {
  try {
    const long = body.length > PARSED_BYTES
    const usage = long ? fieldValue(body, scanFields(body), 'usage') : parsedObject(body).usage
    const reported = readOpenAIUsage(usage)
    return { body, reported, outputTokens: reported ? 0 : textTokens(body) }
  } catch {
    return undefined
  }
}

function parsedObject(body: Buffer): { usage?: unknown } {
  const value: unknown = JSON.parse(body.toString('utf8'))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('not an object')
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

function abandoned(call: Call, hold: Hold, deps: RelayDeps): Response {
  voidCall(call, hold, deps)
  return CLIENT_GONE.clone()
}

/** The answer costs more than its owner has: it is not handed over, and the next hold starts at its price. */
function withhold(call: Call, hold: Hold, cost: number, deps: RelayDeps): never {
  deps.withheld.set(call.user.id, { units: Math.ceil(cost / 1000), until: Date.now() + WITHHELD_MS })
  voidCall(call, hold, deps)
  throw new Failure('answer_exceeds_quota')
}
