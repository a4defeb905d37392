import { AccessRefused, accessToken } from '../channels/access-tokens.ts'
import type { Channel } from '../channels/registry.ts'
import type { UpstreamFormat } from '../dialects/all.ts'
import { BadRequest, Unwritable } from '../dialects/dialect.ts'
import { LOCAL_ERROR, readUpstreamError, retryDelayIn } from '../dialects/openai-errors.ts'
import type { Exchange, UpstreamAnswer, UpstreamRequest } from '../egress/answer.ts'
import { readStart, sendUpstream } from '../egress/upstream.ts'
import { providerOf } from '../providers/all.ts'
import { type Access, formatOf, type Outgoing, type Provider, UnusableKey } from '../providers/provider.ts'
import { type AnswerReader, passingReader } from './answer-reader.ts'
import type { Call } from './call.ts'
import { Conversion } from './conversion.ts'
import type { RelayDeps } from './deps.ts'
import { OPENAI_CHAT } from './endpoints.ts'
import type { UpstreamFailure } from './failure.ts'
import { withMediaInside } from './inline-media.ts'
import { limitsOf } from './limits.ts'
import { mediaReader } from './media-reader.ts'
import { outgoingBody, strictBody } from './outgoing-body.ts'
import { Watch } from './watch.ts'

/** An upstream that has begun to answer with success. */
export interface Upstream {
  channel: Channel
  /** The model that it was asked for. */
  model: string
  answer: UpstreamAnswer
  /** undefined = it speaks OpenAI's format, and so does the caller. */
  reader: AnswerReader | undefined
  exchange: Exchange
  startedAt: number
}

const MAX_ERROR_BYTES = 64 * 1024
/** The family's code for a request that an upstream's format cannot say. */
const UNFIT_CODE = 'convert_request_failed'
const REFUSED = 401

const EVENT_STREAM = /^text\/event-stream/i

/** Whether an answer comes as server-sent events. */
export const isEventStream = (answer: UpstreamAnswer) => EVENT_STREAM.test(answer.header('content-type') ?? '')

/** One try at one channel: sends the request and waits for the head of the answer. The call notes it. Never throws. */
export async function attempt(
  call: Call,
  channel: Channel,
  deps: Pick<RelayDeps, 'clock' | 'fetchMedia' | 'writing'>,
): Promise<Upstream | { failure: UpstreamFailure }> {
  const record = { channel: channel.id, status: 0, ms: 0 }
  call.attempts.push(record)
  const provider = providerOf(channel)
  if (!provider) return { failure: local('unreachable', `channel type ${channel.type} is not supported`) }
  const startedAt = Date.now()
  const model = (Object.hasOwn(channel.modelMapping, call.model) && channel.modelMapping[call.model]) || call.model
  const format = formatOf(provider, model) ?? 'openai'
  const isSame = format === call.endpoint.format
  const conversion = isSame ? undefined : new Conversion(call, format, deps.writing)
  const outgoing = conversion
    ? await converted(call, conversion, channel, format, model, startedAt, deps)
    : asItIs(call, channel, model, startedAt)
  if ('failure' in outgoing) return outgoing
  if (provider.access) {
    const access = await accessOf(channel, provider.access)
    if (typeof access !== 'string') return access
    outgoing.access = access
  }
  const request = addressed(provider, channel, outgoing)
  if ('failure' in request) return request
  const exchange = sendUpstream(request)
  const watch = new Watch(deps.clock, call.signal, exchange, startedAt + limitsOf(channel).firstByte)
  try {
    const raw = await exchange.answer
    const answer = provider.reframe ? provider.reframe(raw) : raw
    record.status = answer.status
    if (answer.status >= 200 && answer.status < 300) {
      const reader = conversion ?? mediaReader(call) ?? (format === 'openai' ? undefined : passingReader(format))
      return { channel, model, answer, reader, exchange, startedAt }
    }
    const failure = await answered(answer)
    exchange.cancel('the rest of the error is not needed')
    return { failure }
  } catch (error) {
    const kind = watch.late ? 'timeout' : 'unreachable'
    return { failure: local(kind, error instanceof Error ? error.message : String(error)) }
  } finally {
    watch.end()
    record.ms = Date.now() - startedAt
  }
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

/** A key that cannot be used to sign is as good as refused. */
function addressed(
  provider: Provider,
  channel: Channel,
  outgoing: Outgoing,
): UpstreamRequest | { failure: UpstreamFailure } {
  try {
    return provider.request(channel, outgoing)
  } catch (error) {
    if (!(error instanceof UnusableKey)) throw error
    return { failure: { ...local('unreachable', error.message), kind: 'answered', status: REFUSED } }
  }
}

function asItIs(call: Call, channel: Channel, model: string, now: number): Outgoing {
  const { endpoint, stream, contentType, accept, forwarded } = call
  return {
    endpoint,
    model,
    body: outgoingBody(call, channel, model),
    stream,
    contentType,
    accept,
    forwarded,
    access: '',
    now,
  }
}

async function converted(
  call: Call,
  conversion: Conversion,
  channel: Channel,
  format: UpstreamFormat,
  model: string,
  now: number,
  { fetchMedia }: Pick<RelayDeps, 'fetchMedia'>,
): Promise<Outgoing | { failure: UpstreamFailure }> {
  try {
    const { stream } = call
    if (conversion.inlineMedia) call.conversation = await withMediaInside(conversion.conversation, call, fetchMedia)
    const endpoint = format === 'openai' ? OPENAI_CHAT : call.endpoint
    const accept = stream ? 'text/event-stream' : 'application/json'
    const written = conversion.request(model)
    return {
      endpoint,
      model,
      body: format === 'openai' ? strictBody(written, endpoint, channel) : written,
      stream,
      contentType: 'application/json',
      accept,
      forwarded: undefined,
      access: '',
      now,
    }
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
