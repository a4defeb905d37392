import { AccessRefused, accessToken, forgetToken } from '../channels/access-tokens.ts'
import type { Channel } from '../channels/registry.ts'
import { BadRequest, Unwritable } from '../dialects/dialect.ts'
import { LOCAL_ERROR, readUpstreamError, retryDelayIn } from '../dialects/openai-errors.ts'
import type { Exchange, UpstreamAnswer } from '../egress/answer.ts'
import { readStart, sendUpstream } from '../egress/upstream.ts'
import { providerOf } from '../providers/all.ts'
import { type Access, formatOf, type Outgoing } from '../providers/provider.ts'
import type { Call } from './call.ts'
import { Conversion } from './conversion.ts'
import type { RelayDeps } from './deps.ts'
import type { UpstreamFailure } from './failure.ts'
import { withMediaInside } from './inline-media.ts'
import { limitsOf } from './limits.ts'
import { outgoingBody } from './outgoing-body.ts'
import { Watch } from './watch.ts'

/** An upstream that has begun to answer with success. */
export interface Upstream {
  channel: Channel
  /** The model that it was asked for. */
  model: string
  answer: UpstreamAnswer
  /** undefined = it speaks the caller's format. */
  conversion: Conversion | undefined
  exchange: Exchange
  startedAt: number
}

const UNAUTHORIZED = 401
const MAX_ERROR_BYTES = 64 * 1024
/** The family's code for a request that an upstream's format cannot say. */
const UNFIT_CODE = 'convert_request_failed'

/** One try at one channel: sends the request and waits for the head of the answer. The call notes it. Never throws. */
export async function attempt(
  call: Call,
  channel: Channel,
  deps: Pick<RelayDeps, 'clock' | 'fetchMedia' | 'writing'>,
  isRenewed = false,
): Promise<Upstream | { failure: UpstreamFailure }> {
  const record = { channel: channel.id, status: 0, ms: 0 }
  call.attempts.push(record)
  const provider = providerOf(channel)
  if (!provider) return { failure: local('unreachable', `channel type ${channel.type} is not supported`) }
  const startedAt = Date.now()
  const model = (Object.hasOwn(channel.modelMapping, call.model) && channel.modelMapping[call.model]) || call.model
  const format = formatOf(provider, model)
  const conversion = format && new Conversion(call, format, deps.writing)
  const outgoing = conversion ? await converted(call, conversion, model, deps) : asItIs(call, model)
  if ('failure' in outgoing) return outgoing
  if (provider.access) {
    const access = await accessOf(channel, provider.access)
    if (typeof access !== 'string') return access
    outgoing.access = access
  }
  const exchange = sendUpstream(provider.request(channel, outgoing))
  const watch = new Watch(deps.clock, call.signal, exchange, startedAt + limitsOf(channel).firstByte)
  try {
    const raw = await exchange.answer
    const answer = provider.reframe ? provider.reframe(raw) : raw
    record.status = answer.status
    if (answer.status >= 200 && answer.status < 300) return { channel, model, answer, conversion, exchange, startedAt }
    const failure = await answered(answer)
    exchange.cancel('the rest of the error is not needed')
    // A token may end before its time: the credential that bought it is not judged by that.
    const isStale = answer.status === UNAUTHORIZED && !isRenewed && outgoing.access !== ''
    if (!isStale || call.signal.aborted) return { failure }
    forgetToken(channel, outgoing.access)
  } catch (error) {
    const kind = watch.late ? 'timeout' : 'unreachable'
    return { failure: local(kind, error instanceof Error ? error.message : String(error)) }
  } finally {
    watch.end()
    record.ms = Date.now() - startedAt
  }
  return attempt(call, channel, deps, true)
}

/** The token that a credential buys, where it must; or why it buys none. */
async function accessOf(channel: Channel, access: Access): Promise<string | { failure: UpstreamFailure }> {
  try {
    return await accessToken(channel, access)
  } catch (error) {
    if (!(error instanceof AccessRefused)) throw error
    const failure = local('unreachable', error.message)
    return { failure: error.status === 0 ? failure : { ...failure, kind: 'answered', status: error.status } }
  }
}

function asItIs(call: Call, model: string): Outgoing {
  const { endpoint, stream, contentType, accept } = call
  return { endpoint, model, body: outgoingBody(call, model), stream, contentType, accept, access: '' }
}

async function converted(
  call: Call,
  conversion: Conversion,
  model: string,
  { fetchMedia }: Pick<RelayDeps, 'fetchMedia'>,
): Promise<Outgoing | { failure: UpstreamFailure }> {
  try {
    const { endpoint, stream } = call
    if (conversion.inlineMedia) call.conversation = await withMediaInside(conversion.conversation, call, fetchMedia)
    const accept = stream ? 'text/event-stream' : 'application/json'
    const body = conversion.request(model)
    return { endpoint, model, body, stream, contentType: 'application/json', accept, access: '' }
  } catch (error) {
    if (!(error instanceof BadRequest || error instanceof Unwritable)) throw error
    const { message } = error
    const param = error instanceof BadRequest ? error.field : null
    return { failure: { ...local('unfit', message), error: { message, type: LOCAL_ERROR, param, code: UNFIT_CODE } } }
  }
}

async function answered(answer: UpstreamAnswer): Promise<UpstreamFailure> {
  const body = await readStart(answer, MAX_ERROR_BYTES)
  const retryAfter = answer.header('retry-after') ?? retryDelayIn(body)
  return {
    kind: 'answered',
    status: answer.status,
    error: readUpstreamError(body, answer.status),
    ...(retryAfter ? { retryAfter } : {}),
  }
}

/** A failure that has no answer of the upstream to show. */
export function local(kind: Exclude<UpstreamFailure['kind'], 'answered'>, message: string): UpstreamFailure {
  return { kind, status: 0, error: { message, type: 'upstream_error', param: null, code: null } }
}
