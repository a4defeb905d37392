import type { Usage } from '#contract/price.ts'
import { callerDialects, type UpstreamFormat, upstreamDialects } from '../dialects/all.ts'
import type { AnswerPart, ChatRequest } from '../dialects/conversation.ts'
import {
  type AnswerFacts,
  BadRequest,
  type CallerDialect,
  Unwritable,
  type UpstreamDialect,
  type WriteSettings,
} from '../dialects/dialect.ts'
import { type EmbeddingsDialect, readEmbeddings, writeEmbeddings } from '../dialects/embeddings.ts'
import type { Call } from './call.ts'
import { ConvertingMeter } from './converting-meter.ts'
import { estimateTextTokens } from './estimate.ts'
import type { Meter } from './meter.ts'

/** What an answer in the upstream's format comes to. */
export interface Converted {
  /** The answer in the caller's format. */
  body: Buffer<ArrayBuffer>
  reported: Usage | undefined
  /** Tokens of its text, where no usage is. */
  outputTokens: number
}

type Convertible = Pick<Call, 'id' | 'endpoint' | 'model' | 'startedAt' | 'usageWanted' | 'body' | 'conversation'>

/** A call on its way to an upstream that speaks another format than its caller, and back. */
export class Conversion {
  readonly #caller: CallerDialect
  readonly #upstream: UpstreamDialect
  readonly #facts: AnswerFacts

  constructor(
    private readonly call: Convertible,
    format: UpstreamFormat,
    private readonly settings: WriteSettings = {},
  ) {
    this.#caller = callerDialects[call.endpoint.format]
    this.#upstream = upstreamDialects[format]
    const { id, model, startedAt, usageWanted } = call
    this.#facts = { id, model, created: Math.floor(startedAt / 1000), usageWanted }
  }

  /** Media must be in the conversation before it is written: the upstream's format cannot name their address. */
  get inlineMedia(): boolean {
    return this.#upstream.inlineMedia === true && this.call.endpoint.operation === 'chat'
  }

  /** What the caller says. Throws BadRequest or Unwritable. */
  get conversation(): ChatRequest {
    if (this.call.endpoint.operation !== 'chat')
      throw new Unwritable(`it does not serve ${this.call.endpoint.operation}`)
    this.call.conversation ??= this.#caller.readRequest(this.#body)
    return this.call.conversation
  }

  /** The body to send, with the model as the upstream calls it. Throws BadRequest or Unwritable. */
  request(model: string): Buffer {
    const embeddings = this.#embeddings
    if (embeddings) return Buffer.from(JSON.stringify(embeddings.writeRequest(readEmbeddings(this.#body), model)))
    return Buffer.from(JSON.stringify(this.#upstream.writeRequest(this.conversation, model, this.settings)))
  }

  get #embeddings(): EmbeddingsDialect | undefined {
    return this.call.endpoint.operation === 'embeddings' ? this.#upstream.embeddings : undefined
  }

  get #body(): object {
    try {
      return JSON.parse(this.call.body.toString('utf8')) as object
    } catch (error) {
      throw error instanceof SyntaxError ? new BadRequest('body', 'is not valid JSON') : error
    }
  }

  /** Throws Unreadable or a SyntaxError. */
  answer(body: Buffer): Converted {
    const embeddings = this.#embeddings
    if (embeddings) {
      const answer = embeddings.readAnswer(JSON.parse(body.toString('utf8')))
      const written = writeEmbeddings(answer, readEmbeddings(this.#body), this.call.model)
      return { body: Buffer.from(JSON.stringify(written)), reported: answer.usage, outputTokens: 0 }
    }
    const answer = this.#upstream.readAnswer(JSON.parse(body.toString('utf8')), this.call.id)
    const written = this.#caller.writeAnswer(answer, this.#facts)
    const outputTokens = answer.usage ? 0 : tokensOf(answer.choices.flatMap(({ parts }) => parts))
    return { body: Buffer.from(JSON.stringify(written)), reported: answer.usage, outputTokens }
  }

  meter(): Meter {
    return new ConvertingMeter(this.#upstream.streamReader(this.call.id), this.#caller.streamWriter(this.#facts))
  }
}

function tokensOf(parts: readonly AnswerPart[]): number {
  return parts.reduce((sum, part) => sum + tokensOfText(textOf(part)), 0)
}

function textOf(part: AnswerPart): string {
  if (part.kind === 'tool_call') return part.arguments
  return part.kind === 'image' ? '' : part.text
}

/** An estimate of the tokens of a text. */
export function tokensOfText(text: string): number {
  const bytes = Buffer.from(text)
  return estimateTextTokens(bytes, 0, bytes.length)
}
