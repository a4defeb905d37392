import type { Fields } from '../body/scan-fields.ts'
import type { ChatRequest } from '../dialects/conversation.ts'
import type { RelayEndpoint } from '../endpoints/endpoints.ts'

/** The facts of a call that reading an answer, or converting between two formats, needs. */
export interface ConvertedCall {
  id: string
  endpoint: RelayEndpoint
  model: string
  stream: boolean
  /** Milliseconds since the epoch. */
  startedAt: number
  /** The caller asked for the usage chunk of a stream. */
  usageWanted: boolean
  /** Estimated tokens of the input. */
  inputTokens: number
  /** The number of answers that are requested. */
  answerCount: number
  /** The caller's bytes, and where their fields are. */
  body: Buffer
  fields: Fields
  /** The parsed body, once it had to be converted. */
  conversation: ChatRequest | undefined
}

/** Stores a converted answer of the Responses format, and seals its summary. */
export interface AnswerMemory {
  /** Stores its items for later turns; undefined = the caller does not want them stored. */
  keep: ((items: object[]) => void) | undefined
  seal(summary: string): string
}
