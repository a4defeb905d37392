import type { AttemptRecord } from '#contract/receipt.ts'
import type { UpstreamFormat } from '../../dialects/all.ts'
import { readRetryDelay, readUpstreamError } from '../../dialects/openai-errors.ts'
import { readErrorText, sendUpstream } from '../../egress/upstream.ts'
import type { Exchange, UpstreamAnswer } from '../../http1/client/upstream-answer.ts'
import { providerOf } from '../../providers/all.ts'
import type { Channel } from '../../registry/channels.ts'
import type { AnswerReader } from '../../upstream/answers/answer-reader.ts'
import { redactKeys } from '../../upstream/redact.ts'
import { localFailure, type UpstreamFailure } from '../../upstream/upstream-failure.ts'
import { lacksResponses, upstreamFormat } from '../../upstream/upstream-format.ts'
import type { RelayDeps } from '../deps.ts'
import type { Call } from '../request/call.ts'
import { timeLimitsOf } from '../routing/time-limits.ts'
import { buildRequest } from './build-request.ts'
import { ExchangeWatch } from './exchange-watch.ts'

/** An upstream that has started to answer with success. */
export interface Upstream {
  channel: Channel
  /** The model that was requested from it. */
  model: string
  answer: UpstreamAnswer
  /** The format of the upstream. */
  format: UpstreamFormat
  reader: AnswerReader
  exchange: Exchange
  startedAt: number
  /** The short-lived token that was sent; "" = none. */
  accessToken: string
  /** Names of the caller's fields that were not sent. */
  omitted: readonly string[]
  /** Another channel can be tried, so an answer that ended in a failure of the vendor need not be delivered. */
  mayRetry?: boolean
  /** The service tier that was requested, where it is more expensive than the standard one. */
  premiumTier: string | undefined
}

/** An upstream that failed, and the short-lived token that was sent, if any. */
interface FailedAttempt {
  failure: UpstreamFailure
  accessToken?: string
}

const MAX_ERROR_BYTES = 64 * 1024

const EVENT_STREAM = /^text\/event-stream/i

/** Whether an answer is a stream of server-sent events. */
export const isEventStream = (answer: UpstreamAnswer) => EVENT_STREAM.test(answer.header('content-type') ?? '')

/** Returns the upstream's name of a model at a channel. */
export const upstreamModel = ({ modelMapping }: Pick<Channel, 'modelMapping'>, model: string): string =>
  (Object.hasOwn(modelMapping, model) && modelMapping[model]) || model

/**
 * Makes one attempt at one channel: sends the request and waits for the head of the answer. The attempt is recorded
 * in the call. A channel that turns out not to have the path is tried once more, in its other format. Never throws.
 */
export async function tryChannel(
  call: Call,
  channel: Channel,
  deps: Pick<RelayDeps, 'ticker' | 'fetchMedia' | 'writeSettings' | 'services'>,
): Promise<Upstream | FailedAttempt> {
  const record: AttemptRecord = { channel: channel.id, status: 0, ms: 0 }
  call.attempts.push(record)
  const provider = providerOf(channel)
  if (!provider) return { failure: localFailure('unreachable', `channel type ${channel.type} is not supported`) }
  const startedAt = Date.now()
  const model = upstreamModel(channel, call.model)
  const addressing = buildRequest({ call, channel, provider, model, now: startedAt }, deps)
  const sent = addressing instanceof Promise ? await addressing : addressing
  if ('failure' in sent) return sent
  const { accessToken, omitted, format, premiumTier } = sent
  const exchange = sendUpstream(sent.request)
  const watch = new ExchangeWatch(deps.ticker, call.signal, exchange, startedAt + timeLimitsOf(channel).firstByte)
  try {
    const raw = await exchange.answer
    const answer = provider.reframe ? provider.reframe(raw, call) : raw
    record.status = answer.status
    if (answer.status >= 200 && answer.status < 300) {
      return {
        channel,
        model,
        answer,
        format,
        reader: sent.reader,
        exchange,
        startedAt,
        accessToken,
        omitted,
        premiumTier,
      }
    }
    const failure = await readFailure(answer)
    exchange.cancel('the rest of the error is not needed')
    const asked = upstreamFormat({ channel, provider, endpoint: call.endpoint, model, now: startedAt })
    if (asked === 'responses' && lacksResponses(channel, call.endpoint, failure, startedAt) && !call.signal.aborted) {
      record.error = redactKeys(failure.error.message, channel.key).slice(0, 300)
      return tryChannel(call, channel, deps)
    }
    return { failure, accessToken }
  } catch (error) {
    const kind = watch.isLate ? 'timeout' : 'unreachable'
    return { failure: localFailure(kind, error instanceof Error ? error.message : String(error)) }
  } finally {
    watch.end()
    record.ms = Date.now() - startedAt
  }
}

async function readFailure(answer: UpstreamAnswer): Promise<UpstreamFailure> {
  const body = await readErrorText(answer, MAX_ERROR_BYTES)
  const retryAfter = answer.header('retry-after') ?? readRetryDelay(body)
  return {
    kind: 'answered',
    status: answer.status,
    error: readUpstreamError(body, answer.status),
    ...(retryAfter ? { retryAfter } : {}),
  }
}
