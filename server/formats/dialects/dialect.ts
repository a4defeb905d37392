import type { Usage } from '#contract/prices/price.ts'
import type { ChatAnswer, ChatEvent, ChatRequest, JsonObject, NativeTool } from './conversation.ts'
import type { EmbeddingsAnswer, EmbeddingsFacts, EmbeddingsRequest } from './embeddings.ts'
import type { FieldSpelling, FieldTable } from './fields.ts'
import type { MediaTypes } from './media-types.ts'
import type { OpenAIError } from './openai-errors.ts'
import type { RerankAnswer, RerankRequest } from './rerank.ts'
import type { ChatSetting } from './settings.ts'
import type { VendorFields } from './vendor-fields.ts'

/** A wire format of upstreams. Pure. */
export interface UpstreamDialect {
  /** Writes the request's body. `model`: the upstream's name of the model. Throws Unwritable. */
  writeRequest(request: ChatRequest, model: string, settings?: WriteSettings): object
  /**
   * Reads the JSON of an answer. Throws Unreadable or Refused. `callId` makes ids unique where the format has none;
   * absent = the caller gets the answer unchanged, so it may hold what other formats cannot express.
   */
  readAnswer(answer: object, callId?: string): ChatAnswer
  /** Creates a reader for one stream. `callId`: as above. */
  streamReader(callId?: string): StreamReader
  /**
   * Collects the events of a stream into the vendor's whole answer, with all vendor-specific fields; undefined =
   * the stream is incomplete or cannot be collected. Absent = the answer is collected through the conversation
   * model.
   */
  collect?(events: readonly JsonObject[]): JsonObject | undefined
  /**
   * Returns whether an event, by its data, only announces an answer, so that the stream may still turn out to be a
   * refusal. Absent = no event does.
   */
  isOpening?(data: string): boolean
  /**
   * Returns whether the body of a chat request in another caller format is also valid in this format. `request` parses
   * it; undefined = it is no object. Absent = never.
   */
  acceptsUnchanged?(format: string, request: () => object | undefined): boolean
  /**
   * Returns whether the vendor can search the web for a model. `request` has no web search tool. Absent = never.
   */
  searchesWeb?(request: ChatRequest, model: string): boolean
  /**
   * Settings that the format cannot express and that are left out of a request; absent = it can express all
   * settings.
   */
  unsupportedSettings?: readonly ChatSetting[]
  /**
   * Returns whether a model accepts instructions inside the conversation; others get them as marked texts of the user.
   * Absent = no model does.
   */
  takesSystemTurns?(model: string): boolean
  /** Whether a model has OpenAI's `verbosity`. Absent = none has. */
  takesVerbosity?(model: string): boolean
  /** The format has Anthropic's `context_management`. Absent = it is left out. */
  managesContext?: true
  /** Its answers can tell probabilities of tokens. */
  tellsLogprobs?: true
  /** Returns whether a model may be asked for pictures in its answer. Absent = never. */
  drawsPictures?(model: string): boolean
  /** Absent = the format has no embeddings. */
  embeddings?: UpstreamEmbeddingsDialect
  /** Absent = the format has no reranking. */
  rerank?: RerankDialect
  /** Maximum number of answers per call in a stream; absent = one. */
  maxAnswers?: number
  /** The types of media that a model takes; absent or undefined = unknown. */
  mediaTypes?(model: string): MediaTypes | undefined
  /** The format does not accept media by URL: they must be downloaded first. */
  requiresInlineMedia?: true
}

/**
 * How requests are written: the operator's settings, where a format supports them, and a callback for what is left
 * out.
 */
export interface WriteSettings {
  /** The probability of harm from which Google's filters block. */
  safety?: string
  /** The model name by which its rules are found, if it differs from the name in the request: see `rulesNameOf`. */
  knownAs?: string
  /** false = parameters are sent as the caller gave them, even those that the model is known to refuse. */
  fitsParameters?: boolean
  /** The betas of Anthropic that its caller asks for. */
  betas?: readonly string[]
  /** Cache markers may be set; absent = the caller sets its own. */
  caching?: PromptCaching
  /** Returns the conversation's key, for a vendor that finds cached prompts by keys. */
  cacheKeyOf?: (request: ChatRequest) => string | undefined
  /**
   * Called with the name of each part of the request that the upstream's format cannot express and that is left
   * out.
   */
  omit?: (name: string) => void
}

export interface PromptCaching {
  /** Also applies to conversations for which the caller gives no key. */
  automatic: boolean
  /** The estimated number of input tokens. */
  inputTokens: number
}

/** The embeddings format of an upstream. */
export interface UpstreamEmbeddingsDialect {
  /** Embeds media as well as texts. */
  takesMedia?: true
  /** Throws Unwritable. */
  writeRequest(request: EmbeddingsRequest, model: string): object
  /** Throws Unreadable or Refused. */
  readAnswer(answer: object): EmbeddingsAnswer
}

/** The rerank format of an upstream: it sorts documents by their relevance to a query. */
export interface RerankDialect {
  /** Writes the request's body. Throws Unwritable. */
  writeRequest(request: RerankRequest, model: string): object
  /** Throws Unreadable. */
  readAnswer(answer: object): RerankAnswer
}

export interface StreamReader {
  /** Reads one event's data. Returns nothing for unknown events. Throws Unreadable or Refused. */
  read(data: string): ChatEvent[]
  /**
   * Returns the final events of a stream whose vendor did not say how the answer ended. `isMarked`: the stream has
   * an end marker.
   */
  end?(isMarked: boolean): ChatEvent[]
  /** Writes the last events of a failed stream that was passed through, if they depend on earlier events. */
  fail?(error: OpenAIError, requestId: string): string
}

/** A wire format of callers. Pure. */
export interface CallerDialect {
  /** Media types that an answer in this format can hold. */
  media: readonly AnswerMedium[]
  /** The header in which SDKs of this format look for the request id. */
  requestIdHeader: string
  /** Whose names the headers about rate limits have; absent = clients of this format know none. */
  rateLimitHeaders?: 'openai' | 'anthropic'
  /** How each field of a chat request is handled in a conversion. */
  fields: FieldTable
  /** Maps field names of a request to those in `fields`; absent = they are the same. */
  spelling?: FieldSpelling
  /**
   * Reads the JSON of a request. `stream`: as given by the body or the path. Throws BadRequest with the invalid
   * field.
   */
  readRequest(request: object, stream: boolean): ChatRequest
  writeAnswer(answer: ChatAnswer, facts: AnswerFacts): object
  /**
   * Restores vendor state in a request of this format for an upstream of the same format: state that earlier
   * conversions sealed into it is removed, or unsealed if it belongs to this vendor. `model`: the upstream's name
   * of the model. Returns the request itself if nothing was sealed.
   */
  withOwnState(request: JsonObject, model: string): JsonObject
  /** Creates a writer for one stream. */
  streamWriter(facts: AnswerFacts): StreamWriter
  /**
   * Writes the body of a failed call. The message includes the request id, so that a user's support request can be
   * traced.
   */
  errorBody(error: OpenAIError, status: number, requestId: string): string
  /** Writes the last event of a failed stream. */
  errorEvent(error: OpenAIError, requestId: string): string
  /** The status of an error where this format differs from the others; absent = it never does. */
  errorStatus?(error: OpenAIError, status: number): number
  /**
   * Writes a whole stream that reports an error with status 200 to a caller of streams; undefined = the HTTP status
   * reports it.
   */
  errorStream?(error: OpenAIError, requestId: string): string | undefined
}

/** An embeddings call to an upstream of the caller's own format. Only the model name is rewritten. */
export interface NativeEmbeddings {
  dialect: UpstreamEmbeddingsDialect
  request(request: object, model: string): object
  answer(answer: object): object
}

/** The embeddings format of a caller. Pure. */
export interface CallerEmbeddingsDialect {
  /** Throws BadRequest with the invalid field, or Unwritable for input whose meaning depends on the model. */
  readRequest(request: object): EmbeddingsRequest
  writeAnswer(answer: EmbeddingsAnswer, facts: EmbeddingsFacts): object
  /**
   * Requests are always converted, even for an upstream of the same format, because they repeat values such as the
   * model in each part.
   */
  alwaysConvert?: true
  /** How such a request and its answer are passed through when the upstream uses the same format. */
  native?: NativeEmbeddings
}

export interface StreamWriter {
  /** Returns the bytes of an event on the wire; "" = the format does not express it, or not yet. */
  write(event: ChatEvent): string
  /** Writes what follows the last event, before the call is charged. */
  end(usage: Usage | undefined): string
  /** Writes the end marker, which is sent only after the call is charged; "" = the format has none. */
  tail(): string
  /** Writes the last events of a failed stream, if they depend on what was written before. */
  fail?(error: OpenAIError, requestId: string): string
}

/** Media that an answer may hold besides texts and tool calls. */
export type AnswerMedium = 'image' | 'audio'

/** The context of the call that an answer repeats. */
export interface AnswerFacts {
  /** The call's id. */
  id: string
  /** The caller's name of the model. */
  model: string
  /** Seconds since the epoch. */
  created: number
  /** The caller asked for usage in the stream. */
  usageWanted: boolean
  /** An estimate, for formats that report input tokens before the answer. */
  inputTokens: number
  /** Settings of the request that the answer repeats, as the caller wrote them. */
  echo?: JsonObject | undefined
  /** The answer is a summary of the conversation. */
  compaction?: Compaction | undefined
  /** Called once with the items of a complete answer, if they are stored for later turns. */
  keep?: ((items: JsonObject[], response: JsonObject) => void) | undefined
  /** The tools of the request in the caller's format, by the names that the upstream uses. */
  natives?: ReadonlyMap<string, NativeTool> | undefined
}

/** How to write an answer that is a summary of its conversation. */
export interface Compaction {
  /** Encrypts the summary so that only the gateway can read it, and only for its user. */
  seal(summary: string): string
  /** The user's messages, which the caller keeps next to the summary. */
  userMessages: JsonObject[]
  /** The caller asked for a compacted conversation and not for an answer. */
  isWhole: boolean
}

/** A request that its format does not allow. */
export class BadRequest extends Error {
  constructor(
    /** The invalid field, such as `messages[2].content`. */
    readonly field: string,
    readonly problem: string,
    /** The error code that the format defines for it. */
    readonly code?: string,
    /** Vendor-specific error fields to which the caller's program reacts. */
    readonly vendor?: VendorFields,
  ) {
    super(`${field}: ${problem}`)
    this.name = 'BadRequest'
  }
}

/** A request that the upstream's format cannot express. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable'
}

/** An answer with a success status that is a refusal in the vendor's own format. */
export class Refused extends Error {
  override readonly name = 'Refused'
  constructor(
    /** The HTTP status that the answer should have had. */
    readonly status: number,
    readonly error: OpenAIError,
  ) {
    super(error.message)
  }
}

/** An answer that does not conform to its format. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}
