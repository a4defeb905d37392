import type { ScannedBody } from '../../formats/body/scan-fields.ts'
import type { ChatRequest } from '../../formats/dialects/conversation.ts'
import type { RelayEndpoint } from '../../formats/endpoints/endpoints.ts'
import type { TokenRatios } from '../../formats/estimates/families.ts'

/** The facts of a call that reading an answer, or converting between two formats, needs. */
export interface ConvertedCall {
  readonly id: string
  readonly endpoint: RelayEndpoint
  readonly model: string
  readonly stream: boolean
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** The caller asked for the usage chunk of a stream. */
  readonly usageWanted: boolean
  /** Estimated tokens of the input. */
  readonly inputTokens: number
  /** The tokens per piece by which its text is estimated; absent = those of unknown models. */
  readonly ratios?: TokenRatios | undefined
  /** The number of answers that are requested. */
  readonly answerCount: number
}

/** A call with its body, which is parsed when a conversion first needs it. */
export interface CallWithBody {
  readonly call: ConvertedCall
  /** The caller's bytes, and where their fields are. */
  readonly body: ScannedBody
  /** The parsed body, once it had to be converted. */
  conversation: ChatRequest | undefined
}

/** Stores a converted answer of the Responses format, and seals its summary. */
export interface AnswerMemory {
  /** Stores its items, and the response, for later; undefined = the caller does not want them stored. */
  keep: ((items: object[], response: object) => void) | undefined
  seal(summary: string): string
}
