import type { Usage } from '#contract/prices/price.ts'
import type { VendorState } from './vendor-state.ts'

/**
 * A chat call in a vendor-neutral form. Every wire format is read into this form and written from it, so that N
 * formats need N codecs and not N² converters.
 */
export interface ChatRequest {
  /** System instructions before the conversation, in order. */
  system: TextPart[]
  /** Adjacent turns have different roles. Results of tool calls come first in their turn. */
  turns: Turn[]
  tools: Tool[]
  /** The model may use the web search tool that its vendor runs. */
  webSearch?: WebSearch
  toolChoice?: 'auto' | 'none' | 'required' | { name: string }
  /** false = at most one tool call in an answer. */
  parallelToolCalls?: boolean
  stream: boolean
  maxTokens?: number
  temperature?: number
  topP?: number
  topK?: number
  stop: string[]
  seed?: number
  presencePenalty?: number
  frequencyPenalty?: number
  /** The requested number of answers; absent = one. */
  candidates?: number
  /** Absent = plain text. `schema` is a JSON schema. */
  format?: { kind: 'json' } | { kind: 'schema'; name: string; schema: JsonObject; strict?: boolean }
  reasoning?: Reasoning
  /** How long answers are, in OpenAI's words. */
  verbosity?: string
  /** The caller's identifier for the end user. */
  user?: string
  /** The caller's key for the conversation, by which a vendor finds the cached prompt. */
  cacheKey?: string
  /** Anthropic's edits of the conversation (`context_management`), for its models at other clouds. */
  contextManagement?: JsonObject
  /** The answer may have pictures. */
  pictures?: boolean
  /** The answer tells the probability of each token, and of this number of others at its place. */
  logprobs?: number
  /** Settings that the answer repeats, as the caller wrote them. */
  echo?: JsonObject
  /** The answer must be a summary of the conversation, from which the caller continues. */
  compaction?: { userMessages: JsonObject[] }
  /** Fields that only the caller's format can express and that reading left out, such as `tools[2]: web_search`. */
  omitted?: readonly string[]
}

export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof EFFORTS)[number]
/** Reads an effort however its letters are written; undefined = the value names none. */
export const readEffort = (value: unknown): Effort | undefined =>
  EFFORTS.find((known) => typeof value === 'string' && known === value.trim().toLowerCase())

/**
 * How much the model should reason: as a level, or in tokens where the caller's format counts them (−1 = the model
 * decides).
 */
export interface Reasoning {
  effort?: Effort
  budget?: number
  /** The caller asks to see the reasoning; absent = the caller does not say. */
  shown?: boolean
}

/** `system`: instructions that apply from their place in the conversation on, as texts. */
export interface Turn {
  role: 'user' | 'assistant' | 'system'
  parts: Part[]
}

export type Part = TextPart | ImagePart | AudioPart | FilePart | ToolCallPart | ToolResultPart | ReasoningPart

export interface TextPart {
  kind: 'text'
  text: string
  /** The sources of an answer's text. */
  citations?: Citation[]
  /** Anthropic's marker that the prompt may be cached up to here, as the caller wrote it. */
  cacheControl?: JsonObject
}

/** A source that an answer cites. */
export interface Citation {
  /** The web address of the source. */
  url?: string | undefined
  title?: string | undefined
  /** Identifies a source without a URL: a file, a document of the request, or a tool result. */
  id?: string | undefined
  /** The quoted text of the source. */
  quote?: string | undefined
  /** The cited span of the text that the citation belongs to; absent = the vendor gives none. */
  span?: Span | undefined
  /** The citation in Anthropic's format, for callers of that format. */
  anthropic?: JsonObject | undefined
}

/**
 * A range of a text in UTF-16 code units; `end` is exclusive. If both are equal, the citation refers to the text
 * before that offset.
 */
export interface Span {
  start: number
  end: number
}

export interface ImagePart {
  kind: 'image'
  source: Media
  detail?: string
  cacheControl?: JsonObject
}
export interface AudioPart {
  kind: 'audio'
  source: InlineMedia
}
export interface FilePart {
  kind: 'file'
  source: Media
  name?: string
  cacheControl?: JsonObject
}
export interface ToolCallPart {
  kind: 'tool_call'
  id: string
  name: string
  /** JSON text, as the model wrote it; "" = no arguments. */
  arguments: string
  /** State that the vendor requires back with the call. */
  state?: VendorState
}
export interface ToolResultPart {
  kind: 'tool_result'
  /** The id of the tool call that this result answers. */
  id: string
  /** The tool's name, if the call was found. */
  name?: string
  content: ResultPart[]
  isError?: boolean
  cacheControl?: JsonObject
}
export type ResultPart = TextPart | ImagePart | FilePart
export const isResultPart = (part: Part): part is ResultPart =>
  part.kind === 'text' || part.kind === 'image' || part.kind === 'file'
export interface ReasoningPart {
  kind: 'reasoning'
  text: string
  /** The vendor's signature of its model's text, or encrypted reasoning in place of a text. */
  state?: VendorState
}

/** Base64 data, or the URL of the data. `mediaType` of a URL: as far as the caller says. */
export type Media = InlineMedia | { url: string; mediaType?: string }
export interface InlineMedia {
  mediaType: string
  data: string
}

/**
 * A tool that is more than a function in its caller's format. `custom`: its input is plain text, represented as an
 * object with `input`. Other kinds are built into the format, such as `shell`.
 */
export interface NativeTool {
  kind: string
  name: string
  namespace?: string
}

export interface Tool {
  name: string
  description?: string
  /** JSON schema of the arguments. Its type is always object. */
  parameters: JsonObject
  strict?: boolean
  /** How the caller's format names the tool, if it is not a function of this name. */
  native?: NativeTool
  cacheControl?: JsonObject
}

/** A web search tool, with the options that several vendors share. */
export interface WebSearch {
  /** The field in which the caller offers the tool, such as `tools[2]: web_search`. */
  note: string
  /** The caller's tool choice requires the search. */
  isRequired?: boolean | undefined
  /** Maximum number of searches per answer. */
  maxUses?: number | undefined
  /** Search only these domains. */
  allowedDomains?: string[] | undefined
  /** Do not search these domains. */
  blockedDomains?: string[] | undefined
  location?: { city?: string; region?: string; country?: string; timezone?: string } | undefined
}

export type JsonObject = Record<string, unknown>

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

/** A whole answer. `vendorReason`: the vendor's own finish reason, if it is more specific than `finish`. */
export interface ChatAnswer {
  choices: {
    parts: AnswerPart[]
    finish: FinishReason
    stopSequence?: string
    vendorReason?: string
    /** Probabilities of the tokens of its text. */
    logprobs?: TokenLogprob[]
  }[]
  usage: Usage | undefined
}
/** A token with the natural logarithm of its probability, and the likeliest tokens at its place. */
export interface TokenLogprob {
  token: string
  logprob: number
  /** Where a token is only part of a character; absent = the bytes of the text. */
  bytes?: number[]
  top?: TokenLogprob[]
}
export type AnswerPart = TextPart | RefusalPart | ImagePart | AudioPart | ToolCallPart | ReasoningPart
/** The model's explanation of why it does not answer. */
export interface RefusalPart {
  kind: 'refusal'
  text: string
}

/** An event of a streamed answer. `choice` numbers the answers of one call from 0. */
export type ChatEvent =
  | { kind: 'text'; choice: number; text: string }
  | { kind: 'refusal'; choice: number; text: string }
  /** A source of the text so far. Its span is relative to the whole text of its choice, not to a part. */
  | { kind: 'citation'; choice: number; citation: Citation }
  /**
   * Output that is not shown to callers, or not yet, such as what the model wrote for a tool that the vendor runs.
   */
  | { kind: 'unseen'; choice: number; text: string }
  | { kind: 'image'; choice: number; source: InlineMedia }
  | { kind: 'audio'; choice: number; source: InlineMedia }
  | { kind: 'reasoning'; choice: number; text: string }
  /** The state that ends the reasoning that was just streamed, or the state of reasoning that has no text. */
  | { kind: 'state'; choice: number; state: VendorState }
  /** The probabilities of tokens of the text that follows, or of the text before the end. */
  | { kind: 'logprobs'; choice: number; tokens: TokenLogprob[] }
  /** Starts a tool call. `index` numbers the tool calls of its choice from 0. */
  | { kind: 'tool_call'; choice: number; index: number; id: string; name: string; state?: VendorState }
  /** The next piece of JSON text of a tool call's arguments. `isCounted`: already counted as `unseen`. */
  | { kind: 'arguments'; choice: number; index: number; text: string; isCounted?: true }
  /**
   * `stopSequence`: the stop sequence that ended the answer, if the vendor reports it. `vendorReason`: as in a
   * whole answer.
   */
  | { kind: 'finish'; choice: number; reason: FinishReason; stopSequence?: string; vendorReason?: string }
  /**
   * The total usage so far; a later event replaces an earlier one, see `mergeUsage`. `ofTools`: the token counts
   * have not changed.
   */
  | { kind: 'usage'; usage: Usage; ofTools?: true }
