import type { ChatRequest } from '../dialects/conversation.ts'
import type { RelayEndpoint } from '../endpoints/endpoints.ts'

/** What reading an answer, or converting between two formats, needs to know of a call. */
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
  /** The caller's bytes. */
  body: Buffer
  /** The body as it is understood, once it had to be converted. */
  conversation: ChatRequest | undefined
}

/** Where a converted answer of the Responses format goes besides the caller: to memory, and into a sealed summary. */
export interface AnswerMemory {
  /** Keeps its items for later turns; undefined = the caller wants nothing stored. */
  keep: ((items: object[]) => void) | undefined
  seal(summary: string): string
}
