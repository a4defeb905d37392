import type { Language } from '#contract/errors.ts'
import type { Rates } from '#contract/prices/price.ts'
import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import type { TokenRatios } from '../../../formats/estimates/families.ts'
import type { Quote } from '../../../money/prices/quote.ts'
import type { CallTrace } from '../../../platform/telemetry/telemetry.ts'
import type { DisconnectSignal } from '../../../wire/http1/shared/request.ts'
import type { TokenFacts, UserFacts } from '../../registry/callers.ts'
import type { InputCount } from '../../upstream/answers/input-count.ts'
import type { PricingInput } from '../read/pricing-input.ts'

/**
 * A caller's request, admitted and priced: what is known before anything is sent. It never changes; what does is in
 * `CallRun`.
 */
export interface Call {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly endpoint: RelayEndpoint
  readonly user: UserFacts
  /** undefined = playground. */
  readonly token: TokenFacts | undefined
  readonly group: string
  readonly model: string
  /** The model that the caller asked for, where a fallback of it serves the call. */
  readonly requestedModel?: string | undefined
  readonly quote: Quote
  /** The rates for holds, where a service tier may make the call more expensive. */
  readonly holdRates: Rates | undefined
  readonly stream: boolean
  /** A model's text is asked for, whose answer gets the shape that the caller requested. */
  readonly isText: boolean
  /** The caller asked for the usage chunk of a stream. */
  readonly usageWanted: boolean
  readonly contentType: string
  readonly accept: string
  /** Headers for an upstream of the caller's format. */
  readonly forwarded: Readonly<Record<string, string>> | undefined
  /** Additional text of the log row about the price; "" = none. */
  readonly note: string
  /** See `PricingInput`. */
  readonly quoteForImages: PricingInput['quoteForImages']
  /** Names the conversation that the call belongs to, which keeps its key; undefined = not known. */
  readonly conversation?: string | undefined
  /** Only this channel may serve the call. */
  readonly pinnedChannel: number | undefined
  /** The estimate of its input, which is made when it is asked for. */
  readonly input: InputCount
  /** Estimated tokens of the input. */
  readonly inputTokens: number
  /** The tokens per piece by which the model's texts are estimated. */
  readonly ratios: TokenRatios
  /** The caller's limit on output tokens. */
  readonly maxTokens: number | undefined
  /** The number of answers that are requested. */
  readonly answerCount: number
  readonly language: Language
  /** Its spans; undefined = telemetry is not configured. */
  readonly trace?: CallTrace | undefined
  /** Fires when the caller disconnects. */
  readonly signal: DisconnectSignal
}
