import type { Usage } from '#contract/price.ts'
import type { VendorState } from './vendor-state.ts'

/**
 * A chat call in no vendor's words. Every wire format is read into this and written from it, so that N formats need N
 * codecs and not N² converters.
 */
export interface ChatRequest {
  /** Instructions that stand above the conversation, in order. */
  system: TextPart[]
  /** Neighbours have different roles; what answers tool calls comes first in its turn. */
  turns: Turn[]
  tools: Tool[]
  /** The model may search the web by a tool that its vendor runs. */
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
  /** How many answers are wanted; absent = one. */
  candidates?: number
  /** Absent = plain text. `schema` is a JSON schema. */
  format?: { kind: 'json' } | { kind: 'schema'; name: string; schema: JsonObject; strict?: boolean }
  reasoning?: Reasoning
  /** The caller's name for whoever is behind the call. */
  user?: string
  /** The caller's name for the conversation, by which a vendor finds the prompt that it has kept. */
  cacheKey?: string
  /** Settings that the answer repeats, in the caller's words. */
  echo?: JsonObject
  /** The answer is to be a summary of the conversation, from which the caller goes on. */
  compaction?: { userMessages: JsonObject[] }
  /** Fields of the caller that no format besides the caller's can say and that reading left out, such as `tools[2]: web_search`. */
  omitted?: readonly string[]
}

export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof EFFORTS)[number]

/** How much the model should think: as a word, or as tokens where the caller's format counts them (−1 = as it likes). */
export interface Reasoning {
  effort?: Effort
  budget?: number
  /** The caller asks to see the thoughts; absent = it does not say. */
  shown?: boolean
}

export interface Turn {
  role: 'user' | 'assistant'
  parts: Part[]
}

export type Part = TextPart | ImagePart | AudioPart | FilePart | ToolCallPart | ToolResultPart | ReasoningPart

export interface TextPart {
  kind: 'text'
  text: string
  /** The sources of an answer's text. */
  citations?: Citation[]
  /** Anthropic's mark that the prompt may be cached up to here, as the caller wrote it. */
  cacheControl?: JsonObject
}

/** A source that an answer cites. */
export interface Citation {
  /** Its address on the web. */
  url?: string | undefined
  title?: string | undefined
  /** What names a source without an address: a file, a document of the request, or what a tool has given. */
  id?: string | undefined
  /** The cited words of the source. */
  quote?: string | undefined
  /** The cited part of the text that the citation belongs to; absent = the vendor names none. */
  span?: Span | undefined
  /** The citation as Anthropic words it, for callers of its format. */
  anthropic?: JsonObject | undefined
}

/** A part of a text in UTF-16 code units, without `end`. Where both are the same, what stands before is meant. */
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
  /** What its vendor wants back with the call. */
  state?: VendorState
}
export interface ToolResultPart {
  kind: 'tool_result'
  /** The id of the call that it answers. */
  id: string
  /** The tool's name, where the call can be found. */
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
  /** The vendor's proof that the text is its model's, or encrypted reasoning instead of a text. */
  state?: VendorState
}

/** Bytes in base64, or where they are. */
export type Media = InlineMedia | { url: string }
export interface InlineMedia {
  mediaType: string
  data: string
}

/**
 * A tool that is more than a function in its caller's format. `custom`: its input is a text, for which an object with
 * `input` stands. Other kinds are built into the format, such as `shell`.
 */
export interface NativeTool {
  kind: string
  name: string
  namespace?: string
}

export interface Tool {
  name: string
  description?: string
  /** JSON schema of the arguments, always of an object. */
  parameters: JsonObject
  strict?: boolean
  /** How the caller's format names the tool, where that is not a function of this name. */
  native?: NativeTool
  cacheControl?: JsonObject
}

/** A search of the web, with the options that vendors share. */
export interface WebSearch {
  /** Where the caller offers it, such as `tools[2]: web_search`. */
  note: string
  /** The caller's choice of tools demands it. */
  isDemanded?: boolean | undefined
  /** How many searches an answer may take. */
  maxUses?: number | undefined
  /** Search in these domains alone. */
  allowedDomains?: string[] | undefined
  /** Search in others than these domains. */
  blockedDomains?: string[] | undefined
  location?: { city?: string; region?: string; country?: string; timezone?: string } | undefined
}

export type JsonObject = Record<string, unknown>

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

/** A whole answer. `vendorReason`: why it ended in the vendor's own word, where `finish` says less. */
export interface ChatAnswer {
  choices: { parts: AnswerPart[]; finish: FinishReason; stopSequence?: string; vendorReason?: string }[]
  usage: Usage | undefined
}
export type AnswerPart = TextPart | RefusalPart | ImagePart | AudioPart | ToolCallPart | ReasoningPart
/** The model's own words for why it does not answer. */
export interface RefusalPart {
  kind: 'refusal'
  text: string
}

/** What happens in a streamed answer. `choice` counts the answers of one call from 0. */
export type ChatEvent =
  | { kind: 'text'; choice: number; text: string }
  | { kind: 'refusal'; choice: number; text: string }
  /** A source of the text so far; its span is one of all texts of its choice, not of a part. */
  | { kind: 'citation'; choice: number; citation: Citation }
  /** Output that callers do not see, or not yet, such as what the model wrote for a tool that the vendor runs. */
  | { kind: 'unseen'; choice: number; text: string }
  | { kind: 'image'; choice: number; source: InlineMedia }
  | { kind: 'audio'; choice: number; source: InlineMedia }
  | { kind: 'reasoning'; choice: number; text: string }
  /** The state of the reasoning that was just streamed, which it ends; or of reasoning that has no text. */
  | { kind: 'state'; choice: number; state: VendorState }
  /** A tool call begins; `index` counts the tool calls of its choice from 0. */
  | { kind: 'tool_call'; choice: number; index: number; id: string; name: string; state?: VendorState }
  /** More JSON text of a tool call's arguments. `isCounted`: it was counted before, as `unseen`. */
  | { kind: 'arguments'; choice: number; index: number; text: string; isCounted?: true }
  /** `stopSequence`: the text that ended it, where the vendor tells. `vendorReason`: as in a whole answer. */
  | { kind: 'finish'; choice: number; reason: FinishReason; stopSequence?: string; vendorReason?: string }
  /** What was used so far, all in all; a later one replaces an earlier one, see `laterUsage`. `ofTools`: it tells nothing new of tokens. */
  | { kind: 'usage'; usage: Usage; ofTools?: true }
