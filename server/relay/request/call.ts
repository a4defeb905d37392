import type { Language } from '#contract/errors.ts'
import type { Rates } from '#contract/price.ts'
import type { AttemptRecord } from '#contract/receipt.ts'
import type { Fields } from '../../body/scan-fields.ts'
import type { ChatRequest } from '../../dialects/conversation.ts'
import type { RelayEndpoint } from '../../endpoints/endpoints.ts'
import type { HangUp } from '../../http1/shared/request.ts'
import type { Underway } from '../../money/beginnings.ts'
import type { Quote } from '../../prices/prices.ts'
import type { TokenFacts, UserFacts } from '../../registry/callers.ts'
import type { Measure } from './pricing-input.ts'

/** A caller's request, admitted and priced, on its way through the relay. */
export interface Call extends Underway {
  /** Milliseconds since the epoch. */
  startedAt: number
  endpoint: RelayEndpoint
  user: UserFacts
  /** undefined = playground. */
  token: TokenFacts | undefined
  group: string
  model: string
  quote: Quote
  /** What holds are made by, where a tier of service may make the call dearer. */
  heldRates?: Rates
  stream: boolean
  /** The caller asked for the usage chunk of a stream. */
  usageWanted: boolean
  /** The caller's bytes; dropped once an answer has begun. */
  body: Buffer
  fields: Fields
  /** The body as it is understood, once it had to be converted for an upstream; dropped with it. */
  conversation: ChatRequest | undefined
  contentType: string
  accept: string
  /** Headers for an upstream of the caller's format. */
  forwarded: Readonly<Record<string, string>> | undefined
  /** What the log row says of the price besides; "" = nothing. */
  note: string
  /** See `Measure`. */
  ofPictures: Measure['ofPictures']
  /** Only this channel may serve the call. */
  pinnedChannel: number | undefined
  /** Estimated tokens of the input. */
  inputTokens: number
  /** The caller's limit on output tokens. */
  maxTokens: number | undefined
  /** How many answers are wanted. */
  answers: number
  language: Language
  /** Fires when the caller hangs up. */
  signal: HangUp
  /** Filled as channels are tried. */
  attempts: AttemptRecord[]
}

/** Name under which playground calls are logged. */
export const playgroundName = (group: string) => `playground-${group}`
