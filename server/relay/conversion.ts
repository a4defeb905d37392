import type { Usage } from '#contract/price.ts'
import { callerDialects, type UpstreamFormat, upstreamDialects } from '../dialects/all.ts'
import { collectAnswer } from '../dialects/collect.ts'
import type { AnswerPart } from '../dialects/conversation.ts'
import {
  type AnswerFacts,
  BadRequest,
  type CallerDialect,
  type EmbeddingsDialect,
  Refused,
  Unwritable,
  type UpstreamDialect,
} from '../dialects/dialect.ts'
import { type Encoding, readEmbeddings, writeEmbeddings } from '../dialects/embeddings.ts'
import type { Call } from './call.ts'
import { ConvertingMeter } from './converting-meter.ts'
import { estimateTextTokens } from './estimate.ts'
import { eventsIn } from './events-in.ts'

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
  #encoding: Encoding = 'float'

  constructor(
    private readonly call: Convertible,
    format: UpstreamFormat,
  ) {
    this.#caller = callerDialects[call.endpoint.format]
    this.#upstream = upstreamDialects[format]
    const { id, model, startedAt, usageWanted } = call
    this.#facts = { id, model, created: Math.floor(startedAt / 1000), usageWanted }
  }

  /** The body to send, with the model as the upstream calls it. Throws BadRequest or Unwritable. */
  request(model: string): Buffer {
    const embeddings = this.#embeddings
    if (embeddings) {
      const request = readEmbeddings(this.#json())
      this.#encoding = request.encoding
      return Buffer.from(JSON.stringify(embeddings.writeRequest(request, model)))
    }
    if (this.call.endpoint.operation !== 'chat')
      throw new Unwritable(`it does not serve ${this.call.endpoint.operation}`)
    this.call.conversation ??= this.#caller.readRequest(this.#json())
    return Buffer.from(JSON.stringify(this.#upstream.writeRequest(this.call.conversation, model)))
  }

  get #embeddings(): EmbeddingsDialect | undefined {
    return this.call.endpoint.operation === 'embeddings' ? this.#upstream.embeddings : undefined
  }

  #json(): object {
    try {
      return JSON.parse(this.call.body.toString('utf8'))
    } catch (error) {
      throw error instanceof SyntaxError ? new BadRequest('body', 'is not valid JSON') : error
    }
  }

  /**
   * A whole answer; `streamed`: it came as server-sent events, because the upstream only streams. Throws Unreadable,
   * Refused or a SyntaxError.
   */
  answer(body: Buffer, streamed = false): Converted {
    const embeddings = this.#embeddings
    if (embeddings) return this.#embedded(embeddings, body)
    const answer = streamed
      ? collectAnswer(eventsIn(body, this.#upstream.streamReader(this.call.id)))
      : this.#upstream.readAnswer(JSON.parse(body.toString('utf8')), this.call.id)
    const written = this.#caller.writeAnswer(answer, this.#facts)
    const outputTokens = answer.usage ? 0 : tokensOf(answer.choices.flatMap(({ parts }) => parts))
    return { body: Buffer.from(JSON.stringify(written)), reported: answer.usage, outputTokens }
  }

  #embedded(embeddings: EmbeddingsDialect, body: Buffer): Converted {
    const answer = embeddings.readAnswer(JSON.parse(body.toString('utf8')))
    const written = writeEmbeddings(answer, { model: this.call.model, encoding: this.#encoding })
    return { body: Buffer.from(JSON.stringify(written)), reported: answer.usage, outputTokens: 0 }
  }

  meter(): ConvertingMeter {
    return new ConvertingMeter(this.#upstream.streamReader(this.call.id), this.#caller.streamWriter(this.#facts))
  }

  /** Why the upstream refuses, if that is what the first event of its stream says. */
  refusal(event: Buffer): Refused | undefined {
    try {
      eventsIn(event, this.#upstream.streamReader(this.call.id))
      return undefined
    } catch (error) {
      return error instanceof Refused ? error : undefined
    }
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
