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
import { sliceUnits } from './reserve.ts'
import { scanFields } from './splice.ts'

const WITHHELD_MS = 600_000
/** Statuses of a failed call whose caller has gone: nobody reads it. */
const CLIENT_GONE = new Response(null, { status: 499 })

/** Receives a whole answer, bills it and hands it over; or says why another channel should be tried. */
export async function jsonAnswer(
  call: Call,
  upstream: Upstream,
  hold: Hold,
  deps: RelayDeps,
): Promise<Response | { failure: UpstreamFailure }> {
  const received = await receive(call, upstream)
  if ('failure' in received) return call.signal.aborted ? abandoned(call, hold, deps) : received
  const body = received.body
  const reported = usageOf(body)
  const { usage, source } = usageOr(
    reported,
    call.inputTokens,
    reported || !call.endpoint.hasOutput ? 0 : textTokens(body),
  )
  const cost = costOf(call.quote.rates, usage)
  if (!(await hold.reach(cost, sliceUnits(call)))) return withhold(call, hold, cost, deps)
  const firstByteMs = Date.now() - upstream.startedAt
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
    headers: { 'content-type': upstream.response.headers.get('content-type') ?? 'application/json' },
  })
}

async function receive(
  call: Call,
  { response, abort, channel }: Upstream,
): Promise<{ body: Buffer<ArrayBuffer> } | { failure: UpstreamFailure }> {
  const { policy, drainMs } = abortPolicyOf(channel)
  let drainTimer: ReturnType<typeof setTimeout> | undefined
  const hangUp = () => {
    if (policy === 'cancel') abort.abort()
    else drainTimer = setTimeout(() => abort.abort(), drainMs)
  }
  const timer = setTimeout(() => abort.abort(), limitsOf(channel).total)
  call.signal.addEventListener('abort', hangUp)
  if (call.signal.aborted) hangUp()
  try {
    const body = Buffer.from(await response.arrayBuffer())
    if (isErrorAnswer(body)) return { failure: disguised(body) }
    return isJson(body) ? { body } : { failure: local('malformed', 'the answer is not a JSON object') }
  } catch (error) {
    return { failure: local('unreachable', `the answer broke off: ${error}`) }
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

function isJson(body: Buffer): boolean {
  try {
    scanFields(body)
    return true
  } catch {
    return false
  }
}

function usageOf(body: Buffer): Usage | undefined {
  const span = scanFields(body).spans.get('usage')
  return span && readOpenAIUsage(JSON.parse(body.toString('utf8', span.start, span.end)))
}

/** Tokens of the text in an answer without usage. */
function textTokens(body: Buffer): number {
  const answer = JSON.parse(body.toString('utf8')) as { choices?: { message?: unknown; text?: unknown }[] }
  const text = Buffer.from(
    (answer.choices ?? []).map((choice) => JSON.stringify(choice.message ?? choice.text ?? '')).join(''),
  )
  return estimateTextTokens(text, 0, text.length)
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
