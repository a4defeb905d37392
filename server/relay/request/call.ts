import type { Language } from '#contract/errors.ts'
import type { Rates } from '#contract/price.ts'
import type { AttemptRecord } from '#contract/receipt.ts'
import type { Fields } from '../../body/scan-fields.ts'
import type { ChatRequest } from '../../dialects/conversation.ts'
import type { RelayEndpoint } from '../../endpoints/endpoints.ts'
import type { DisconnectSignal } from '../../http1/shared/request.ts'
import type { StartedCall } from '../../money/started-calls.ts'
import type { Quote } from '../../prices/prices.ts'
import type { TokenFacts, UserFacts } from '../../registry/callers.ts'
import type { PricingInput } from './pricing-input.ts'

/** A caller's request, admitted and priced. */
export interface Call extends StartedCall {
  /** Milliseconds since the epoch. */
  startedAt: number
  endpoint: RelayEndpoint
  user: UserFacts
  /** undefined = playground. */
  token: TokenFacts | undefined
  group: string
  model: string
  quote: Quote
  /** The rates for holds, where a service tier may make the call more expensive. */
  holdRates?: Rates
  stream: boolean
  /** The caller asked for the usage chunk of a stream. */
  usageWanted: boolean
  /** The caller's bytes; dropped once an answer has started. */
  body: Buffer
  fields: Fields
  /** The parsed body, once it had to be converted for an upstream; dropped together with it. */
  conversation: ChatRequest | undefined
  contentType: string
  accept: string
  /** Headers for an upstream of the caller's format. */
  forwarded: Readonly<Record<string, string>> | undefined
  /** Additional text of the log row about the price; "" = none. */
  note: string
  /** See `PricingInput`. */
  quoteForImages: PricingInput['quoteForImages']
  /** Only this channel may serve the call. */
  pinnedChannel: number | undefined
  /** Estimated tokens of the input. */
  inputTokens: number
  /** The caller's limit on output tokens. */
  maxTokens: number | undefined
  /** The number of answers that are requested. */
  answerCount: number
  language: Language
  /** Fires when the caller disconnects. */
  signal: DisconnectSignal
  /** Filled as channels are tried. */
  attempts: AttemptRecord[]
}

/** Returns the token name under which playground calls are logged. */
export const playgroundName = (group: string) => `playground-${group}`
