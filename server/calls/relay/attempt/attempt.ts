import type { UpstreamFormat } from '../../../formats/dialects/all.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { Provider } from '../../../formats/providers/provider.ts'
import type { Exchange, UpstreamAnswer } from '../../../wire/http1/client/upstream-answer.ts'
import type { AnswerReader } from '../../upstream/answers/answer-reader.ts'
import type { UpstreamFailure } from '../../upstream/upstream-failure.ts'
import type { ChannelPlan } from './channel-plan.ts'

/** One try at one channel: what is known before anything is sent. */
export interface Attempt {
  readonly channel: Channel
  readonly provider: Provider
  readonly plan: ChannelPlan
  /** The upstream's name of the model. */
  readonly model: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** The same: until when the answer must begin. */
  readonly firstByteBy: () => number
  /** Another channel can be tried, so an answer that ended in a failure of the vendor need not be delivered. */
  readonly mayRetry: boolean
}

/** An attempt whose upstream has started to answer with success. */
export interface AnsweredAttempt extends Attempt {
  readonly answer: UpstreamAnswer
  readonly exchange: Exchange
  /** The format of the upstream. */
  readonly format: UpstreamFormat
  readonly reader: AnswerReader
  /** The short-lived token that was sent; "" = none. */
  readonly accessToken: string
  /** Names of the caller's fields that were not sent. */
  readonly omitted: readonly string[]
  /** The service tier that was requested, where it is more expensive than the standard one. */
  readonly premiumTier: string | undefined
  /** A fee of the request is counted only by the cost that the vendor tells. */
  readonly byCost: boolean
}

/** An attempt that failed, and the short-lived token that was sent, if any. */
export interface FailedAttempt {
  readonly failure: UpstreamFailure
  readonly accessToken?: string
}
