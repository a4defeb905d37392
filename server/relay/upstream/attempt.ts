import type { AttemptRecord } from '#contract/receipt.ts'
import type { UpstreamFormat } from '../../dialects/all.ts'
import { readUpstreamError, retryDelayIn } from '../../dialects/openai-errors.ts'
import { readStart, sendUpstream } from '../../egress/upstream.ts'
import type { Exchange, UpstreamAnswer } from '../../http1/client/answer.ts'
import { providerOf } from '../../providers/all.ts'
import type { Channel } from '../../registry/channels.ts'
import type { AnswerReader } from '../../upstream/answers/answer-reader.ts'
import { withoutKeys } from '../../upstream/redact.ts'
import { local, type UpstreamFailure } from '../../upstream/upstream-failure.ts'
import { lacksResponses, upstreamFormat } from '../../upstream/upstream-format.ts'
import type { RelayDeps } from '../deps.ts'
import type { Call } from '../request/call.ts'
import { limitsOf } from '../routing/time-limits.ts'
import { addressed } from './build-request.ts'
import { Watch } from './exchange-watch.ts'

/** An upstream that has begun to answer with success. */
export interface Upstream {
  channel: Channel
  /** The model that it was asked for. */
  model: string
  answer: UpstreamAnswer
  /** The format that it speaks. */
  format: UpstreamFormat
  /** undefined = it speaks OpenAI's format, and so does the caller. */
  reader: AnswerReader | undefined
  exchange: Exchange
  startedAt: number
  /** The short-lived token that it was asked with; "" = none. */
  access: string
  /** Fields of the caller's request that it did not get, by name. */
  omitted: readonly string[]
  /** Another channel can be tried, so that an answer which ended in a failure of the vendor's need not be shown. */
  mayRetry?: boolean
  /** The tier of service that it was asked for, where that is dearer than the standard one. */
  dearer: string | undefined
}

/** An upstream that did not, and the short-lived token that it was asked with, if any. */
interface Failed {
  failure: UpstreamFailure
  access?: string
}

const MAX_ERROR_BYTES = 64 * 1024

const EVENT_STREAM = /^text\/event-stream/i

/** Whether an answer comes as server-sent events. */
export const isEventStream = (answer: UpstreamAnswer) => EVENT_STREAM.test(answer.header('content-type') ?? '')

/** The model as a channel's upstream calls it. */
export const upstreamModel = ({ modelMapping }: Pick<Channel, 'modelMapping'>, model: string): string =>
  (Object.hasOwn(modelMapping, model) && modelMapping[model]) || model

/**
 * One try at one channel: sends the request and waits for the head of the answer. The call notes it. A channel that turns
 * out not to have the path is asked once more, in its other format. Never throws.
 */
export async function attempt(
  call: Call,
  channel: Channel,
  deps: Pick<RelayDeps, 'clock' | 'fetchMedia' | 'writing' | 'services'>,
): Promise<Upstream | Failed> {
  const record: AttemptRecord = { channel: channel.id, status: 0, ms: 0 }
  call.attempts.push(record)
  const provider = providerOf(channel)
  if (!provider) return { failure: local('unreachable', `channel type ${channel.type} is not supported`) }
  const startedAt = Date.now()
  const model = upstreamModel(channel, call.model)
  const addressing = addressed({ call, channel, provider, model, now: startedAt }, deps)
  const sent = addressing instanceof Promise ? await addressing : addressing
  if ('failure' in sent) return sent
  const { access, omitted, format, dearer } = sent
  const exchange = sendUpstream(sent.request)
  const watch = new Watch(deps.clock, call.signal, exchange, startedAt + limitsOf(channel).firstByte)
  try {
    const raw = await exchange.answer
    const answer = provider.reframe ? provider.reframe(raw, call) : raw
    record.status = answer.status
    if (answer.status >= 200 && answer.status < 300) {
      return { channel, model, answer, format, reader: sent.reader, exchange, startedAt, access, omitted, dearer }
    }
    const failure = await answered(answer)
    exchange.cancel('the rest of the error is not needed')
    const asked = upstreamFormat({ channel, provider, endpoint: call.endpoint, model, now: startedAt })
    if (asked === 'responses' && lacksResponses(channel, call.endpoint, failure, startedAt) && !call.signal.aborted) {
      record.error = withoutKeys(failure.error.message, channel.key).slice(0, 300)
      return attempt(call, channel, deps)
    }
    return { failure, access }
  } catch (error) {
    const kind = watch.late ? 'timeout' : 'unreachable'
    return { failure: local(kind, error instanceof Error ? error.message : String(error)) }
  } finally {
    watch.end()
    record.ms = Date.now() - startedAt
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
