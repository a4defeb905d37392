import type { Usage } from '#contract/price.ts'
import type { ChatAnswer, ChatEvent, ChatRequest, JsonObject, NativeTool } from './conversation.ts'
import type { EmbeddingsAnswer, EmbeddingsFacts, EmbeddingsRequest } from './embeddings.ts'
import type { FieldTable, Spelling } from './fields.ts'
import type { MediaTypes } from './media-types.ts'
import type { OpenAIError } from './openai-errors.ts'
import type { RerankAnswer, RerankRequest } from './rerank.ts'
import type { Setting } from './settings.ts'
import type { VendorFields } from './vendor-fields.ts'

/** A wire format as upstreams speak it. Pure. */
export interface UpstreamDialect {
  /** The request's body. `model` as the upstream calls it. Throws Unwritable. */
  writeRequest(request: ChatRequest, model: string, settings?: WriteSettings): object
  /**
   * Reads the JSON of an answer. Throws Unreadable or Refused. `callId` makes ids unique where the format has none; absent
   * = the caller gets the answer as it is, also one that other formats cannot say.
   */
  readAnswer(answer: object, callId?: string): ChatAnswer
  /** Reads one stream from its beginning; `callId` as above. */
  streamReader(callId?: string): StreamReader
  /**
   * The whole answer that the events of a stream tell, with all that the vendor says; undefined = it has not ended,
   * or cannot be told so. Absent = it is told by way of the conversation.
   */
  collect?(events: readonly JsonObject[]): JsonObject | undefined
  /**
   * Whether an event, by its data, only says that an answer is on its way, so that what follows may still be a refusal.
   * Absent = no event does.
   */
  isOpening?(data: string): boolean
  /** Whether the chat of a caller who speaks another format, by its body, is one of this format, too. Absent = none is. */
  takesAsItIs?(format: string, request: object): boolean
  /** Whether the vendor searches the web for a model, in a request without its search. Absent = none does. */
  searchesWeb?(request: ChatRequest, model: string): boolean
  /** What the format has no word for and is left out of a request; absent = it can say all settings. */
  unsaid?: readonly Setting[]
  /** Absent = it has none. */
  embeddings?: EmbeddingsDialect
  /** Absent = it has none. */
  rerank?: RerankDialect
  /** How many answers of one call its streams can have; absent = one. */
  mostAnswers?: number
  /** The types of media that a model takes; absent or undefined = unknown. */
  mediaTypes?(model: string): MediaTypes | undefined
  /** The format cannot name media by their address: they must be fetched before. */
  inlineMedia?: true
}

/** How requests are written: the operator's settings, where a format has a word for them, and who learns what is left out. */
export interface WriteSettings {
  /** From which probability of harm Google's filters block. */
  safety?: string
  /** The model's name that tells what it accepts, where that is not the name in the request: `tellingName`. */
  knownAs?: string
  /** false = parameters go as the caller gave them, also those that the model is known to refuse. */
  fitsParameters?: boolean
  /** Marks up to which the vendor keeps the prompt may be set; absent = the caller has set those that it wants. */
  caching?: PromptCaching
  /** The key of the conversation for a vendor that finds kept prompts by keys. */
  cacheKeyOf?: (request: ChatRequest) => string | undefined
  /** Takes the name of something in the request that the upstream's format cannot say and that is left out. */
  omit?: (name: string) => void
}

export interface PromptCaching {
  /** Also for a conversation whose caller gives no key for it. */
  automatic: boolean
  /** An estimate of the input's tokens. */
  inputTokens: number
}

/** Embeddings as an upstream speaks of them. */
export interface EmbeddingsDialect {
  /** It embeds media as well as texts. */
  takesMedia?: true
  /** Throws Unwritable. */
  writeRequest(request: EmbeddingsRequest, model: string): object
  /** Throws Unreadable or Refused. */
  readAnswer(answer: object): EmbeddingsAnswer
}

/** Sorting documents by their relevance to a query, in words of its own. */
export interface RerankDialect {
  /** The request's body. Throws Unwritable. */
  writeRequest(request: RerankRequest, model: string): object
  /** Throws Unreadable. */
  readAnswer(answer: object): RerankAnswer
}

export interface StreamReader {
  /** What one event says, by its data. Unknown events say nothing. Throws Unreadable or Refused. */
  read(data: string): ChatEvent[]
  /**
   * What the end of the stream says where the vendor has left out how the answer ended. `isMarked`: the stream has an end
   * marker.
   */
  end?(isMarked: boolean): ChatEvent[]
  /** The last events of a stream that was passed on and went wrong, where they depend on what came before. */
  fail?(error: OpenAIError, requestId: string): string
}

/** A wire format as callers speak it. Pure. */
export interface CallerDialect {
  /** Media that an answer in this format can hold. */
  media: readonly AnswerMedium[]
  /** The header in which SDKs of this format look for the id of their call. */
  requestIdHeader: string
  /** What becomes of each field of a request for a chat that is converted. */
  fields: FieldTable
  /** How names in a request are spelled in `fields`; absent = as they are. */
  spelling?: Spelling
  /** Reads the JSON of a request. `stream` as the body or the path says. Throws BadRequest with the field that is wrong. */
  readRequest(request: object, stream: boolean): ChatRequest
  writeAnswer(answer: ChatAnswer, facts: AnswerFacts): object
  /**
   * A request of this format as an upstream of it takes it: without what conversions of earlier answers sealed into it, or
   * with that opened for its own vendor. `model` as the upstream calls it. The request itself where nothing was sealed.
   */
  withOwnState(request: JsonObject, model: string): JsonObject
  /** Writes one stream from its beginning. */
  streamWriter(facts: AnswerFacts): StreamWriter
  /** The body of a call that failed; its message names the request, so that a user's mail can be traced. */
  errorBody(error: OpenAIError, status: number, requestId: string): string
  /** The last event of a stream that went wrong. */
  errorEvent(error: OpenAIError, requestId: string): string
  /** The status of an error where this format has another than the others; absent = it never has. */
  errorStatus?(error: OpenAIError, status: number): number
  /** The whole stream that tells a caller of streams about an error, with status 200; undefined = it is told by its status. */
  errorStream?(error: OpenAIError, requestId: string): string | undefined
}

/** A call for embeddings to an upstream of the caller's own format: nothing but the name of the model is written anew. */
export interface NativeEmbeddings {
  dialect: EmbeddingsDialect
  request(request: object, model: string): object
  answer(answer: object): object
}

/** Embeddings as callers ask for them. Pure. */
export interface EmbeddingsCaller {
  /** Throws BadRequest with the field that is wrong; Unwritable for what means something else to each model. */
  readRequest(request: object): EmbeddingsRequest
  writeAnswer(answer: EmbeddingsAnswer, facts: EmbeddingsFacts): object
  /**
   * A request is read and written anew, also for an upstream of the same format: it says more than its texts, such as the
   * model in each of its parts.
   */
  alwaysRead?: true
  /** How such a request and its answer pass when the upstream speaks the same format. */
  native?: NativeEmbeddings
}

export interface StreamWriter {
  /** The bytes of an event on the wire; "" = the format does not say this, or not yet. */
  write(event: ChatEvent): string
  /** What follows the last event, before the call is billed. */
  end(usage: Usage | undefined): string
  /** The end marker, which only follows the bill; "" = the format has none. */
  tail(): string
  /** The last events of a stream that went wrong, where they depend on what was written. */
  fail?(error: OpenAIError, requestId: string): string
}

/** What an answer may hold besides texts and calls. */
export type AnswerMedium = 'image' | 'audio'

/** What an answer says about its call. */
export interface AnswerFacts {
  /** The call's id. */
  id: string
  /** The model as the caller calls it. */
  model: string
  /** Seconds since the epoch. */
  created: number
  /** The caller asked for the usage of a stream. */
  usageWanted: boolean
  /** An estimate, for formats that tell the input's tokens before the answer. */
  inputTokens: number
  /** Settings of the request that the answer repeats, in the caller's words. */
  echo?: JsonObject | undefined
  /** The answer is a summary of the conversation. */
  compaction?: Compaction | undefined
  /** Called once with the items of a complete answer, where they are kept for later turns. */
  keep?: ((items: JsonObject[]) => void) | undefined
  /** How the caller's format names the tools of the request, by the names that the upstream knows. */
  natives?: ReadonlyMap<string, NativeTool> | undefined
}

/** How an answer is written that is a summary of its conversation. */
export interface Compaction {
  /** Seals the summary, so that only the gateway can read it and only for its user. */
  seal(summary: string): string
  /** The messages of the user, which the caller keeps beside the summary. */
  userMessages: JsonObject[]
  /** The caller asked for a compacted conversation instead of an answer. */
  isWhole: boolean
}

/** A request that is not what its format allows. */
export class BadRequest extends Error {
  constructor(
    /** The field, such as `messages[2].content`. */
    readonly field: string,
    readonly problem: string,
    /** The code that clients of the format know for it. */
    readonly code?: string,
    /** What the caller's program acts on, in the words of its vendor. */
    readonly vendor?: VendorFields,
  ) {
    super(`${field}: ${problem}`)
    this.name = 'BadRequest'
  }
}

/** A request that the upstream's format cannot say. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable'
}

/** An answer that is a refusal in the format's own words, although the status of the answer is that of a success. */
export class Refused extends Error {
  override readonly name = 'Refused'
  constructor(
    /** The HTTP status that it should have had. */
    readonly status: number,
    readonly error: OpenAIError,
  ) {
    super(error.message)
  }
}

/** An answer that is not what its format promises. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}
