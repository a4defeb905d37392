import type { Usage } from '#contract/price.ts'
import type { ChatAnswer, ChatEvent, ChatRequest } from './conversation.ts'
import type { EmbeddingsDialect } from './embeddings.ts'

/** A wire format as upstreams speak it. Pure. */
export interface UpstreamDialect {
  /** The request's body. `model` as the upstream calls it. Throws Unwritable. */
  writeRequest(request: ChatRequest, model: string, settings?: WriteSettings): object
  /** Reads the JSON of an answer. Throws Unreadable. `callId` makes ids unique where the format has none. */
  readAnswer(answer: object, callId?: string): ChatAnswer
  /** Reads one stream from its beginning. */
  streamReader(callId?: string): StreamReader
  /** The format cannot name media by their address: they must be fetched before. */
  inlineMedia?: true
  /** How it is asked for embeddings; absent = it is not. */
  embeddings?: EmbeddingsDialect
}

/** What the operator wants of requests, where a format has a word for it. */
export interface WriteSettings {
  /** From which probability of harm Google's filters block. */
  safety?: string
}

export interface StreamReader {
  /** What one event says, by its data. Unknown events say nothing. Throws Unreadable. */
  read(data: string): ChatEvent[]
}

/** A wire format as callers speak it. Pure. */
export interface CallerDialect {
  /** Reads the JSON of a request. Throws BadRequest with the field that is wrong. */
  readRequest(request: object): ChatRequest
  writeAnswer(answer: ChatAnswer, facts: AnswerFacts): object
  /** Writes one stream from its beginning. */
  streamWriter(facts: AnswerFacts): StreamWriter
}

export interface StreamWriter {
  /** The bytes of an event on the wire; "" = the format does not say this, or not yet. */
  write(event: ChatEvent): string
  /** What follows the last event, before the call is billed. */
  end(usage: Usage | undefined): string
  /** The end marker, which only follows the bill; "" = the format has none. */
  tail(): string
}

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
}

/** A request that is not what its format allows. */
export class BadRequest extends Error {
  constructor(
    /** The field, such as `messages[2].content`. */
    readonly field: string,
    readonly problem: string,
  ) {
    super(`${field}: ${problem}`)
    this.name = 'BadRequest'
  }
}

/** A request that the upstream's format cannot say. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable'
}

/** An answer that is not what its format promises. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}
