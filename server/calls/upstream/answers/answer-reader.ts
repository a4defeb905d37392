import type { Usage } from '#contract/prices/price.ts'
import type { Refused } from '../../../formats/dialects/dialect.ts'
import type { OpenAIError } from '../../../formats/dialects/openai-errors.ts'
import type { Pieces } from '../../../formats/estimates/text-counter.ts'

/** Reads the answer to one call, as a whole or as a stream; `find-reader.ts` says which reader a call has. */
export interface AnswerReader {
  /**
   * Reads a whole answer. `mayRetry`: an answer without content that ended in a failure of the vendor is refused,
   * even where the caller's format could express the reason. Throws Unreadable, Refused or a SyntaxError.
   */
  whole(body: Buffer<ArrayBuffer>, mayRetry?: boolean): WholeAnswer
  /** Begins to read a streamed answer. */
  stream(): AnswerStream
  /** Returns the upstream's refusal, if the first event of its stream is one in the upstream's own format. */
  refusal?(event: Buffer, mayRetry?: boolean): Refused | undefined
}

/** What an answer contains that matters to its charge; of a stream: what it contained so far. */
export interface AnswerContent {
  /** The usage that the upstream has reported, if any. */
  readonly usage: Usage | undefined
  /**
   * Output tokens, estimated cheaply; of a whole answer 0 where the usage has them. Only charges and holds round them
   * to whole tokens.
   */
  readonly outputTokens: number
  /** The pieces of its text, where it is text alone: what ratios of estimates are learned from. */
  readonly said?: Pieces | undefined
  /** The images in it, where images are requested. */
  readonly pictures?: AnsweredPictures | undefined
  /** The vendor's own end reason, where the caller's format has no equivalent. */
  readonly vendorReason?: string | undefined
}

export interface WholeAnswer extends AnswerContent {
  /** The bytes for the caller. */
  readonly body: Buffer<ArrayBuffer>
  /** The content type of the body; absent = the upstream's. */
  readonly contentType?: string
  /** Whether an answer of text has no text, tool call, image or audio. */
  readonly isEmpty?: boolean
}

/** The images of an answer, as it names them. */
export interface AnsweredPictures {
  readonly count: number
  readonly quality?: string | undefined
  readonly size?: string | undefined
  /** The vendor's usage object. */
  readonly usage?: unknown
}

/** One stream that is read while it arrives. Decides which bytes the caller gets, and when. */
export interface AnswerStream extends AnswerContent {
  /** Whether the answer contains something that is not counted by its text: an image, or audio. */
  readonly hasMedia?: boolean
  /** Whether the usage was reported before the content, so that it counts none of it. */
  readonly usageIsEarly?: boolean
  /** The error that the upstream reported in the middle of its answer. */
  readonly error: OpenAIError | undefined
  /** Bytes that must be sent after the charge: the end marker. */
  readonly tail: Buffer[]
  /** Whether the upstream has marked the answer as complete. */
  readonly isComplete: boolean
  /** Bytes of the answer that are held in memory. */
  readonly heldBytes: number
  /** Reads a chunk of the upstream; returns what the caller may get now. */
  push(chunk: Buffer): Buffer | undefined
  /** The upstream has closed the stream. */
  end(): Buffer | undefined
  /**
   * Returns the end of a failed stream, where it depends on what the caller has got; else the format has a fixed
   * one.
   */
  errorEnding?(error: OpenAIError, requestId: string): string | undefined
}
